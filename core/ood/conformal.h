#pragma once
// Conformal p-values: which nodes are out of distribution (OOD), said without a single OOD label. Scores S, higher =
// more OOD. n calibration scores c_1 … c_n belong to nodes in distribution (ID) that no training and no selection saw.
//
//   p(s) = (1 + #{c_i ≥ s}) / (n + 1)
//
// Assumption: the scores of the calibration nodes and of a tested ID node are exchangeable. Then P(p ≤ α) ≤ α for every
// α, ties included, and the p-values of several tested nodes are positively dependent (PRDS), so that the procedure of
// Benjamini and Hochberg keeps the false discovery rate at α (Bates, Candès, Lei, Romano and Sesia, "Testing for outliers
// with conformal p-values", Annals of Statistics 51, 2023). Whether it holds is checked in exchangeability.h.
//
// A score that is not a number is no reason to flag anything: its node has p = 1, and as a calibration score it counts
// as larger than all others. Equalities with α hold up to 1e-12 of it, so that α = 0.1 and 9 nodes do not fail by rounding.

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace sispde {

// n + 1 times the p-value of each score, 1 … n + 1. O((n + m) log n) for m scores, side by side.
std::vector<std::uint32_t> conformalRanks(std::span<const double> calibration,
                                          std::span<const double> scores);
// One per score, in (0, 1].
std::vector<double> conformalPValues(std::span<const double> calibration, std::span<const double> scores);

// p ≤ α, up to rounding.
inline bool isWithin(double p, double alpha) {
  return p <= alpha * (1 + 1e-12);
}

// 0 < α < 1, or a usage error.
Result<void> checkLevel(double alpha);

// The fewest calibration nodes with which p ≤ α can happen: ⌈1/α⌉ − 1.
std::int64_t leastCalibration(double alpha);
// "Too few calibration nodes for this level: 12 are there, at least 19 are needed for alpha = 0.05".
std::string tooFewForLevel(std::int64_t calibration, double alpha);

// The smallest t for which flagging S > t has a false-alarm rate of at most α: the ⌈(1 − α)(n + 1)⌉-th smallest
// calibration score. S > t exactly where p ≤ α. The rate is that over draws of the calibration nodes; for one draw it
// scatters around α with a standard deviation of about √(α(1 − α)/n). A usage error with too few calibration nodes.
Result<double> falseAlarmThreshold(std::span<const double> calibration, double alpha);
// The score that p ≤ cut is the same as being above, for a cut = k/(n + 1), k = 1 … n: the k-th largest.
double thresholdOfCut(std::span<const double> calibration, double cut);

struct Discoveries {
  std::vector<std::uint8_t> flagged;  // one per p-value
  std::int64_t count = 0;
  double cut = 0;         // the largest p that is flagged; 0: none
  std::vector<double> q;  // the smallest α at which the node would be flagged
};
// Flags the k nodes of smallest p, for the largest k with p_(k) ≤ α k/m. q_(i) = min over j ≥ i of m p_(j)/j. Values in
// [0, 1]; O(m log m).
Discoveries benjaminiHochberg(std::span<const double> p, double alpha);
// The same for p = rank/(n + 1), by counting: O(n + m).
Discoveries benjaminiHochberg(std::span<const std::uint32_t> ranks, std::int64_t calibration, double alpha);

// With n calibration nodes no p is below 1/(n + 1). So Benjamini–Hochberg flags none of m nodes, or at least this many:
// ⌈m/(α(n + 1))⌉. More than m: it can flag none.
std::int64_t leastDiscoveries(std::int64_t calibration, std::int64_t tested, double alpha);

}  // namespace sispde
