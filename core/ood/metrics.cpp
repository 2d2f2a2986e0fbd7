#include "core/ood/metrics.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "core/base/parallel.h"
#include "core/ood/score_order.h"

namespace sispde {
namespace {

using Keys = ScoreKeys;

// Calls visit(i0, i, j0, j) for each group of equal scores, from the most ID-like score up: ID scores [i0, i) and OOD scores
// [j0, j) are equal. Begins at (i, j) and ends at (iEnd, jEnd), which must lie between groups. Stops when visit is false.
template <class Visit>
void forEachGroup(const Keys& id, const Keys& ood, std::size_t i, std::size_t j, std::size_t iEnd,
                  std::size_t jEnd, Visit&& visit) {
  while (i < iEnd || j < jEnd) {
    const std::uint64_t key = j == jEnd || (i < iEnd && id[i] <= ood[j]) ? id[i] : ood[j];
    const std::size_t i0 = i, j0 = j;
    while (i < iEnd && id[i] == key) ++i;
    while (j < jEnd && ood[j] == key) ++j;
    if (!visit(i0, i, j0, j)) return;
  }
}

// Sums over a stretch of the sorted scores.
struct Sums {
  std::uint64_t twiceWins = 0;  // 2 · #(S_ood > S_id) + #(S_ood = S_id)
  double auprIn = 0, auprOut = 0, separation = 0;
};

Sums sumStretch(const Keys& id, const Keys& ood, std::size_t i, std::size_t j, std::size_t iEnd,
                std::size_t jEnd) {
  const std::size_t n = id.size(), m = ood.size();
  const auto idTotal = static_cast<double>(n), oodTotal = static_cast<double>(m);
  Sums sums;
  forEachGroup(
      id, ood, i, j, iEnd, jEnd, [&](std::size_t i0, std::size_t i1, std::size_t j0, std::size_t j1) {
        sums.twiceWins += (j1 - j0) * (i0 + i1);
        if (i1 > i0)
          sums.auprIn +=
              static_cast<double>(i1 - i0) * static_cast<double>(i1) / static_cast<double>(i1 + j1);
        if (j1 > j0)
          sums.auprOut += static_cast<double>(j1 - j0) * static_cast<double>(m - j0) /
                          static_cast<double>(n - i0 + m - j0);
        sums.separation =
            std::max(sums.separation, static_cast<double>(i1) * oodTotal - static_cast<double>(j1) * idTotal);
        return true;
      });
  return sums;
}

// Recall 1 lies 0.05 from 0.95, so thresholds with a recall below 0.9 are never the nearest and are not looked at.
double fprAt95(const Keys& id, const Keys& ood) {
  const auto total = static_cast<double>(id.size());
  const auto start = static_cast<std::size_t>(0.899 * total);
  const std::size_t i =
      static_cast<std::size_t>(std::lower_bound(id.begin(), id.end(), id[start]) - id.begin());
  const std::size_t j =
      static_cast<std::size_t>(std::lower_bound(ood.begin(), ood.end(), id[start]) - ood.begin());
  double nearest = 2;
  std::size_t below = 0;
  forEachGroup(id, ood, i, j, id.size(), ood.size(),
               [&](std::size_t, std::size_t i1, std::size_t, std::size_t j1) {
                 const double distance = std::abs(static_cast<double>(i1) / total - 0.95);
                 if (distance <= nearest) {
                   nearest = distance;
                   below = j1;
                 }
                 return i1 < id.size();
               });
  return static_cast<double>(below) / static_cast<double>(ood.size());
}

// All metrics of sorted scores. Stretches are summed side by side and added up in order; their number depends on the
// amount of scores alone, and so does every digit of the result.
OodMetrics sweep(const Keys& id, const Keys& ood) {
  const std::size_t n = id.size(), m = ood.size();
  const std::size_t stretches = 1 + (n + m) / 65536;
  std::vector<std::pair<std::size_t, std::size_t>> cuts{{0, 0}};
  const Keys& longer = n >= m ? id : ood;
  for (std::size_t s = 1; s < stretches; ++s) {
    const std::uint64_t key = longer[longer.size() * s / stretches];
    const auto place = [&](const Keys& keys) {
      return static_cast<std::size_t>(std::lower_bound(keys.begin(), keys.end(), key) - keys.begin());
    };
    cuts.emplace_back(place(id), place(ood));
  }
  cuts.emplace_back(n, m);
  std::vector<Sums> parts(stretches);
  double fpr = 0;
  parallelBlocks(stretches + 1, 1, [&](std::size_t s, std::size_t) {
    if (s == stretches)
      fpr = fprAt95(id, ood);
    else
      parts[s] = sumStretch(id, ood, cuts[s].first, cuts[s].second, cuts[s + 1].first, cuts[s + 1].second);
  });
  Sums all;
  for (const Sums& part : parts) {
    all.twiceWins += part.twiceWins;
    all.auprIn += part.auprIn;
    all.auprOut += part.auprOut;
    all.separation = std::max(all.separation, part.separation);
  }
  const auto idTotal = static_cast<double>(n), oodTotal = static_cast<double>(m), pairs = idTotal * oodTotal;
  return {.auroc = static_cast<double>(all.twiceWins) / 2 / pairs,
          .auprIn = all.auprIn / idTotal,
          .auprOut = all.auprOut / oodTotal,
          .fpr95 = fpr,
          .detAcc = 0.5 + all.separation / pairs / 2,
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
  parallelBlocks(2, 1, [&](std::size_t part, std::size_t) { sortKeys(part == 0 ? id : ood); });
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
  constexpr std::size_t block = 65536;
  const std::size_t blocks = scores.size() / block + 1;
  std::vector<std::size_t> oodBefore(blocks + 1, 0);  // OOD scores before each block
  for (std::size_t b = 0; b < blocks; ++b) {
    const auto flags = isOod.subspan(b * block, std::min(block, scores.size() - b * block));
    oodBefore[b + 1] =
        oodBefore[b] + static_cast<std::size_t>(std::count_if(flags.begin(), flags.end(),
                                                              [](std::uint8_t flag) { return flag != 0; }));
  }
  Keys id = hugeBuffer<std::uint64_t>(scores.size() - oodBefore[blocks]),
       ood = hugeBuffer<std::uint64_t>(oodBefore[blocks]);
  std::atomic<std::size_t> nans{0};
  parallelBlocks(scores.size(), block, [&](std::size_t begin, std::size_t end) {
    std::uint64_t* lists[2] = {id.data() + (begin - oodBefore[begin / block]),
                               ood.data() + oodBefore[begin / block]};
    std::size_t bad = 0;
    for (std::size_t k = begin; k < end; ++k) {
      *lists[isOod[k] != 0]++ = scoreKey(scores[k]);
      bad += std::isnan(scores[k]);
    }
    nans += bad;
  });
  if (nans > 0) {
    const auto first = std::find_if(scores.begin(), scores.end(), [](double s) { return std::isnan(s); });
    return inputError({}, "Score {} is not a number", first - scores.begin());
  }
  return metricsOfKeys(id, ood, options);
}

}  // namespace sispde
