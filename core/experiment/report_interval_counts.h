#pragma once
// How many intervals of paired differences lie above 0, below it, or hold it: counted apart for every number of seeds, since an interval of
// two seeds is several times as wide as one of five and holds 0 for that alone.

#include <functional>
#include <map>
#include <string>

#include "core/experiment/statistics_summary.h"

namespace sispde {

class IntervalCounts {
 public:
  void add(const PairedInterval& interval);
  // Intervals, whatever their seeds; those without one (fewer than two seeds) are not among them.
  int compared() const;
  // "5 seeds: above 0 in 3, below 0 in 1, around 0 in 4; 2 seeds: above 0 in 0, …; none for 1 (fewer than two common seeds)".
  std::string words() const;
  // Those above 0: "3 of 8 with 5 seeds; 0 of 1 with 2 seeds; …".
  std::string wordsAbove() const;

 private:
  struct Count {
    int above = 0, below = 0, all = 0;
  };
  std::string without() const;

  std::map<int, Count, std::greater<>> bySeeds_;  // most seeds first
  int without_ = 0;
};

}  // namespace sispde
