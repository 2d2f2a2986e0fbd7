// The checks of exchangeability and the laws behind them.

#include <cmath>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/base/random.h"
#include "core/ood/exchangeability.h"

namespace sispde {
namespace {

using Json = nlohmann::json;
using Values = std::vector<double>;

Json reference() {
  std::ifstream file(SISPDE_SOURCE_DIR "/tests/reference/conformal.json");
  return Json::parse(file);
}

Values normals(std::size_t count, std::uint64_t stream, double shift = 0, double scale = 1) {
  Random random(23, stream);
  Values values(count);
  for (double& value : values) value = shift + scale * random.normal();
  return values;
}

TEST(ExchangeabilityTest, TailsAreTheExactOnes) {
  const Json all = reference();
  for (const Json& row : all["kolmogorov"])
    EXPECT_NEAR(kolmogorovTail(row[0]), row[1].get<double>(), 1e-13) << row;
  for (const Json& row : all["betabinom"]) {
    const double exact = row[4];
    EXPECT_NEAR(betaBinomialTail(row[0], row[1], row[2], row[3]), exact, 1e-10 * exact) << row;
  }
  for (const Json& row : all["binom"]) {
    const double p = row[2][0].get<double>() / row[2][1].get<double>(), exact = row[3];
    EXPECT_NEAR(binomialTail(row[0], row[1], p), exact, 1e-10 * exact) << row;
  }
}

// The figures that the documentation of SciPy prints: kolmogorov([0, 0.5, 1.0]), and proportion_ci of binomtest(7, 50).
TEST(ExchangeabilityTest, ValuesAreThoseThatSciPyPrints) {
  EXPECT_EQ(kolmogorovTail(0), 1);
  EXPECT_NEAR(kolmogorovTail(0.5), 0.96394524, 5e-9);
  EXPECT_NEAR(kolmogorovTail(1), 0.26999967, 5e-9);
  const Interval interval = shareInterval(7, 50);
  EXPECT_NEAR(interval.low, 0.05819170033997342, 1e-12);
  EXPECT_NEAR(interval.high, 0.26739600249700846, 1e-12);
}

TEST(ExchangeabilityTest, TailsAndIntervalsKeepTheirEnds) {
  EXPECT_EQ(binomialTail(0, 5, 0.1), 1);
  EXPECT_EQ(binomialTail(6, 5, 0.1), 0);
  EXPECT_EQ(binomialTail(3, 5, 0), 0);
  EXPECT_EQ(binomialTail(3, 5, 1), 1);
  EXPECT_EQ(betaBinomialTail(0, 5, 1, 1), 1);
  EXPECT_NEAR(betaBinomialTail(2, 4, 1, 1), 0.6, 1e-12);  // uniform on 0 … 4
  EXPECT_EQ(shareInterval(0, 10).low, 0);
  EXPECT_NEAR(shareInterval(0, 10).high, 1 - std::pow(0.025, 0.1), 1e-12);
  EXPECT_EQ(shareInterval(10, 10).high, 1);
  EXPECT_EQ(shareInterval(0, 0).high, 1);
  // Far from the mean and large: no overflow, and a tail of practically all or nothing.
  EXPECT_NEAR(binomialTail(10, 1'000'000, 0.5), 1, 1e-12);
  EXPECT_LT(binomialTail(900'000, 1'000'000, 0.5), 1e-300);
  EXPECT_NEAR(betaBinomialTail(1, 1'000'000, 500, 500), 1, 1e-12);
}

TEST(ExchangeabilityTest, DistancesAreTheExactOnesAndSymmetric) {
  const Json known = reference();
  for (const Json& c : known["cases"]) {
    const Values a = c["calibration"], b = c["tested"];
    EXPECT_NEAR(kolmogorovSmirnov(a, b).statistic, c["distance"].get<double>(), 1e-14) << c["name"];
    EXPECT_NEAR(kolmogorovSmirnov(b, a).pValue, kolmogorovSmirnov(a, b).pValue, 1e-14);
  }
  EXPECT_EQ(kolmogorovSmirnov({}, Values{1}).pValue, 1);
}

TEST(ExchangeabilityTest, OfAlikeSamplesTheDistanceIsRarelyLarge) {
  int small = 0;
  constexpr int draws = 2000;
  for (std::uint64_t draw = 0; draw < draws; ++draw)
    small += kolmogorovSmirnov(normals(80, 2 * draw), normals(120, 2 * draw + 1)).pValue < 0.05;
  EXPECT_NEAR(small / static_cast<double>(draws), 0.05, 0.015);  // standard error 0.005
}

// ---- Held-out nodes

TEST(HeldOutCheckTest, AlikeNodesPassButForOneInAHundred) {
  int warned = 0;
  constexpr int draws = 1000;
  for (std::uint64_t draw = 0; draw < draws; ++draw) {
    const HeldOutCheck check = checkHeldOut(normals(60, 2 * draw), normals(300, 2 * draw + 1), 0.1);
    warned += check.tooManyAlarms;
  }
  EXPECT_LE(warned, 20);  // 1 % of 1000, standard error 3.2
  EXPECT_GE(warned, 2);   // a check that never warns checks nothing
}

TEST(HeldOutCheckTest, AShiftIsFoundAndSaid) {
  const HeldOutCheck good = checkHeldOut(normals(400, 1), normals(600, 2), 0.1);
  EXPECT_TRUE(good.passes());
  EXPECT_NE(good.sentence.find("Nothing speaks against exchangeability"), std::string::npos);
  EXPECT_LE(good.interval.low, good.rate);
  EXPECT_GE(good.interval.high, good.rate);
  const HeldOutCheck higher = checkHeldOut(normals(400, 1), normals(600, 2, 1.0), 0.1);
  EXPECT_TRUE(higher.tooManyAlarms && higher.scoresDiffer);
  EXPECT_NE(higher.sentence.find("more nodes are flagged than promised"), std::string::npos);
  const HeldOutCheck lower = checkHeldOut(normals(400, 1), normals(600, 2, -1.0), 0.1);
  EXPECT_TRUE(!lower.tooManyAlarms && lower.scoresDiffer);
  EXPECT_NE(lower.sentence.find("no more nodes are flagged"), std::string::npos);
  const HeldOutCheck believed =
      checkHeldOut(normals(400, 1), normals(600, 2, 1.0), 0.1, HeldOutNodes::TakenAsId);
  EXPECT_NE(believed.sentence.find("or some of these nodes are OOD"), std::string::npos);
}

TEST(HeldOutCheckTest, CountsAlarmsByThePValue) {
  const Values calibration{1, 2, 3, 4, 5, 6, 7, 8, 9};
  const HeldOutCheck check = checkHeldOut(calibration, Values{9, 9.5, 10, 1}, 0.1);
  EXPECT_EQ(check.nodes, 4);
  EXPECT_EQ(check.alarms, 2);
  EXPECT_DOUBLE_EQ(check.rate, 0.5);
  EXPECT_TRUE(checkHeldOut(calibration, {}, 0.1).sentence.empty());
}

TEST(DegreeCheckTest, DegreesOfAnotherKindAreFound) {
  EXPECT_FALSE(checkDegrees(normals(200, 5), normals(200, 6)).differ);
  const DegreeCheck other = checkDegrees(normals(200, 5), normals(200, 6, 2));
  EXPECT_TRUE(other.differ);
  EXPECT_NE(other.sentence.find("differ"), std::string::npos);
}

}  // namespace
}  // namespace sispde
