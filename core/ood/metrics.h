#pragma once
// Metrics of out-of-distribution (OOD) scores S, higher = more OOD. ID nodes are the positive class of AUPR-in and FPR95
// (with −S as their score), OOD nodes that of AUPR-out. All of them come from one sort and one sweep; ties are exact.
//   AUROC    P(S_ood > S_id) + ½ P(S_ood = S_id)
//   AUPR     average precision: Σ over distinct thresholds of (recall step) · precision
//   FPR95    share of OOD at or below the threshold whose ID recall is nearest to 0.95. Equally near: the higher recall;
//            among thresholds of one recall below 1 the highest, at recall 1 the first (as in the GNNSafe code).
//   DET-ACC  max over thresholds of ½ (ID recall + OOD recall), at least ½

#include <cstdint>
#include <span>

#include "core/base/result.h"

namespace sispde {

struct MetricOptions {
  // 0: DET-ACC over all distinct scores (default). k ≥ 1: over k equally spaced thresholds between the extremes, as in the
  // GNSD code (10) and in SDE-Net (200 000); under-estimates heavy-tailed scores.
  int detAccGrid = 0;
};

struct OodMetrics {
  double auroc = 0, auprIn = 0, auprOut = 0, fpr95 = 0, detAcc = 0;
  std::int64_t idCount = 0, oodCount = 0;
};

// An error for empty input, a NaN, a missing class, or a grid that infinite or all-equal scores do not allow.
Result<OodMetrics> oodMetrics(std::span<const double> idScores, std::span<const double> oodScores,
                              const MetricOptions& options = {});
// The same with one list of scores and a flag per score.
Result<OodMetrics> oodMetrics(std::span<const double> scores, std::span<const std::uint8_t> isOod,
                              const MetricOptions& options = {});

}  // namespace sispde
