// Conformal p-values, thresholds and the procedure of Benjamini and Hochberg: against exact reference values, and by what
// they promise.

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <nlohmann/json.hpp>

#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/ood/detection.h"

namespace sispde {
namespace {

using Json = nlohmann::json;
using Values = std::vector<double>;
constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Json reference() {
  std::ifstream file(SISPDE_SOURCE_DIR "/tests/reference/conformal.json");
  return Json::parse(file);
}

void expectNear(const Values& found, const Values& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-13) << i;
}

// ---- Reference values

TEST(ConformalTest, PValuesQValuesFlagsAndThresholdsAreTheExactOnes) {
  const Json cases = reference()["cases"];
  ASSERT_GT(cases.size(), 10u);
  for (const Json& c : cases) {
    SCOPED_TRACE(c["name"].get<std::string>());
    const Values calibration = c["calibration"], tested = c["tested"];
    const double alpha = c["alpha"];
    const Values p = conformalPValues(calibration, tested);
    expectNear(p, c["p"]);
    const Discoveries found = benjaminiHochberg(p, alpha);
    expectNear(found.q, c["q"]);
    EXPECT_EQ(found.flagged, c["flagged"].get<std::vector<std::uint8_t>>());
    const auto threshold = falseAlarmThreshold(calibration, alpha);
    ASSERT_EQ(threshold.has_value(), !c["threshold"].is_null());
    if (threshold) EXPECT_EQ(*threshold, c["threshold"].get<double>());
  }
}

// The example in the documentation of scipy.stats.false_discovery_control, with the figures printed there; the p-values are
// those of Benjamini and Hochberg (1995).
TEST(ConformalTest, QValuesAreThoseThatSciPyPrints) {
  const Values p{0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                 0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.000};
  const Values q{0.0015, 0.003, 0.0095,     0.035625, 0.0603,     0.06385714, 0.06385714, 0.0645,
                 0.0765, 0.486, 0.58118182, 0.714875, 0.75323077, 0.81321429, 1};
  const Discoveries found = benjaminiHochberg(p, 0.05);
  for (std::size_t i = 0; i < q.size(); ++i) EXPECT_NEAR(found.q[i], q[i], 5e-9) << i;
  EXPECT_EQ(found.count, 4);
  EXPECT_EQ(found.cut, 0.0095);
}

// ---- Edges

TEST(ConformalTest, ANodeWithoutAScoreIsNeverFlagged) {
  const Values calibration{1, 2, 3, nan};
  EXPECT_EQ(conformalPValues(calibration, Values{nan, 10, infinity, -infinity}),
            (Values{1, 2.0 / 5, 2.0 / 5, 1}));
  EXPECT_EQ(benjaminiHochberg(Values{nan, 0.001}, 0.05).flagged, (std::vector<std::uint8_t>{0, 1}));
}

TEST(ConformalTest, NothingIsAnAnswerToNothing) {
  EXPECT_EQ(conformalPValues({}, Values{3, -3}), (Values{1, 1}));
  EXPECT_TRUE(conformalPValues(Values{1}, {}).empty());
  EXPECT_EQ(benjaminiHochberg({}, 0.05).count, 0);
  const Detection detection = detectNodes({}, {}).value();
  EXPECT_FALSE(detection.enough);
  EXPECT_EQ(detection.smallestP, 1);
}

TEST(ConformalTest, TooFewCalibrationNodesAreCounted) {
  EXPECT_EQ(leastCalibration(0.05), 19);
  EXPECT_EQ(leastCalibration(0.1), 9);
  EXPECT_EQ(leastCalibration(0.3), 3);
  EXPECT_EQ(leastCalibration(0.5), 1);
  EXPECT_EQ(leastCalibration(0.001), 999);
  const auto threshold = falseAlarmThreshold(Values(12, 1.0), 0.05);
  ASSERT_FALSE(threshold);
  EXPECT_EQ(
      threshold.error().message,
      "Too few calibration nodes for this level: 12 are there, at least 19 are needed for alpha = 0.05");
  for (const double wrong : {0.0, 1.0, -0.1, 2.0, nan})
    EXPECT_FALSE(falseAlarmThreshold(Values(50, 1.0), wrong)) << wrong;
}

// For every α = 1/k the least number is k − 1 and suffices, whatever the rounding of 1/k.
TEST(ConformalTest, TheLeastNumberIsTheLeast) {
  for (int k = 2; k <= 2000; ++k) {
    const double alpha = 1.0 / k;
    ASSERT_EQ(leastCalibration(alpha), k - 1);
    Values calibration(static_cast<std::size_t>(k - 1), 0.0);
    ASSERT_TRUE(falseAlarmThreshold(calibration, alpha));
    ASSERT_TRUE(isWithin(conformalPValues(calibration, Values{1.0}).front(), alpha));
    calibration.pop_back();
    ASSERT_FALSE(isWithin(conformalPValues(calibration, Values{1.0}).front(), alpha));
  }
}

// ---- Properties

Values smallScores(std::size_t most) {
  const auto size = *rc::gen::inRange<std::size_t>(0, most);
  Values scores;
  for (const int x : *rc::gen::container<std::vector<int>>(size, rc::gen::inRange(-12, 13)))
    scores.push_back(x / 4.0);
  return scores;
}

RC_GTEST_PROP(ConformalTest, PValuesAreCountedAndFallAsScoresRise, ()) {
  const Values calibration = smallScores(60), tested = smallScores(60);
  const Values p = conformalPValues(calibration, tested);
  for (std::size_t i = 0; i < tested.size(); ++i) {
    const auto above =
        std::count_if(calibration.begin(), calibration.end(), [&](double c) { return c >= tested[i]; });
    RC_ASSERT(p[i] == static_cast<double>(above + 1) / static_cast<double>(calibration.size() + 1));
    for (std::size_t j = 0; j < tested.size(); ++j)
      if (tested[i] < tested[j]) RC_ASSERT(p[i] >= p[j]);
  }
}

// Leave one of n + 1 scores out and compare it with the rest: at most a share α of them has p ≤ α. This is the promise,
// exactly, for exchangeable scores, ties or not.
RC_GTEST_PROP(ConformalTest, LeavingEachOutInTurnGivesAtMostAShareAlphaOfAlarms, ()) {
  Values all = smallScores(40);
  all.push_back(0.25);
  const double alpha = *rc::gen::inRange(1, 100) / 100.0;
  std::int64_t alarms = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    Values rest = all;
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    alarms += isWithin(conformalPValues(rest, Values{all[i]}).front(), alpha);
  }
  RC_ASSERT(static_cast<double>(alarms) <= alpha * static_cast<double>(all.size()) * (1 + 1e-9));
}

RC_GTEST_PROP(ConformalTest, FlaggedIsExactlyWhatScoresAboveTheThreshold, ()) {
  const Values calibration = smallScores(80), tested = smallScores(80);
  const double alpha = *rc::gen::inRange(1, 100) / 100.0;
  for (const Control control : {Control::FalseDiscovery, Control::FalseAlarm}) {
    const Detection detection = detectNodes(calibration, tested, {alpha, control}).value();
    std::int64_t flagged = 0, above = 0;
    for (std::size_t i = 0; i < tested.size(); ++i) {
      flagged += detection.flagged[i];
      above += detection.alarmThreshold && tested[i] > *detection.alarmThreshold;
      if (detection.threshold) RC_ASSERT((tested[i] > *detection.threshold) == (detection.flagged[i] != 0));
    }
    RC_ASSERT(flagged == detection.flaggedCount);
    RC_ASSERT(above == detection.alarms);
    RC_ASSERT(detection.threshold.has_value() || flagged == 0);
    RC_ASSERT(detection.enough == detection.alarmThreshold.has_value());
    // None, or as many as the number of calibration nodes allows.
    if (control == Control::FalseDiscovery) RC_ASSERT(flagged == 0 || flagged >= detection.leastFlagged);
  }
}

RC_GTEST_PROP(ConformalTest, AHigherLevelFlagsNoFewerAndQSaysFromWhichOn, ()) {
  const Values p = conformalPValues(smallScores(80), smallScores(80));
  const Discoveries low = benjaminiHochberg(p, 0.1), high = benjaminiHochberg(p, 0.4);
  RC_ASSERT(low.count <= high.count);
  for (std::size_t i = 0; i < p.size(); ++i) {
    RC_ASSERT(low.q[i] >= p[i] * (1 - 1e-12) && low.q[i] <= 1);
    RC_ASSERT(low.flagged[i] <= high.flagged[i]);
    RC_ASSERT(benjaminiHochberg(p, std::min(0.999999, low.q[i])).flagged[i] == 1 || low.q[i] > 0.999999);
  }
}

// The fast way, by counting ranks, against the one that sorts p-values.
RC_GTEST_PROP(ConformalTest, CountingRanksFlagsTheSame, ()) {
  const Values calibration = smallScores(80), tested = smallScores(80);
  const double alpha = *rc::gen::inRange(1, 100) / 100.0;
  const Discoveries slow = benjaminiHochberg(conformalPValues(calibration, tested), alpha);
  const Discoveries fast = benjaminiHochberg(conformalRanks(calibration, tested),
                                             static_cast<std::int64_t>(calibration.size()), alpha);
  RC_ASSERT(fast.flagged == slow.flagged);
  RC_ASSERT(fast.count == slow.count);
  RC_ASSERT(fast.cut == slow.cut);
  RC_ASSERT(fast.q == slow.q);
}

TEST(ConformalTest, ManyScoresGiveTheSameForAnyNumberOfThreads) {
  Random random(8);
  Values calibration(20'000), tested(100'000);
  for (double& score : calibration) score = random.normal();
  for (double& score : tested) score = random.normal() + (random.chance(0.1) ? 3 : 0);
  const auto with = [&](int threads) {
    const ThreadLimit limit(threads);
    return detectNodes(calibration, tested, {.alpha = 0.1}).value();
  };
  const Detection one = with(1), two = with(2);
  EXPECT_EQ(one.p, two.p);
  EXPECT_EQ(one.q, two.q);
  EXPECT_EQ(one.flagged, two.flagged);
  EXPECT_GT(one.flaggedCount, 1000);
}

// ---- The promise over many draws

struct Mean {
  double falseDiscovery = 0, power = 0, falseAlarm = 0;
};

// Scores are N(0, 1), and N(3, 1) for OOD nodes. The p-values of one draw depend on each other by the calibration.
Mean overDraws(int draws, int calibrationCount, int idCount, int oodCount, const DetectionOptions& options) {
  Mean mean;
  for (int draw = 0; draw < draws; ++draw) {
    Random random(17, static_cast<std::uint64_t>(draw));
    Values calibration, tested;
    std::vector<std::uint8_t> isOod;
    for (int i = 0; i < calibrationCount; ++i) calibration.push_back(random.normal());
    for (int i = 0; i < idCount + oodCount; ++i) {
      tested.push_back(random.normal() + (i < idCount ? 0 : 3));
      isOod.push_back(i < idCount ? 0 : 1);
    }
    const Achieved achieved = achievedBy(detectNodes(calibration, tested, options)->flagged, isOod);
    mean.falseDiscovery += achieved.falseDiscoveryShare / draws;
    mean.power += achieved.power.value_or(0) / draws;
    mean.falseAlarm += achieved.falseAlarmRate.value_or(0) / draws;
  }
  return mean;
}

TEST(ConformalPromiseTest, TheFalseDiscoveryRateIsAtMostAlphaTimesTheIdShare) {
  // Benjamini and Hochberg keep to α·300/400 = 0.15; the standard error of the mean over 400 draws is below 0.005.
  const Mean mean = overDraws(400, 200, 300, 100, {.alpha = 0.2});
  EXPECT_LT(mean.falseDiscovery, 0.15 + 0.015);
  EXPECT_GT(mean.falseDiscovery, 0.10);
  EXPECT_GT(mean.power, 0.8);
}

TEST(ConformalPromiseTest, TheFalseAlarmRateIsAtMostAlphaAndNearIt) {
  const Mean mean = overDraws(400, 99, 200, 10, {.alpha = 0.1, .control = Control::FalseAlarm});
  EXPECT_NEAR(mean.falseAlarm, 0.1, 0.006);  // ⌊0.1·100⌋/100; the scatter of one draw is 0.03
}

// ---- Sentences

bool isSaid(const Detection& detection, const std::string& part) {
  for (const std::string& note : detection.notes)
    if (note.find(part) != std::string::npos) return true;
  return false;
}

TEST(DetectionTest, WhatIsPromisedAndWhatIsNotIsSaid) {
  Values calibration, tested;
  for (int i = 0; i < 40; ++i) calibration.push_back(i);
  for (int i = 0; i < 30; ++i) tested.push_back(i < 3 ? 100 : i);
  const Detection few = detectNodes(calibration, tested, {.alpha = 0.01}).value();
  EXPECT_TRUE(isSaid(few, "Too few calibration nodes for this level: 40 are there, at least 99"));
  EXPECT_EQ(few.flaggedCount, 0);
  EXPECT_FALSE(few.threshold || few.alarmThreshold);
  // 30/(0.05·41) = 14.6: three nodes beyond all others are not enough.
  const Detection fdr = detectNodes(calibration, tested, {.alpha = 0.05}).value();
  EXPECT_EQ(fdr.leastFlagged, 15);
  EXPECT_EQ(fdr.flaggedCount, 0);
  EXPECT_TRUE(isSaid(fdr, "none is flagged, or at least 15"));
  EXPECT_TRUE(isSaid(fdr, "exchangeable"));
  const Detection alarm =
      detectNodes(calibration, tested, {.alpha = 0.05, .control = Control::FalseAlarm}).value();
  EXPECT_EQ(alarm.flaggedCount, 3);
  EXPECT_EQ(alarm.threshold, 38.0);  // ⌊0.05·41⌋ = 2: the second largest
  EXPECT_TRUE(isSaid(alarm, "in distribution at most 5 %"));
  EXPECT_FALSE(detectNodes(calibration, tested, {.alpha = 0}));
}

TEST(DetectionTest, WhatWasAchievedIsCounted) {
  const std::vector<std::uint8_t> flagged{1, 1, 1, 0, 0, 0}, isOod{1, 1, 0, 1, 0, 0};
  const Achieved achieved = achievedBy(flagged, isOod);
  EXPECT_EQ(achieved.ood, 3);
  EXPECT_EQ(achieved.discoveries, 2);
  EXPECT_DOUBLE_EQ(achieved.falseDiscoveryShare, 1.0 / 3);
  EXPECT_DOUBLE_EQ(*achieved.power, 2.0 / 3);
  EXPECT_DOUBLE_EQ(*achieved.falseAlarmRate, 1.0 / 3);
  EXPECT_EQ(achievedBy({}, {}).falseDiscoveryShare, 0);
  EXPECT_FALSE(achievedBy({}, {}).power);
}

}  // namespace
}  // namespace sispde
