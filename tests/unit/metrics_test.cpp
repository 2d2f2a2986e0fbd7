#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/ood/metrics.h"
#include "core/ood/score_order.h"

namespace sispde {
namespace {

using Json = nlohmann::json;

Json reference() {
  std::ifstream file(SISPDE_SOURCE_DIR "/tests/reference/metrics.json");
  return Json::parse(file);
}

double number(const Json& value) {
  if (!value.is_string()) return value.get<double>();
  return value == "inf" ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
}

std::vector<double> numbers(const Json& list) {
  std::vector<double> values;
  for (const Json& value : list) values.push_back(number(value));
  return values;
}

struct Expected {
  Json auroc, auprIn, auprOut, fpr95, detAcc, detAccGrid;
};

void expectMetrics(const std::vector<double>& scores, const std::vector<std::uint8_t>& isOod,
                   const Expected& expected) {
  const auto metrics = oodMetrics(scores, isOod);
  ASSERT_TRUE(metrics.has_value()) << metrics.error().sentence();
  constexpr double tolerance = 1e-9;
  EXPECT_NEAR(metrics->auroc, number(expected.auroc), tolerance);
  EXPECT_NEAR(metrics->auprIn, number(expected.auprIn), tolerance);
  EXPECT_NEAR(metrics->auprOut, number(expected.auprOut), tolerance);
  EXPECT_NEAR(metrics->fpr95, number(expected.fpr95), tolerance);
  EXPECT_NEAR(metrics->detAcc, number(expected.detAcc), tolerance);
  const auto grid = oodMetrics(scores, isOod, {.detAccGrid = 10});
  EXPECT_EQ(grid.has_value(), !expected.detAccGrid.is_null());
  if (grid) EXPECT_NEAR(grid->detAcc, number(expected.detAccGrid), tolerance);
}

TEST(MetricsTest, NamedCasesAgreeWithScikitLearn) {
  const Json cases = reference()["cases"];
  ASSERT_GT(cases.size(), 20u);
  for (const Json& c : cases) {
    SCOPED_TRACE(c["name"].get<std::string>());
    expectMetrics(numbers(c["score"]), c["is_ood"].get<std::vector<std::uint8_t>>(),
                  {c["auroc"], c["aupr_in"], c["aupr_out"], c["fpr95"], c["det_acc"], c["det_acc_grid10"]});
  }
}

TEST(MetricsTest, RandomTiedCasesAgreeWithScikitLearn) {
  const Json random = reference()["random"];
  ASSERT_EQ(random.size(), 300u);
  for (const Json& row : random) {
    SCOPED_TRACE(row[0].dump());
    expectMetrics(numbers(row[0]), row[1].get<std::vector<std::uint8_t>>(),
                  {row[2], row[3], row[4], row[5], row[6], row[7]});
  }
}

TEST(MetricsTest, TwentyThousandScoresAgreeWithScikitLearn) {
  const Json c = reference()["generated"];
  // splitmix64 as described in the file's note.
  std::uint64_t state = c["state"].get<std::uint64_t>();
  const auto next = [&] {
    std::uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  };
  std::vector<double> scores;
  std::vector<std::uint8_t> flags;
  for (int i = 0; i < c["n"].get<int>(); ++i) {
    const std::uint64_t a = next(), b = next(), d = next();
    const bool ood = (a & 3) == 0;
    std::uint64_t m = ood ? std::max(b >> 11, d >> 11) : b >> 11;
    if ((a >> 2 & 3) == 0) m = m >> 45 << 45;
    scores.push_back(static_cast<double>(m) * 0x1p-53);
    flags.push_back(ood);
  }
  ASSERT_EQ(scores.back(), c["last_score"].get<double>());
  expectMetrics(scores, flags,
                {c["auroc"], c["aupr_in"], c["aupr_out"], c["fpr95"], c["det_acc"], c["det_acc_grid10"]});
}

// The obvious way: all pairs, all thresholds.
OodMetrics slowMetrics(const std::vector<double>& id, const std::vector<double>& ood) {
  OodMetrics m;
  const auto share = [](const std::vector<double>& list, auto&& test) {
    return static_cast<double>(std::count_if(list.begin(), list.end(), test)) /
           static_cast<double>(list.size());
  };
  for (const double a : id)
    for (const double b : ood) m.auroc += b > a ? 1 : b == a ? 0.5 : 0;
  m.auroc /= static_cast<double>(id.size() * ood.size());
  std::vector<double> thresholds = id;
  thresholds.insert(thresholds.end(), ood.begin(), ood.end());
  std::sort(thresholds.begin(), thresholds.end());
  thresholds.erase(std::unique(thresholds.begin(), thresholds.end()), thresholds.end());
  m.detAcc = 0.5;
  for (const double t : thresholds) {
    const double idBelow = share(id, [&](double s) { return s <= t; }),
                 oodBelow = share(ood, [&](double s) { return s <= t; });
    m.detAcc = std::max(m.detAcc, 0.5 * (idBelow + 1 - oodBelow));
    const double idHere = share(id, [&](double s) { return s == t; }),
                 oodHere = share(ood, [&](double s) { return s == t; });
    const auto n = static_cast<double>(id.size()), k = static_cast<double>(ood.size());
    if (idHere > 0) m.auprIn += idHere * idBelow * n / (idBelow * n + oodBelow * k);
    const double idAbove = 1 - idBelow + idHere, oodAbove = 1 - oodBelow + oodHere;
    if (oodHere > 0) m.auprOut += oodHere * oodAbove * k / (idAbove * n + oodAbove * k);
  }
  return m;
}

TEST(MetricsTest, LargeSamplesEqualTheSlowWay) {
  Random random(9);
  for (const bool ties : {false, true}) {
    std::vector<double> id(1500), ood(1100);
    for (double& s : id) s = random.normal();
    for (double& s : ood) s = random.normal() + 1;
    if (ties)
      for (auto* list : {&id, &ood})
        for (double& s : *list) s = std::round(s * 4);
    const OodMetrics fast = oodMetrics(std::span<const double>(id), std::span<const double>(ood)).value(),
                     slow = slowMetrics(id, ood);
    EXPECT_NEAR(fast.auroc, slow.auroc, 1e-12);
    EXPECT_NEAR(fast.auprIn, slow.auprIn, 1e-12);
    EXPECT_NEAR(fast.auprOut, slow.auprOut, 1e-12);
    EXPECT_NEAR(fast.detAcc, slow.detAcc, 1e-12);
    EXPECT_EQ(fast.idCount, 1500);
    EXPECT_EQ(fast.oodCount, 1100);
  }
}

TEST(MetricsTest, RepeatedScoresGiveTheMetricsOfTheOriginals) {
  // Every score 200 times: long lists are summed in stretches, and no metric of ours depends on the amount.
  Random random(12);
  std::vector<double> id(900), ood(700), manyId, manyOod;
  for (double& s : id) s = random.normal();
  for (double& s : ood) s = random.normal() + 1;
  for (int i = 0; i < 200; ++i) {
    manyId.insert(manyId.end(), id.begin(), id.end());
    manyOod.insert(manyOod.end(), ood.begin(), ood.end());
  }
  const OodMetrics many =
                       oodMetrics(std::span<const double>(manyId), std::span<const double>(manyOod)).value(),
                   slow = slowMetrics(id, ood);
  EXPECT_NEAR(many.auroc, slow.auroc, 1e-12);
  EXPECT_NEAR(many.auprIn, slow.auprIn, 1e-12);
  EXPECT_NEAR(many.auprOut, slow.auprOut, 1e-12);
  EXPECT_NEAR(many.detAcc, slow.detAcc, 1e-12);
  EXPECT_EQ(many.fpr95, oodMetrics(std::span<const double>(id), std::span<const double>(ood))->fpr95);
}

TEST(MetricsTest, OneAndManyThreadsAgreeToTheLastBit) {
  Random random(10);
  std::vector<double> scores(50000);
  std::vector<std::uint8_t> flags(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    scores[i] = random.normal();
    flags[i] = random.chance(0.3);
  }
  const OodMetrics many = oodMetrics(scores, flags).value();
  const ThreadLimit limit(1);
  const OodMetrics one = oodMetrics(scores, flags).value();
  EXPECT_EQ(one.auroc, many.auroc);
  EXPECT_EQ(one.auprIn, many.auprIn);
  EXPECT_EQ(one.auprOut, many.auprOut);
}

TEST(MetricsTest, BadInputIsRefusedWithASentence) {
  const std::vector<double> one{1.0}, none, nan{std::nan("")};
  const auto message = [](const auto& result) {
    return result.has_value() ? std::string() : result.error().message;
  };
  const auto lists = [&](const std::vector<double>& id, const std::vector<double>& ood) {
    return message(oodMetrics(std::span<const double>(id), std::span<const double>(ood)));
  };
  EXPECT_NE(lists(none, none).find("no scores"), std::string::npos);
  EXPECT_NE(lists(none, one).find("need ID scores"), std::string::npos);
  EXPECT_NE(lists(one, none).find("need OOD scores"), std::string::npos);
  EXPECT_NE(lists(one, nan).find("OOD score 0 is not a number"), std::string::npos);
  EXPECT_NE(lists(nan, one).find("ID score 0 is not a number"), std::string::npos);
  const std::vector<std::uint8_t> flags{1, 0};
  EXPECT_NE(message(oodMetrics(one, flags)).find("2 flags"), std::string::npos);
  const std::vector<double> mixed{1.0, std::nan("")};
  EXPECT_NE(message(oodMetrics(mixed, flags)).find("Score 1 is not a number"), std::string::npos);
  const std::vector<double> two{1.0, 2.0};
  EXPECT_NE(message(oodMetrics(two, flags, {.detAccGrid = -1})).find("0 or more"), std::string::npos);
  const std::vector<double> equal{1.0, 1.0};
  EXPECT_NE(message(oodMetrics(equal, flags, {.detAccGrid = 10})).find("not all equal"), std::string::npos);
}

TEST(ScoreOrderTest, KeysKeepTheOrderOfNumbers) {
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<double> ascending{-infinity, -1e300, -1, -5e-324, 0, 5e-324, 1, 1e300, infinity};
  for (std::size_t i = 0; i + 1 < ascending.size(); ++i)
    EXPECT_LT(scoreKey(ascending[i]), scoreKey(ascending[i + 1]));
  for (const double x : ascending) EXPECT_EQ(keyScore(scoreKey(x)), x);
  EXPECT_EQ(scoreKey(-0.0), scoreKey(0.0));
}

TEST(ScoreOrderTest, RadixSortEqualsComparisonSort) {
  Random random(11);
  // Any bits; agreeing in the highest bits, so that runs must be finished; few distinct; all equal; numbers that are spread
  // evenly, normally, over many magnitudes, and evenly but in pairs.
  for (const int kind : {0, 1, 2, 3, 4, 5, 6, 7}) {
    ScoreKeys keys(5000);
    for (auto& key : keys) {
      const std::uint64_t bits = random.bits();
      key = kind == 0 ? bits : kind == 1 ? (bits % 3 << 60) | (bits >> 40) : kind == 2 ? bits % 5 : 42;
      if (kind == 4) key = scoreKey(random.uniform());
      if (kind == 5) key = scoreKey(random.normal());
      if (kind == 6) key = scoreKey(std::exp(50 * random.normal()));
      if (kind == 7) key = scoreKey(std::floor(random.uniform() * 2500));
    }
    ScoreKeys expected = keys;
    std::sort(expected.begin(), expected.end());
    sortKeys(keys);
    EXPECT_EQ(keys, expected) << kind;
  }
}

}  // namespace
}  // namespace sispde
