#pragma once
// Whether calibration nodes can stand for the tested ones (conformal.h), as far as data can tell. Nothing can prove that
// scores are exchangeable; these checks find where they plainly are not.
//   held-out nodes   ID nodes that were not used to calibrate: their p-values must be uniform, and the share that is
//                    flagged at α must be about α
//   degrees          calibration and tested nodes should have like degrees, for the scores of a graph network depend on
//                    them; tested OOD nodes may differ, so this is a hint alone
// Every check rejects at a level of 1 %: of a hundred checks on good data about one is a false warning.

#include <cstdint>
#include <span>
#include <string>

namespace sispde {

inline constexpr double checkLevelOfTests = 0.01;

// Two samples: D = sup |F_a − F_b|, and the probability of a D this large were they drawn alike, by Kolmogorov's limit law
// at (√e + 0.12 + 0.11/√e) D, e = ab/(a + b) (Stephens). With ties it is an upper bound. Empty samples: 0 and 1.
struct Distance {
  double statistic = 0, pValue = 1;
};
Distance kolmogorovSmirnov(std::span<const double> a, std::span<const double> b);

// P(K > y) of Kolmogorov's law: 2 Σ_{k ≥ 1} (−1)^{k−1} exp(−2k²y²).
double kolmogorovTail(double y);
// P(X ≥ k) of the binomial law.
double binomialTail(std::int64_t k, std::int64_t n, double p);
// P(X ≥ k) of the beta-binomial law: n draws whose probability is itself drawn from Beta(a, b); a, b ≥ 1.
double betaBinomialTail(std::int64_t k, std::int64_t n, double a, double b);

struct Interval {
  double low = 0, high = 1;
};
// The exact interval of Clopper and Pearson for k of n, at 95 %.
Interval shareInterval(std::int64_t k, std::int64_t n);

struct HeldOutCheck {
  std::int64_t nodes = 0, alarms = 0;  // alarms: p ≤ α
  double rate = 0;
  Interval interval;  // of the rate, 95 %
  // P(as many alarms or more), were the nodes exchangeable: with k = ⌊α(n + 1)⌋ the number of alarms among m nodes then
  // follows the beta-binomial law of m, k and n + 1 − k, which has the scatter of the calibration in it.
  double alarmsTail = 1;
  Distance scores;  // of calibration and held-out scores
  bool tooManyAlarms = false, scoresDiffer = false;
  bool passes() const { return !tooManyAlarms && !scoresDiffer; }
  std::string sentence;  // the outcome in words; empty without held-out nodes
};
// TakenAsId: that they are in distribution is believed, not known; a failed check may then mean either.
enum class HeldOutNodes { KnownAsId, TakenAsId };
HeldOutCheck checkHeldOut(std::span<const double> calibration, std::span<const double> heldOut, double alpha,
                          HeldOutNodes nodes = HeldOutNodes::KnownAsId);

struct DegreeCheck {
  Distance degrees;
  bool differ = false;
  std::string sentence;
};
DegreeCheck checkDegrees(std::span<const double> calibration, std::span<const double> tested);

}  // namespace sispde
