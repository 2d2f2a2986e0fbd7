#pragma once
// What one change did, over seeds: runs with and without it are paired by their seed.

#include <string>

#include "app/studio/live/trained_run.h"

namespace sispde::studio {

struct PairedDifference {
  int pairs = 0;
  double before = 0, after = 0;  // means of the pairs
  double mean = 0;               // of after − before
  double half = 0;               // half the 95 % interval by Student's t; 0 with fewer than two pairs
  bool seen() const { return pairs > 1 && (mean > half || mean < -half); }  // the interval does not hold 0
};

// AUROC of the final scorings by the primary score. Of several runs with one seed the last counts: a run that is repeated is no new
// evidence.
std::optional<double> finalAuroc(const TrainedRun& run);
PairedDifference pairedDifference(const std::vector<const TrainedRun*>& before,
                                  const std::vector<const TrainedRun*>& after);
// From differences alone.
PairedDifference intervalOf(const std::vector<double>& differences);
// "+0.4 ± 1.1 points over 5 seeds: no difference is seen".
std::string wordsOf(const PairedDifference& difference);

}  // namespace sispde::studio
