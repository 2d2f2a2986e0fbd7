#include "core/ood/exchangeability.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "core/ood/conformal.h"
#include "core/ood/score_order.h"

namespace sispde {
namespace {

// std::lgamma writes a global sign.
double logGamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

double logBeta(double a, double b) {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

// f(j) + f(j + 1) + … + f(n), or f(j) + f(j − 1) + … + f(0) with step −1, from log f(j) and f(j + step)/f(j).
template <class Ratio>
double sumFrom(std::int64_t j, std::int64_t n, int step, double logFirst, const Ratio& ratio) {
  double term = std::exp(logFirst), sum = term;
  for (; j + step >= 0 && j + step <= n; j += step) {
    const double factor = ratio(j);
    term *= factor;
    sum += term;
    if (factor < 1 && term < 1e-18 * sum) break;
  }
  return std::min(sum, 1.0);
}

// P(X ≥ k), 0 < k ≤ n, summed on the side of k that is away from the mean.
template <class LogTerm, class Up>
double upperTail(std::int64_t k, std::int64_t n, double mean, const LogTerm& logTerm, const Up& up) {
  if (static_cast<double>(k) > mean) return sumFrom(k, n, 1, logTerm(k), up);
  return 1 - sumFrom(k - 1, n, -1, logTerm(k - 1), [&](std::int64_t j) { return 1 / up(j - 1); });
}

// What is not a number counts as larger than all others.
ScoreKeys sorted(std::span<const double> values) {
  ScoreKeys keys;
  keys.reserve(values.size());
  for (const double value : values)
    keys.push_back(scoreKey(std::isnan(value) ? std::numeric_limits<double>::infinity() : value));
  sortKeys(keys);
  return keys;
}

std::string percent(double share) {
  return fmt::format("{:.1f} %", 100 * share);
}

}  // namespace

double kolmogorovTail(double y) {
  if (!(y > 0.04)) return 1;  // 1 − 1e-300
  double sum = 0;
  if (y < 1.18) {  // the other form of the theta function, which converges fast here
    const double exponent = std::numbers::pi * std::numbers::pi / (8 * y * y);
    for (int k = 1; k <= 9; k += 2) sum += std::exp(-k * k * exponent);
    return 1 - std::sqrt(2 * std::numbers::pi) / y * sum;
  }
  for (int k = 1; k <= 9; ++k) sum += (k % 2 == 1 ? 1 : -1) * std::exp(-2.0 * k * k * y * y);
  return 2 * sum;
}

Distance kolmogorovSmirnov(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) return {};
  const ScoreKeys x = sorted(a), y = sorted(b);
  const auto n = static_cast<double>(x.size()), m = static_cast<double>(y.size());
  double largest = 0;
  for (std::size_t i = 0, j = 0; i < x.size() && j < y.size();) {
    const std::uint64_t at = std::min(x[i], y[j]);
    while (i < x.size() && x[i] <= at) ++i;
    while (j < y.size() && y[j] <= at) ++j;
    largest = std::max(largest, std::abs(static_cast<double>(i) / n - static_cast<double>(j) / m));
  }
  const double root = std::sqrt(n * m / (n + m));
  return {largest, std::clamp(kolmogorovTail((root + 0.12 + 0.11 / root) * largest), 0.0, 1.0)};
}

double binomialTail(std::int64_t k, std::int64_t n, double p) {
  if (k <= 0) return 1;
  if (k > n || p <= 0) return 0;
  if (p >= 1) return 1;
  const auto total = static_cast<double>(n);
  return upperTail(
      k, n, total * p,
      [&](std::int64_t j) {
        const auto x = static_cast<double>(j);
        return logGamma(total + 1) - logGamma(x + 1) - logGamma(total - x + 1) + x * std::log(p) +
               (total - x) * std::log1p(-p);
      },
      [&](std::int64_t j) {
        const auto x = static_cast<double>(j);
        return (total - x) / (x + 1) * p / (1 - p);
      });
}

double betaBinomialTail(std::int64_t k, std::int64_t n, double a, double b) {
  if (k <= 0) return 1;
  if (k > n) return 0;
  const auto total = static_cast<double>(n);
  return upperTail(
      k, n, total * a / (a + b),
      [&](std::int64_t j) {
        const auto x = static_cast<double>(j);
        return logGamma(total + 1) - logGamma(x + 1) - logGamma(total - x + 1) +
               logBeta(x + a, total - x + b) - logBeta(a, b);
      },
      [&](std::int64_t j) {
        const auto x = static_cast<double>(j);
        return (total - x) * (x + a) / ((x + 1) * (total - x - 1 + b));
      });
}

Interval shareInterval(std::int64_t k, std::int64_t n) {
  Interval interval;
  if (n <= 0) return interval;
  // The p at which `tail` of p, which rises with p, becomes 2.5 % or 97.5 %.
  const auto solve = [](const auto& tail, double level) {
    double low = 0, high = 1;
    for (int step = 0; step < 60; ++step) {
      const double middle = (low + high) / 2;
      (tail(middle) < level ? low : high) = middle;
    }
    return (low + high) / 2;
  };
  if (k > 0) interval.low = solve([&](double p) { return binomialTail(k, n, p); }, 0.025);
  if (k < n) interval.high = solve([&](double p) { return binomialTail(k + 1, n, p); }, 0.975);
  return interval;
}

HeldOutCheck checkHeldOut(std::span<const double> calibration, std::span<const double> heldOut, double alpha,
                          HeldOutNodes nodes) {
  HeldOutCheck check;
  check.nodes = static_cast<std::int64_t>(heldOut.size());
  if (heldOut.empty() || calibration.empty()) return check;
  for (const double p : conformalPValues(calibration, heldOut))
    if (isWithin(p, alpha)) ++check.alarms;
  check.rate = static_cast<double>(check.alarms) / static_cast<double>(check.nodes);
  check.interval = shareInterval(check.alarms, check.nodes);
  const auto total = static_cast<double>(calibration.size() + 1);
  const double rank = std::min(std::floor(alpha * total * (1 + 1e-12)), total - 1);
  if (rank >= 1) check.alarmsTail = betaBinomialTail(check.alarms, check.nodes, rank, total - rank);
  check.scores = kolmogorovSmirnov(calibration, heldOut);
  check.tooManyAlarms = check.alarmsTail < checkLevelOfTests;
  check.scoresDiffer = check.scores.pValue < checkLevelOfTests;

  const bool known = nodes == HeldOutNodes::KnownAsId;
  const std::string figures = fmt::format(
      "p ≤ {:g} for {} of {} {}, {} (95 % interval {} to {}); the distance of their scores from those of the "
      "calibration nodes is {:.3f} (Kolmogorov–Smirnov, p = {:.2g})",
      alpha, check.alarms, check.nodes,
      known ? "other nodes in distribution" : "test nodes with a label, taken to be in distribution",
      percent(check.rate), percent(check.interval.low), percent(check.interval.high), check.scores.statistic,
      check.scores.pValue);
  if (check.passes())
    check.sentence = fmt::format("Nothing speaks against exchangeability: {}.", figures);
  else if (!known)
    check.sentence =
        fmt::format("Either exchangeability does not hold or some of these nodes are OOD: {}.", figures);
  else if (check.tooManyAlarms)
    check.sentence =
        fmt::format("Exchangeability does not hold, more nodes are flagged than promised: {}.", figures);
  else
    check.sentence = fmt::format(
        "Exchangeability does not hold, though no more nodes are flagged than promised: {}.", figures);
  return check;
}

DegreeCheck checkDegrees(std::span<const double> calibration, std::span<const double> tested) {
  DegreeCheck check;
  check.degrees = kolmogorovSmirnov(calibration, tested);
  check.differ = check.degrees.pValue < checkLevelOfTests;
  if (calibration.empty() || tested.empty()) return check;
  check.sentence = fmt::format(
      "Degrees of calibration and tested nodes {} (Kolmogorov–Smirnov {:.3f}, p = {:.2g}){}.",
      check.differ ? "differ" : "are alike", check.degrees.statistic, check.degrees.pValue,
      check.differ
          ? ": calibration nodes may not stand for the tested ones, whose scores depend on their degrees"
          : "");
  return check;
}

}  // namespace sispde
