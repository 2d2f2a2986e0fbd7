#include "app/studio/live/metric_curves.h"

#include <cmath>

#include <gtest/gtest.h>

#include "app/studio/live/paired_difference.h"

namespace sispde::studio {
namespace {

std::unique_ptr<TrainedRun> runOf(std::uint64_t seed, std::vector<double> aurocs) {
  auto run = std::make_unique<TrainedRun>();
  run->choice.seed = seed;
  auto document = std::make_shared<Document>();
  document->hash = "h";
  run->document = document;
  int epoch = 0;
  for (const double auroc : aurocs) {
    epoch += 5;
    ScoreMetrics metrics{"energy", {}, {}};
    metrics.metrics.auroc = auroc;
    auto scoring = std::make_shared<Scoring>();
    scoring->epoch = epoch;
    scoring->evaluation.primary = "energy";
    scoring->metrics = {metrics};
    run->scored.push_back({epoch, 0, {metrics}, scoring});
  }
  return run;
}

TEST(MetricCurves, TheFinalScoringIsNoPointOfTheCurve) {
  const auto run = runOf(1, {0.5, 0.6, 0.7});
  EXPECT_EQ(metricCurve(*run, Metric::Auroc, "energy").y, (std::vector<double>{0.5, 0.6, 0.7}));
  run->finalScored = true;
  EXPECT_EQ(metricCurve(*run, Metric::Auroc, "energy").y, (std::vector<double>{0.5, 0.6}));
  EXPECT_TRUE(metricCurve(*run, Metric::Auroc, "no such score").x.empty());
}

TEST(MetricCurves, ABandIsMeanAndSpreadOfWhatAllCurvesHave) {
  const Curve a{{1, 2, 3}, {0, 1, 2}}, b{{1, 3, 4}, {2, 4, 9}};
  const Band band = bandOf(std::vector<Curve>{a, b});
  EXPECT_EQ(band.x, (std::vector<double>{1, 3}));
  EXPECT_EQ(band.mean, (std::vector<double>{1, 3}));
  EXPECT_EQ(band.low, (std::vector<double>{0, 2}));
  EXPECT_EQ(band.high, (std::vector<double>{2, 4}));
}

TEST(MetricCurves, SmoothingKeepsAConstantAndPullsBack) {
  EXPECT_EQ(smoothed({{1, 2, 3}, {4, 4, 4}}, 0.9).y, (std::vector<double>{4, 4, 4}));
  EXPECT_EQ(smoothed({{1, 2}, {0, 1}}, 0.5).y, (std::vector<double>{0, 0.5}));
}

TEST(MetricCurves, RunsThatDifferInTheirSeedAloneAreOfOneKind) {
  std::vector<std::unique_ptr<TrainedRun>> runs;
  for (const std::uint64_t seed : {1, 2}) runs.push_back(runOf(seed, {0.5}));
  runs.push_back(runOf(3, {0.5}));
  runs.back()->graph = "rewired";
  const auto kinds = kindsOf(runs);
  ASSERT_EQ(kinds.size(), 2u);
  EXPECT_EQ(kinds[0].size(), 2u);
}

TEST(PairedDifference, IsStudentsIntervalOfPairsOfEqualSeeds) {
  // By hand: differences 1, 2, 3; mean 2, standard error 1/√3, t = 4.303.
  const PairedDifference made = intervalOf({1, 2, 3});
  EXPECT_EQ(made.mean, 2);
  EXPECT_NEAR(made.half, 4.303 / std::sqrt(3), 1e-3);
  EXPECT_FALSE(made.seen());
  EXPECT_TRUE(intervalOf({1.9, 2, 2.1}).seen());
  EXPECT_FALSE(intervalOf({5}).seen());
  const auto a = runOf(1, {0.5}), b = runOf(2, {0.6}), c = runOf(2, {0.7}), d = runOf(9, {0.9});
  for (TrainedRun* run : {a.get(), b.get(), c.get(), d.get()}) run->finalScored = true;
  const PairedDifference paired = pairedDifference({a.get(), b.get()}, {c.get(), d.get()});
  EXPECT_EQ(paired.pairs, 1);
  EXPECT_NEAR(paired.mean, 0.1, 1e-12);
  // A repetition is no new evidence.
  EXPECT_EQ(pairedDifference({a.get(), b.get(), b.get()}, {c.get(), c.get(), d.get()}).pairs, 1);
}

}  // namespace
}  // namespace sispde::studio
