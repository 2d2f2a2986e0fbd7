#include "core/ood/score_curve.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/ood/metrics.h"

namespace sispde {
namespace {

// Scores with many ties.
std::vector<double> scoresOf(const std::vector<std::uint8_t>& numbers) {
  std::vector<double> scores;
  for (const std::uint8_t number : numbers) scores.push_back(static_cast<double>(number % 16) / 4 - 1);
  return scores;
}

RC_GTEST_PROP(ScoreCurve, CountsAsOneByOne,
              (std::vector<std::uint8_t> a, std::vector<std::uint8_t> b, double t)) {
  RC_PRE(std::isfinite(t));
  const std::vector<double> id = scoresOf(a), ood = scoresOf(b);
  const auto curve = ScoreCurve::make(id, ood);
  RC_ASSERT(curve.has_value());
  for (const double threshold : {t, -1.0, 0.25, 2.75, 3.0}) {
    const OperatingPoint point = curve->at(threshold);
    const auto beyond = [&](const std::vector<double>& scores) {
      return std::count_if(scores.begin(), scores.end(), [&](double s) { return s >= threshold; });
    };
    RC_ASSERT(point.flaggedId == beyond(id));
    RC_ASSERT(point.flaggedOod == beyond(ood));
    RC_ASSERT(point.tpr ==
              (ood.empty() ? 0 : static_cast<double>(beyond(ood)) / static_cast<double>(ood.size())));
  }
}

RC_GTEST_PROP(ScoreCurve, TheBestThresholdHasTheDetAccOfTheMetrics,
              (std::vector<std::uint8_t> a, std::vector<std::uint8_t> b)) {
  RC_PRE(!a.empty() && !b.empty());
  const std::vector<double> id = scoresOf(a), ood = scoresOf(b);
  const auto curve = ScoreCurve::make(id, ood);
  const auto metrics = oodMetrics(id, ood);
  RC_ASSERT(curve.has_value() && metrics.has_value());
  // Flagging nothing, or all, gives ½.
  RC_ASSERT(std::abs(std::max(0.5, curve->at(curve->bestThreshold()).detAcc) - metrics->detAcc) < 1e-12);
}

RC_GTEST_PROP(ScoreCurve, TheAreaUnderAllPointsIsTheAuroc,
              (std::vector<std::uint8_t> a, std::vector<std::uint8_t> b)) {
  RC_PRE(!a.empty() && !b.empty());
  const std::vector<double> id = scoresOf(a), ood = scoresOf(b);
  const auto curve = ScoreCurve::make(id, ood);
  RC_ASSERT(curve.has_value());
  const auto points = curve->points(1'000'000);
  double area = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    area += (points[i].fpr - points[i - 1].fpr) * (points[i].tpr + points[i - 1].tpr) / 2;
  RC_ASSERT(std::abs(area - oodMetrics(id, ood)->auroc) < 1e-12);
  RC_ASSERT(points.front().flaggedId == 0 && points.back().tpr == 1);
}

TEST(ScoreCurve, HistogramsAreSharesAndHoldTheFarOffInTheOutermostBins) {
  const auto curve = ScoreCurve::make(std::vector<double>{-100, 0.1, 0.1, 0.9}, std::vector<double>{0.9, 7});
  ASSERT_TRUE(curve.has_value());
  const auto bars = curve->histogram(2, 0, 1);
  EXPECT_EQ(bars.id, (std::vector<double>{0.75, 0.25}));
  EXPECT_EQ(bars.ood, (std::vector<double>{0, 1}));
}

TEST(ScoreCurve, ScoresThatAreNotFiniteAreRefused) {
  EXPECT_FALSE(ScoreCurve::make(std::vector<double>{1, std::nan("")}, std::vector<double>{}).has_value());
  EXPECT_FALSE(
      ScoreCurve::make(std::vector<double>{}, std::vector<double>{std::numeric_limits<double>::infinity()})
          .has_value());
}

}  // namespace
}  // namespace sispde
