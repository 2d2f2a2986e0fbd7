#include "core/ood/conformal.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "core/base/parallel.h"
#include "core/ood/score_order.h"

namespace sispde {
namespace {

constexpr double slack = 1e-12;
constexpr std::size_t block = 8192;

ScoreKeys sortedKeys(std::span<const double> scores) {
  ScoreKeys keys;
  keys.reserve(scores.size());
  for (const double score : scores)
    keys.push_back(scoreKey(std::isnan(score) ? std::numeric_limits<double>::infinity() : score));
  sortKeys(keys);
  return keys;
}

// How many keys are below this one. Without a branch to guess wrong, which is most of the time of a plain search.
std::uint32_t countBelow(const ScoreKeys& keys, std::uint64_t key) {
  const std::uint64_t* base = keys.data();
  for (std::size_t length = keys.size(); length > 0;) {
    const std::size_t half = length - length / 2;
    base += half * static_cast<std::size_t>(base[half - 1] < key);
    length -= half;
  }
  return static_cast<std::uint32_t>(base - keys.data());
}

// The k-th largest calibration score, k = 1 … n.
double largest(std::span<const double> calibration, std::int64_t k) {
  std::vector<double> scores(calibration.begin(), calibration.end());
  for (double& score : scores)
    if (std::isnan(score)) score = std::numeric_limits<double>::infinity();
  const auto at = scores.begin() + (k - 1);
  std::nth_element(scores.begin(), at, scores.end(), std::greater<>());
  return *at;
}

}  // namespace

std::vector<std::uint32_t> conformalRanks(std::span<const double> calibration,
                                          std::span<const double> scores) {
  const ScoreKeys keys = sortedKeys(calibration);
  const auto n = static_cast<std::uint32_t>(keys.size());
  std::vector<std::uint32_t> ranks(scores.size(), n + 1);
  parallelBlocks(scores.size(), block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      if (!std::isnan(scores[i])) ranks[i] = n + 1 - countBelow(keys, scoreKey(scores[i]));
  });
  return ranks;
}

std::vector<double> conformalPValues(std::span<const double> calibration, std::span<const double> scores) {
  const std::vector<std::uint32_t> ranks = conformalRanks(calibration, scores);
  std::vector<double> p(ranks.size());
  const auto total = static_cast<double>(calibration.size() + 1);
  for (std::size_t i = 0; i < p.size(); ++i) p[i] = ranks[i] / total;
  return p;
}

Result<void> checkLevel(double alpha) {
  if (alpha > 0 && alpha < 1) return {};
  return usageError("The level alpha is {:g}; it must be between 0 and 1", alpha);
}

std::int64_t leastCalibration(double alpha) {
  const double least = std::ceil(1 / alpha * (1 - slack)) - 1;
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max() / 2;
  return least < static_cast<double>(most) ? static_cast<std::int64_t>(least) : most;
}

std::string tooFewForLevel(std::int64_t calibration, double alpha) {
  return fmt::format(
      "Too few calibration nodes for this level: {} are there, at least {} are needed for alpha = {:g}",
      calibration, leastCalibration(alpha), alpha);
}

Result<double> falseAlarmThreshold(std::span<const double> calibration, double alpha) {
  SISPDE_CHECK(checkLevel(alpha));
  const auto n = static_cast<std::int64_t>(calibration.size());
  if (n < leastCalibration(alpha)) return usageError("{}", tooFewForLevel(n, alpha));
  // So many of n + 1 may be alarms; at least 1, for there are enough nodes, and at most n.
  const auto rank = static_cast<std::int64_t>(std::floor(alpha * static_cast<double>(n + 1) * (1 + slack)));
  return largest(calibration, std::clamp<std::int64_t>(rank, 1, n));
}

double thresholdOfCut(std::span<const double> calibration, double cut) {
  const auto n = static_cast<std::int64_t>(calibration.size());
  if (n == 0) return std::numeric_limits<double>::infinity();
  return largest(calibration, std::clamp<std::int64_t>(std::llround(cut * static_cast<double>(n + 1)), 1, n));
}

Discoveries benjaminiHochberg(std::span<const double> p, double alpha) {
  const std::size_t m = p.size();
  const ScoreKeys keys = sortedKeys(p);
  // For each different p, from the largest down, the q of the nodes that have it.
  ScoreKeys values;
  std::vector<double> qs;
  double q = 1;
  for (std::size_t end = m; end > 0;) {
    const std::uint64_t key = keys[end - 1];
    q = std::min(q, keyScore(key) * static_cast<double>(m) / static_cast<double>(end));
    values.push_back(key);
    qs.push_back(q);
    while (end > 0 && keys[end - 1] == key) --end;
  }
  std::reverse(values.begin(), values.end());
  std::reverse(qs.begin(), qs.end());
  Discoveries found{std::vector<std::uint8_t>(m, 0), 0, 0, std::vector<double>(m, 1)};
  parallelBlocks(m, block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (std::isnan(p[i])) continue;
      found.q[i] = qs[countBelow(values, scoreKey(p[i]))];
      found.flagged[i] = isWithin(found.q[i], alpha) ? 1 : 0;
    }
  });
  for (std::size_t i = 0; i < m; ++i) {
    if (found.flagged[i] == 0) continue;
    ++found.count;
    found.cut = std::max(found.cut, p[i]);
  }
  return found;
}

Discoveries benjaminiHochberg(std::span<const std::uint32_t> ranks, std::int64_t calibration, double alpha) {
  const std::size_t m = ranks.size(), most = static_cast<std::size_t>(calibration) + 1;
  std::vector<std::uint32_t> upTo(most + 1, 0);  // nodes of this rank, then of this rank or below
  for (const std::uint32_t rank : ranks) ++upTo[rank];
  for (std::size_t rank = 1; rank <= most; ++rank) upTo[rank] += upTo[rank - 1];
  std::vector<double> q(most + 1, 1);
  std::vector<std::uint8_t> flagged(most + 1, 0);
  Discoveries found{std::vector<std::uint8_t>(m), 0, 0, std::vector<double>(m)};
  double smallest = 1;
  for (std::size_t rank = most; rank > 0; --rank) {
    if (upTo[rank] == upTo[rank - 1]) continue;
    const double p = static_cast<double>(rank) / static_cast<double>(most);
    q[rank] = smallest = std::min(smallest, p * static_cast<double>(m) / upTo[rank]);
    flagged[rank] = isWithin(smallest, alpha) ? 1 : 0;
    if (flagged[rank] == 0 || found.count > 0) continue;
    found.count = upTo[rank];
    found.cut = p;
  }
  for (std::size_t i = 0; i < m; ++i) {
    found.q[i] = q[ranks[i]];
    found.flagged[i] = flagged[ranks[i]];
  }
  return found;
}

std::int64_t leastDiscoveries(std::int64_t calibration, std::int64_t tested, double alpha) {
  const double least =
      std::ceil(static_cast<double>(tested) / (alpha * static_cast<double>(calibration + 1)) * (1 - slack));
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(std::min(least, 9e18)));
}

}  // namespace sispde
