#include "core/ood/metrics.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/base/parallel.h"
#include "core/ood/score_order.h"

namespace sispde {
namespace {

using Keys = std::vector<std::uint64_t>;

// One pass over both sorted lists, group by group of equal scores, from the most ID-like score up.
OodMetrics sweep(const Keys& id, const Keys& ood) {
  const std::size_t n = id.size(), m = ood.size();
  const auto idTotal = static_cast<double>(n), oodTotal = static_cast<double>(m);
  // Recall 1 lies 0.05 from 0.95, so thresholds with less recall than 0.9 are never the nearest.
  const auto nearRecall = static_cast<std::size_t>(0.899 * idTotal);
  std::uint64_t twiceWins = 0;  // 2 · #(S_ood > S_id) + #(S_ood = S_id)
  double auprIn = 0, auprOut = 0, bestDistance = 2, bestSeparation = 0;
  std::size_t i = 0, j = 0, fprCount = 0;
  bool recallComplete = false;
  while (i < n || j < m) {
    const std::uint64_t key = j == m || (i < n && id[i] <= ood[j]) ? id[i] : ood[j];
    const std::size_t i0 = i, j0 = j;
    while (i < n && id[i] == key) ++i;
    while (j < m && ood[j] == key) ++j;
    const auto a = static_cast<double>(i - i0), b = static_cast<double>(j - j0);
    twiceWins += (j - j0) * (i0 + i);
    if (i > i0) auprIn += a * static_cast<double>(i) / static_cast<double>(i + j);
    if (j > j0) auprOut += b * static_cast<double>(m - j0) / static_cast<double>(n - i0 + m - j0);
    bestSeparation =
        std::max(bestSeparation, static_cast<double>(i) * oodTotal - static_cast<double>(j) * idTotal);
    if (i >= nearRecall && !recallComplete) {
      const double distance = std::abs(static_cast<double>(i) / idTotal - 0.95);
      if (distance <= bestDistance) {
        bestDistance = distance;
        fprCount = j;
      }
      recallComplete = i == n;
    }
  }
  const double pairs = idTotal * oodTotal;
  return {.auroc = static_cast<double>(twiceWins) / 2 / pairs,
          .auprIn = auprIn / idTotal,
          .auprOut = auprOut / oodTotal,
          .fpr95 = static_cast<double>(fprCount) / oodTotal,
          .detAcc = 0.5 + bestSeparation / pairs / 2,
          .idCount = static_cast<std::int64_t>(n),
          .oodCount = static_cast<std::int64_t>(m)};
}

// Thresholds t_i = min + i·step on x = −S as numpy.arange(min, max, (max − min)/grid) places them; a score equal to t is an
// error of neither side.
Result<double> gridDetAcc(const Keys& id, const Keys& ood, int grid) {
  const double low = -std::max(keyScore(id.back()), keyScore(ood.back()));
  const double high = -std::min(keyScore(id.front()), keyScore(ood.front()));
  const double span = high - low, gap = span / grid;
  if (!std::isfinite(span) || !(gap > 0))
    return inputError({}, "DET-ACC on {} thresholds needs scores that are finite and not all equal", grid);
  const double step = (low + gap) - low;
  const auto thresholds = static_cast<std::int64_t>(std::ceil(span / gap));
  double smallest = 1;
  for (std::int64_t k = 0; k < thresholds; ++k) {
    const std::uint64_t key = scoreKey(-(low + static_cast<double>(k) * step));  // S above it is x below t
    const auto idBelow = id.end() - std::upper_bound(id.begin(), id.end(), key);
    const auto oodAbove = std::lower_bound(ood.begin(), ood.end(), key) - ood.begin();
    smallest = std::min(smallest, 0.5 * static_cast<double>(idBelow) / static_cast<double>(id.size()) +
                                      0.5 * static_cast<double>(oodAbove) / static_cast<double>(ood.size()));
  }
  return 1 - smallest;
}

Result<OodMetrics> metricsOfKeys(Keys& id, Keys& ood, const MetricOptions& options) {
  if (id.empty() && ood.empty()) return inputError({}, "There are no scores");
  if (id.empty())
    return inputError({}, "All {} scores are of OOD nodes; the metrics need ID scores too", ood.size());
  if (ood.empty())
    return inputError({}, "All {} scores are of ID nodes; the metrics need OOD scores too", id.size());
  if (options.detAccGrid < 0)
    return usageError("The number of DET-ACC thresholds is {}, but it must be 0 or more", options.detAccGrid);
  parallelBlocks(2, 1, [&](std::size_t part, std::size_t) {
    Keys scratch;
    sortKeys(part == 0 ? id : ood, scratch);
  });
  OodMetrics metrics = sweep(id, ood);
  if (options.detAccGrid > 0) {
    SISPDE_TRY(metrics.detAcc, gridDetAcc(id, ood, options.detAccGrid));
  }
  return metrics;
}

}  // namespace

Result<OodMetrics> oodMetrics(std::span<const double> idScores, std::span<const double> oodScores,
                              const MetricOptions& options) {
  Keys keys[2];
  const std::span<const double> lists[2] = {idScores, oodScores};
  for (int part = 0; part < 2; ++part) {
    keys[part].reserve(lists[part].size());
    for (std::size_t i = 0; i < lists[part].size(); ++i) {
      if (std::isnan(lists[part][i]))
        return inputError({}, "{} score {} is not a number", part == 0 ? "ID" : "OOD", i);
      keys[part].push_back(scoreKey(lists[part][i]));
    }
  }
  return metricsOfKeys(keys[0], keys[1], options);
}

Result<OodMetrics> oodMetrics(std::span<const double> scores, std::span<const std::uint8_t> isOod,
                              const MetricOptions& options) {
  if (scores.size() != isOod.size())
    return inputError({}, "There are {} scores but {} flags", scores.size(), isOod.size());
  // Both lists are written at every step and one of them advances: no branch to mispredict.
  Keys id(scores.size()), ood(scores.size());
  std::size_t ids = 0, oods = 0, nans = 0;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    const std::uint64_t key = scoreKey(scores[k]);
    const bool flag = isOod[k] != 0;
    id[ids] = ood[oods] = key;
    ids += !flag;
    oods += flag;
    nans += std::isnan(scores[k]);
  }
  if (nans > 0) {
    const auto first = std::find_if(scores.begin(), scores.end(), [](double s) { return std::isnan(s); });
    return inputError({}, "Score {} is not a number", first - scores.begin());
  }
  id.resize(ids);
  ood.resize(oods);
  return metricsOfKeys(id, ood, options);
}

}  // namespace sispde
