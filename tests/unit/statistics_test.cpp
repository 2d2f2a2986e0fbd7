// The tests and intervals of the benchmark's report: against values of SciPy, and by what is known of them.

#include <cmath>
#include <fstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/experiment/statistics_ranks.h"
#include "core/experiment/statistics_summary.h"
#include "core/experiment/statistics_tails.h"

namespace sispde {
namespace {

using Json = nlohmann::json;
using Values = std::vector<double>;

const Json& reference() {
  static const Json read = Json::parse(std::ifstream(SISPDE_SOURCE_DIR "/tests/reference/statistics.json"));
  return read;
}

void expectNear(double found, double expected, const Json& where) {
  EXPECT_NEAR(found, expected, 1e-10 + 1e-9 * std::abs(expected)) << where;
}

TEST(StatisticsTest, TailsAreThoseOfSciPy) {
  for (const Json& c : reference()["chi_square"]) expectNear(chiSquareTail(c[0], c[1]), c[2], c);
  for (const Json& c : reference()["fisher"]) expectNear(fisherTail(c[0], c[1], c[2]), c[3], c);
  for (const Json& c : reference()["student"]) expectNear(studentTail(c[0], c[1]), c[2], c);
  for (const Json& c : reference()["two_sided"]) expectNear(studentTwoSided(c[0], c[1]), c[2], c);
}

TEST(StatisticsTest, StudentizedRangeIsThatOfSciPy) {
  for (const Json& c : reference()["range"]) EXPECT_NEAR(rangeTail(c[0], c[1]), c[2], 1e-9) << c;
  for (const Json& c : reference()["nemenyi"]) EXPECT_NEAR(nemenyiCritical(c[0], c[1]), c[2], 1e-7) << c;
}

// Table 5 of Demšar, "Statistical comparisons of classifiers over multiple data sets" (2006), as printed there.
TEST(StatisticsTest, NemenyiCriticalValuesAreTheTabulatedOnes) {
  const Values printed{1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164};
  for (int k = 2; k <= 10; ++k) EXPECT_NEAR(nemenyiCritical(k), printed[k - 2], 1.1e-3) << k;
}

TEST(StatisticsTest, EqualValuesShareTheirRanks) {
  for (const Json& c : reference()["ranks"])
    EXPECT_EQ(ranksOf(c[0].get<Values>(), true), c[1].get<Values>()) << c;
  EXPECT_EQ(ranksOf(Values{0.3, 0.1, 0.3}, false), (Values{2.5, 1, 2.5}));
  EXPECT_TRUE(ranksOf(Values{}, true).empty());
}

TEST(StatisticsTest, FriedmanIsThatOfSciPyWithTiesAndWithout) {
  for (const Json& c : reference()["friedman"]) {
    std::vector<Values> ranks;
    for (const Json& block : c["values"]) ranks.push_back(ranksOf(block.get<Values>(), true));
    const Friedman found = friedman(ranks);
    expectNear(found.chiSquare, c["chi_square"], c);
    expectNear(found.p, c["p"], c);
    expectNear(found.f, c["f"], c);
    expectNear(found.fP, c["f_p"], c);
    for (std::size_t j = 0; j < found.meanRanks.size(); ++j)
      expectNear(found.meanRanks[j], c["mean_ranks"][j], c);
    const double k = found.systems, n = found.blocks;
    EXPECT_DOUBLE_EQ(found.criticalDifference,
                     nemenyiCritical(found.systems) * std::sqrt(k * (k + 1) / (6 * n)));
  }
}

TEST(StatisticsTest, FriedmanKnowsNothingAndEverything) {
  const Friedman ties = friedman({{2, 2, 2}, {2, 2, 2}});
  EXPECT_EQ(ties.p, 1);
  EXPECT_EQ(ties.fP, 1);
  const Friedman agreed = friedman({{1, 2, 3}, {1, 2, 3}, {1, 2, 3}});
  EXPECT_NEAR(agreed.chiSquare, 6, 1e-12);
  EXPECT_EQ(agreed.fP, 0);
}

TEST(StatisticsTest, RunsOfLikeRanksAreTheLongestOnes) {
  EXPECT_EQ(rankRuns(Values{1, 2, 3, 4}, 2.5), (std::vector<RankRun>{{0, 2}, {1, 3}}));
  EXPECT_EQ(rankRuns(Values{1, 2, 3, 4}, 10), (std::vector<RankRun>{{0, 3}}));
  EXPECT_TRUE(rankRuns(Values{1, 2, 3}, 1).empty());
  EXPECT_EQ(rankRuns(Values{1, 1.2, 5, 5.5}, 1), (std::vector<RankRun>{{0, 1}, {2, 3}}));
}

TEST(StatisticsTest, PairedIntervalsAreThoseOfSciPy) {
  for (const Json& c : reference()["paired"]) {
    BySeed first, second;
    for (std::size_t i = 0; i < c[0].size(); ++i) {
      first[i] = c[0][i];
      second[i] = c[1][i];
    }
    first[100] = 5;  // a seed that the other does not have
    const PairedInterval found = pairedInterval(first, second);
    EXPECT_EQ(found.pairs, static_cast<int>(c[0].size()));
    expectNear(found.mean, c[2], c);
    ASSERT_TRUE(found.half);
    expectNear(*found.half, c[3], c);
  }
}

TEST(StatisticsTest, OnePairHasNoInterval) {
  const PairedInterval one = pairedInterval({{0, 0.5}}, {{0, 0.1}});
  EXPECT_EQ(one.pairs, 1);
  EXPECT_FALSE(one.half);
  EXPECT_FALSE(one.seen());
  EXPECT_EQ(pairedInterval({{0, 0.5}}, {{1, 0.1}}).pairs, 0);
}

TEST(StatisticsTest, SpreadIsThatOfThePopulation) {
  const Summary summary = summaryOf(Values{100, 100, 100, 0, 0});
  EXPECT_DOUBLE_EQ(summary.mean, 60);
  EXPECT_NEAR(summary.std, 48.99, 0.005);  // the paper's GOLD on Tolokers
}

}  // namespace
}  // namespace sispde
