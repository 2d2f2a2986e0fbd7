#include "core/experiment/statistics_ranks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "core/experiment/statistics_tails.h"

namespace sispde {

std::vector<double> ranksOf(std::span<const double> values, bool higherIsBetter) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), 0);
  const auto better = [&](std::size_t a, std::size_t b) {
    return higherIsBetter ? values[a] > values[b] : values[a] < values[b];
  };
  std::stable_sort(order.begin(), order.end(), better);
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0, last = 0; first < order.size(); first = last) {
    while (last < order.size() && values[order[last]] == values[order[first]]) ++last;
    const double shared = static_cast<double>(first + last + 1) / 2;
    for (std::size_t i = first; i < last; ++i) ranks[order[i]] = shared;
  }
  return ranks;
}

Friedman friedman(const std::vector<std::vector<double>>& ranks) {
  Friedman found;
  found.blocks = static_cast<int>(ranks.size());
  found.systems = static_cast<int>(ranks.front().size());
  const double n = found.blocks, k = found.systems;
  found.meanRanks.assign(ranks.front().size(), 0);
  double ties = 0;  // Σ t³ − t over the groups of t equal ranks
  for (const auto& block : ranks) {
    std::map<double, double> groups;
    for (std::size_t j = 0; j < block.size(); ++j) {
      found.meanRanks[j] += block[j] / n;
      ++groups[block[j]];
    }
    for (const auto& [rank, t] : groups) ties += t * t * t - t;
  }
  double squares = 0;
  for (const double rank : found.meanRanks) squares += (rank - (k + 1) / 2) * (rank - (k + 1) / 2);
  found.criticalDifference = nemenyiCritical(found.systems) * std::sqrt(k * (k + 1) / (6 * n));
  const double correction = 1 - ties / (n * k * (k * k - 1));
  if (correction <= 0) return found;
  found.chiSquare = 12 * n / (k * (k + 1)) * squares / correction;
  found.p = chiSquareTail(found.chiSquare, k - 1);
  const double rest = n * (k - 1) - found.chiSquare;
  const bool unanimous = rest <= 1e-9 * n * k;
  found.f = unanimous ? std::numeric_limits<double>::infinity() : (n - 1) * found.chiSquare / rest;
  found.fP = unanimous ? 0 : fisherTail(found.f, k - 1, (k - 1) * (n - 1));
  return found;
}

std::vector<RankRun> rankRuns(std::span<const double> sortedRanks, double criticalDifference) {
  std::vector<RankRun> runs;
  const int count = static_cast<int>(sortedRanks.size());
  for (int first = 0, reached = 0; first < count; ++first) {
    int last = first;
    while (last + 1 < count && sortedRanks[last + 1] - sortedRanks[first] < criticalDifference) ++last;
    if (last > first && last > reached) runs.push_back({first, last});
    reached = std::max(reached, last);
  }
  return runs;
}

}  // namespace sispde
