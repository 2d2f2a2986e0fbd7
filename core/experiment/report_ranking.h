#pragma once
// Which systems and data sets can be compared by ranks, and the comparison.

#include <string>
#include <vector>

#include "core/experiment/report_data.h"
#include "core/experiment/statistics_ranks.h"

namespace sispde {

// Fewer than this many data sets, or systems, are not compared.
inline constexpr std::size_t leastBlocks = 3, leastSystems = 3;
// One seed gives no rank, as it calls no claim true or false.
inline constexpr int leastRankedSeeds = 2;

struct RankComparison {
  std::string refusal;  // a sentence why nothing is compared; all else is empty then
  std::string
      leftOut;  // sentences that name what does not take part, and what rests on fewer seeds; empty where there is none
  std::vector<std::string> datasets;
  std::vector<std::string> blocks;  // "cora: label, feature, 5 seeds or more", in the same order
  std::vector<ReportSystem> systems;
  std::vector<std::vector<double>> ranks;      // [data set][system]
  std::vector<std::vector<std::string>> keys;  // [system]: of the cells behind its ranks
  Friedman test;
};

// A data set under a shift takes part where at least half of all systems have two seeds of it; a system takes part where it has two of
// all of those.
RankComparison compareRanks(const ReportData& data, const std::vector<std::string>& shifts,
                            PaperMetric metric);

}  // namespace sispde
