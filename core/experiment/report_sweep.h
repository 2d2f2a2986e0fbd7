#pragma once
// The sweep over ν: which smoothness validation NLL chooses on each data set under each shift, and how much it matters.

#include <string>
#include <vector>

#include "core/experiment/report_data.h"

namespace sispde {

struct SweepStep {
  double nu = 0;
  const ReportGroup* group = nullptr;
  Summary auroc, nll;
};

struct Sweep {
  std::string dataset, shift;
  std::vector<SweepStep> steps;  // from the least ν on
  const SweepStep* chosen =
      nullptr;  // smallest mean validation NLL among the steps with the most seeds; of equal ones the smaller ν
  double low = 0, high = 0;  // least and greatest ν that a single seed chooses
  int seeds = 0;             // fewest of a step
  bool paired = false;       // every ν has the same seeds
  bool oneClass = false;     // a run says that there was one ID class: its NLL says nothing
  // There are ID classes to tell apart, every ν has the same seeds, at least three, and the mean validation NLLs differ by more than one of
  // them spreads over these. Otherwise the choice is a lot.
  bool decided = false;
};

// Sweeps of at least two values with a validation NLL, in the order of the data.
inline constexpr int leastSweepSeeds = 3;
std::vector<Sweep> sweepsOf(const ReportData& data);
// In the order of the data, those that were swept.
std::vector<std::string> sweptShifts(const ReportData& data, const std::vector<Sweep>& sweeps);
// A sentence whether, under one shift, every ν chosen on a data set of low informativeness is below every one on those of
// high, among the paper's data sets.
std::string sweepVerdict(const std::vector<Sweep>& sweeps, const std::string& shift);

}  // namespace sispde
