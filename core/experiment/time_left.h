#pragma once
// How long the rest of an experiment will take, from what the cells so far took.

#include <map>
#include <span>
#include <string>

#include "core/experiment/cells.h"

namespace sispde {

class TimeLeft {
 public:
  void add(const Cell& cell, double seconds);
  // Seconds of one cell: the mean of those of the same data set and system, else of the same data set, else of all; nothing before the first.
  std::optional<double> expected(const Cell& cell) const;

 private:
  struct Mean {
    double sum = 0;
    int count = 0;
  };
  std::map<std::pair<std::size_t, std::size_t>, Mean> bySystem_;
  std::map<std::size_t, Mean> byDataset_;
  Mean all_;
};

// Seconds until all is done, `jobs` cells at once: the share of each job, but no less than the longest cell. `underWay` and `waiting` are
// what the cells of each kind still take.
double secondsLeft(std::span<const double> underWay, std::span<const double> waiting, int jobs);

// "40 s", "12 min", "3 h 20 min", "2 d 4 h".
std::string durationText(double seconds);

}  // namespace sispde
