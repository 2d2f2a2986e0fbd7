#include "core/ood/score_curve.h"

#include <algorithm>
#include <cmath>

#include "core/ood/score_order.h"

namespace sispde {
namespace {

Result<std::vector<double>> sorted(std::span<const double> scores) {
  ScoreKeys keys = hugeBuffer<std::uint64_t>(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    if (!std::isfinite(scores[i])) return usageError("Score {} is not a finite number", i);
    keys[i] = scoreKey(scores[i]);
  }
  sortKeys(keys);
  std::vector<double> ascending(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) ascending[i] = keyScore(keys[i]);
  return ascending;
}

std::int64_t atLeast(const std::vector<double>& ascending, double threshold) {
  return ascending.end() - std::lower_bound(ascending.begin(), ascending.end(), threshold);
}

double share(std::int64_t part, std::int64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

Result<ScoreCurve> ScoreCurve::make(std::span<const double> idScores, std::span<const double> oodScores) {
  ScoreCurve made;
  SISPDE_TRY(made.id_, sorted(idScores));
  SISPDE_TRY(made.ood_, sorted(oodScores));
  if (made.id_.empty() && made.ood_.empty()) return made;
  made.least_ = made.id_.empty()    ? made.ood_.front()
                : made.ood_.empty() ? made.id_.front()
                                    : std::min(made.id_.front(), made.ood_.front());
  made.most_ = made.id_.empty()    ? made.ood_.back()
               : made.ood_.empty() ? made.id_.back()
                                   : std::max(made.id_.back(), made.ood_.back());
  return made;
}

OperatingPoint ScoreCurve::pointOf(double threshold, std::int64_t flaggedId, std::int64_t flaggedOod) const {
  OperatingPoint point;
  point.threshold = threshold;
  point.flaggedId = flaggedId;
  point.flaggedOod = flaggedOod;
  point.tpr = share(flaggedOod, oodCount());
  point.fpr = share(flaggedId, idCount());
  if (flaggedId + flaggedOod > 0) point.precision = share(flaggedOod, flaggedId + flaggedOod);
  point.detAcc = (point.tpr + 1 - point.fpr) / 2;
  return point;
}

OperatingPoint ScoreCurve::at(double threshold) const {
  return pointOf(threshold, atLeast(id_, threshold), atLeast(ood_, threshold));
}

double ScoreCurve::bestThreshold() const {
  if (id_.empty() || ood_.empty()) return (least_ + most_) / 2;
  double best = most_, most = -1;
  // The best threshold is a score of an OOD node: a higher one would flag as many ID nodes and fewer OOD ones.
  for (std::size_t i = ood_.size(); i-- > 0;) {
    if (i > 0 && ood_[i - 1] == ood_[i]) continue;
    if (const double detAcc = at(ood_[i]).detAcc; detAcc > most) {
      most = detAcc;
      best = ood_[i];
    }
  }
  return best;
}

std::vector<OperatingPoint> ScoreCurve::points(int points) const {
  const std::int64_t all = idCount() + oodCount();
  const std::int64_t step = std::max<std::int64_t>(1, all / std::max(points, 1));
  std::vector<OperatingPoint> curve{pointOf(std::nextafter(most_, INFINITY), 0, 0)};
  std::int64_t i = idCount(), j = oodCount(), taken = 0;
  while (i > 0 || j > 0) {
    const double score = i == 0 ? ood_[j - 1] : j == 0 ? id_[i - 1] : std::max(id_[i - 1], ood_[j - 1]);
    while (i > 0 && id_[i - 1] == score) --i;
    while (j > 0 && ood_[j - 1] == score) --j;
    const std::int64_t flagged = all - i - j;
    if (flagged - taken >= step || (i == 0 && j == 0)) {
      curve.push_back(pointOf(score, idCount() - i, oodCount() - j));
      taken = flagged;
    }
  }
  return curve;
}

ScoreCurve::Histogram ScoreCurve::histogram(int bins, double low, double high) const {
  Histogram made{std::vector<double>(static_cast<std::size_t>(bins), 0),
                 std::vector<double>(static_cast<std::size_t>(bins), 0), low, high};
  const auto fill = [&](const std::vector<double>& scores, std::vector<double>& counts) {
    const double unit = scores.empty() ? 0 : 1 / static_cast<double>(scores.size());
    for (const double score : scores) {
      const double place = high > low ? (score - low) / (high - low) * bins : 0;
      counts[static_cast<std::size_t>(std::clamp(place, 0.0, bins - 1.0))] += unit;
    }
  };
  fill(id_, made.id);
  fill(ood_, made.ood);
  return made;
}

}  // namespace sispde
