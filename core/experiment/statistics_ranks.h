#pragma once
// Systems compared over blocks (data sets) by their ranks: the test of Friedman and the post-hoc test of Nemenyi.

#include <span>
#include <vector>

namespace sispde {

// Rank 1 is the best value; equal values share the mean of their ranks.
std::vector<double> ranksOf(std::span<const double> values, bool higherIsBetter);

struct Friedman {
  int blocks = 0, systems = 0;
  std::vector<double> meanRanks;
  // Corrected for ties, k − 1 degrees of freedom. 0, with p = 1, where every block holds nothing but ties.
  double chiSquare = 0, p = 1;
  // Iman and Davenport's form, which is less conservative: F with k − 1 and (k − 1)(n − 1) degrees of freedom. Infinite, with
  // p = 0, where all blocks agree entirely.
  double f = 0, fP = 1;
  // Two mean ranks that differ by at least this much differ by Nemenyi's test at the 5 % level: q √(k(k + 1)/(6n)).
  double criticalDifference = 0;
};

// `ranks[b]` holds the ranks of the same k ≥ 2 systems in block b, as ranksOf gives them; n ≥ 2 blocks.
Friedman friedman(const std::vector<std::vector<double>>& ranks);

// The cliques of a critical-difference diagram: the longest runs of systems, in order of rank, whose first and last differ by less
// than the critical difference. Places in the sorted list, both ends inclusive; runs of one system are left out.
struct RankRun {
  int first = 0, last = 0;
  friend bool operator==(const RankRun&, const RankRun&) = default;
};
std::vector<RankRun> rankRuns(std::span<const double> sortedRanks, double criticalDifference);

}  // namespace sispde
