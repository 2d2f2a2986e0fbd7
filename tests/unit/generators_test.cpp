#include "core/shift/generators.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "core/base/parallel.h"
#include "core/graph/components.h"
#include "core/graph/dataset_hash.h"
#include "core/graph/label_statistics.h"
#include "core/io/open.h"
#include "core/shift/minesweeper.h"
#include "tests/unit/real_data.h"

namespace sispde {
namespace {

Dataset make(const std::string& spec, std::uint64_t seed = 1) {
  Result<Dataset> data = generateDataset(spec, seed);
  if (!data) throw std::runtime_error(data.error().sentence());
  return std::move(*data);
}

void expectUsageError(const std::string& spec, const std::string& part) {
  SCOPED_TRACE(spec);
  const Result<Dataset> data = generateDataset(spec, 1);
  ASSERT_FALSE(data);
  EXPECT_EQ(data.error().kind, ErrorKind::Usage);
  EXPECT_NE(data.error().message.find(part), std::string::npos) << data.error().message;
}

TEST(GeneratorsTest, EveryExampleInTheTableIsAValidSpec) {
  for (const GeneratorInfo& info : generators()) {
    SCOPED_TRACE(info.example);
    EXPECT_TRUE(isGeneratorSpec(info.example));
    const Dataset data = make(info.example, 3);
    EXPECT_TRUE(checkDataset(data));
    EXPECT_EQ(data.labels.size(), static_cast<std::size_t>(data.nodeCount()));
    EXPECT_EQ(data.source, "generated: " + info.example + ", seed 3");
    EXPECT_FALSE(data.name.empty());
  }
}

TEST(GeneratorsTest, ANameAloneGivesTheDefaultSize) {
  EXPECT_EQ(make("grid").nodeCount(), 900);
  EXPECT_EQ(make("ring").nodeCount(), 100);
  EXPECT_EQ(make("minesweeper").nodeCount(), 10000);
  EXPECT_EQ(make("citation").nodeCount(), 2708);
}

TEST(GeneratorsTest, FileNamesAndUnknownNamesAreNoSpecs) {
  EXPECT_FALSE(isGeneratorSpec("cora"));
  EXPECT_FALSE(isGeneratorSpec("sbm.npz"));
  EXPECT_FALSE(isGeneratorSpec(""));
  expectUsageError("lattice:3x3", "\"lattice\"");
}

TEST(GeneratorsTest, WrongSpecsSayWhatWasFoundAndWhatIsAllowed) {
  expectUsageError("grid:4", "WIDTHxHEIGHT");
  expectUsageError("grid:1x5", "from 2 to 20000000");
  expectUsageError("grid:-3x5", "from 2 to 20000000");
  expectUsageError("grid:3x3,colour=1", "\"colour\"; it has torus, diagonal");
  expectUsageError("grid:3x3,torus=0.5", "whole number from 0 to 1");
  expectUsageError("sbm:", "whole number");
  expectUsageError("sbm:100,4", "KEY=VALUE");
  expectUsageError("sbm:mixing=nan", "from 0 to 1");
  expectUsageError("sbm:mixing=2", "\"2\"");
  expectUsageError("sbm:degree=1,degree=2", "twice");
  expectUsageError("sbm:10,classes=9", "at least 2 nodes");
  expectUsageError("sbm:100,degree=50", "at most 30");
  expectUsageError("planted:100,li=1,degree=20", "room for 190");
  expectUsageError("karate:5", "no size");
}

TEST(GeneratorsTest, SizesBeyondTheLimitsAreRefused) {
  expectUsageError("grid:5000x5000", "25000000 nodes");
  expectUsageError("ring:20000001", "to 20000000");
  expectUsageError("sbm:20000000,degree=21", "at most 200000000");
  expectUsageError("planted:20000000,degree=21", "at most 200000000");
}

TEST(GeneratorsTest, EqualSeedsGiveEqualSetsForAnyNumberOfThreads) {
  for (const char* spec : {"sbm:9000", "minesweeper:30x20", "citation:600", "planted:9000"}) {
    SCOPED_TRACE(spec);
    std::string one, two;
    {
      const ThreadLimit limit(1);
      one = contentHash(make(spec, 7));
    }
    {
      const ThreadLimit limit(2);
      two = contentHash(make(spec, 7));
    }
    EXPECT_EQ(one, two);
    EXPECT_NE(one, contentHash(make(spec, 8)));
  }
}

TEST(KarateTest, EqualsThePublishedDataSet) {
  SISPDE_REAL_DATA(path, "karate_club.npz");
  const Result<Dataset> published = openDataset(path);
  ASSERT_TRUE(published);
  EXPECT_EQ(contentHash(make("karate")), contentHash(*published));
  EXPECT_EQ(make("karate").name, "karate_club");
}

TEST(KarateTest, DoesNotDependOnTheSeed) {
  EXPECT_EQ(contentHash(make("karate", 1)), contentHash(make("karate", 2)));
}

TEST(GridTest, HasTheNeighboursOfAGrid) {
  const Dataset data = make("grid:5x4");
  EXPECT_EQ(data.graph.edgeCount(), 4 * 4 + 5 * 3);
  EXPECT_TRUE(data.graph.hasEdge(7, 8));
  EXPECT_TRUE(data.graph.hasEdge(7, 12));
  EXPECT_FALSE(data.graph.hasEdge(4, 5));  // end of one row, start of the next
  EXPECT_EQ(data.labels[1], 0);
  EXPECT_EQ(data.labels[2], 1);
  EXPECT_FLOAT_EQ(data.features.denseRow(19)[0], 1);
  EXPECT_FLOAT_EQ(data.features.denseRow(6)[1], 1.0f / 3);
}

TEST(GridTest, TorusAndDiagonalsGiveEveryNodeTheSameDegree) {
  const DegreeStatistics four = degreeStatistics(make("grid:5x4,torus=1").graph);
  EXPECT_EQ(four.min, 4);
  EXPECT_EQ(four.max, 4);
  const DegreeStatistics eight = degreeStatistics(make("grid:5x4,diagonal=1,torus=1").graph);
  EXPECT_EQ(eight.min, 8);
  EXPECT_EQ(eight.max, 8);
}

TEST(RingTest, IsOneCycleWithFourArcs) {
  const Dataset data = make("ring:10");
  EXPECT_EQ(data.graph.edgeCount(), 10);
  EXPECT_EQ(connectedComponents(data.graph).count, 1);
  EXPECT_EQ(degreeStatistics(data.graph).max, 2);
  EXPECT_EQ(data.labels, (std::vector<std::int32_t>{0, 0, 0, 1, 1, 2, 2, 2, 3, 3}));
}

// Edge counts are sums of independent Bernoulli pairs, so their variance is below their mean.
TEST(SbmTest, EdgeCountAndMixingAreTheAskedOnes) {
  const Dataset data = make("sbm:20000,classes=5,degree=12,mixing=0.3");
  const double mean = 20000 * 12 / 2.0;
  EXPECT_NEAR(static_cast<double>(data.graph.edgeCount()), mean, 5 * std::sqrt(mean));
  const double sigma = std::sqrt(0.3 * 0.7 / mean);
  EXPECT_NEAR(*labelStatistics(data.graph, data.labels).edgeHomophily, 0.7, 5 * sigma);
  for (std::int32_t k = 0; k < 5; ++k) EXPECT_EQ(std::count(data.labels.begin(), data.labels.end(), k), 4000);
}

TEST(SbmTest, NodeIdsSayNothingOfTheClass) {
  const Dataset data = make("sbm:4000,classes=2");
  const auto ones = std::count(data.labels.begin(), data.labels.begin() + 2000, 1);
  EXPECT_NEAR(static_cast<double>(ones), 1000, 5 * std::sqrt(2000 * 0.25 * 0.5));  // hypergeometric
}

TEST(SbmTest, ClassMeansOfTheFeaturesHaveTheLengthOfTheSignal) {
  const Dataset data = make("sbm:40000,classes=2,degree=1,signal=3");
  std::vector<double> mean(16, 0);
  for (NodeId u = 0; u < data.nodeCount(); ++u)
    if (data.labels[u] == 0)
      for (std::size_t j = 0; j < 16; ++j) mean[j] += data.features.denseRow(u)[j] / 20000.0;
  double squares = 0;
  for (const double x : mean) squares += x * x;
  EXPECT_NEAR(std::sqrt(squares), 3, 5 * std::sqrt(1 / 20000.0) + 16 / (2 * 3 * 20000.0));
}

TEST(MinesweeperTest, PublishedFeaturesFollowFromLabelsAndUnknownFlags) {
  SISPDE_REAL_DATA(path, "minesweeper.npz");
  const Result<Dataset> published = openDataset(path);
  ASSERT_TRUE(published);
  Mask unknown(static_cast<std::size_t>(published->nodeCount()), 0);
  for (NodeId u = 0; u < published->nodeCount(); ++u)
    unknown[u] = published->features.denseRow(u)[0] != 0 ? 1 : 0;
  const Features features = minesweeperFeatures(published->graph, published->labels, unknown);
  EXPECT_TRUE(std::equal(features.values().begin(), features.values().end(),
                         published->features.values().begin(), published->features.values().end()));
}

TEST(MinesweeperTest, PublishedGraphIsTheGeneratedOne) {
  SISPDE_REAL_DATA(path, "minesweeper.npz");
  const Result<Dataset> published = openDataset(path);
  ASSERT_TRUE(published);
  EXPECT_EQ(contentHash(make("minesweeper").graph), contentHash(published->graph));
}

TEST(MinesweeperTest, CountsAreExactAndSplitsKeepTheShareOfMines) {
  const Dataset data = make("minesweeper:50x40,mines=0.1,unknown=0.25");
  EXPECT_EQ(std::count(data.labels.begin(), data.labels.end(), 1), 200);
  std::int64_t unknown = 0;
  for (NodeId u = 0; u < data.nodeCount(); ++u) unknown += data.features.denseRow(u)[0] != 0 ? 1 : 0;
  EXPECT_EQ(unknown, 500);
  ASSERT_EQ(data.splits.size(), 10u);
  for (const Split& split : data.splits) {
    EXPECT_EQ(count(split.train), 1000);
    EXPECT_EQ(count(split.validation), 500);
    EXPECT_EQ(count(split.test), 500);
    std::int64_t mines = 0;
    for (const NodeId u : members(split.test)) mines += data.labels[u];
    EXPECT_EQ(mines, 50);
  }
  EXPECT_NE(data.splits[0].train, data.splits[1].train);
}

TEST(CitationTest, HasTheShapeOfCora) {
  const Dataset data = make("citation");
  const std::vector<std::int64_t> sizes{351, 217, 418, 818, 426, 298, 180};
  for (std::int32_t k = 0; k < 7; ++k)
    EXPECT_EQ(std::count(data.labels.begin(), data.labels.end(), k), sizes[k]) << "class " << k;
  EXPECT_NEAR(static_cast<double>(data.graph.edgeCount()), 1.949 * 2708, 10);
  EXPECT_NEAR(*labelStatistics(data.graph, data.labels).edgeHomophily, 0.81, 0.01);
  std::vector<std::int64_t> degrees;
  for (NodeId u = 0; u < data.nodeCount(); ++u) degrees.push_back(data.graph.degree(u));
  std::sort(degrees.begin(), degrees.end());
  EXPECT_EQ(degrees.front(), 1);
  EXPECT_EQ(degrees[2708 / 2], 3);
  EXPECT_EQ(degrees[2708 * 9 / 10], 7);
  EXPECT_NEAR(static_cast<double>(degrees[2708 * 99 / 100]), 19, 3);
  EXPECT_GT(degrees.back(), 110);
  EXPECT_LT(degrees.back(), 180);
}

TEST(CitationTest, NoNodeIsIsolatedAtAnySize) {
  for (const char* spec : {"citation:50", "citation:51", "citation:400", "citation:20000"})
    for (std::uint64_t seed = 0; seed < 5; ++seed)
      EXPECT_EQ(degreeStatistics(make(spec, seed).graph).isolated, 0) << spec << " seed " << seed;
}

TEST(CitationTest, WordsAreABagOfAbout18AndFallLikeZipf) {
  const Dataset data = make("citation");
  ASSERT_TRUE(data.features.isSparse());
  EXPECT_EQ(data.features.columns(), 1433);
  EXPECT_TRUE(data.features.values().empty());
  std::vector<std::int64_t> frequency(1433, 0);
  double sum = 0, squares = 0;
  for (NodeId u = 0; u < data.nodeCount(); ++u) {
    const auto words = data.features.sparseRow(u).columns;
    EXPECT_TRUE(std::adjacent_find(words.begin(), words.end(), std::greater_equal<>()) == words.end());
    for (const std::int32_t word : words) ++frequency[word];
    sum += static_cast<double>(words.size());
    squares += static_cast<double>(words.size() * words.size());
  }
  const double mean = sum / 2708, spread = std::sqrt(squares / 2708 - mean * mean);
  EXPECT_NEAR(mean, 18, 1);
  EXPECT_NEAR(spread, 6, 1);
  std::sort(frequency.begin(), frequency.end(), std::greater<>());
  EXPECT_GT(frequency[0], 10 * frequency[300]);
}

// Naive Bayes, the simplest linear classifier of words, learnt on one half of the nodes and tried on the
// other.
TEST(CitationTest, WordsTellTheClassOftenButNotAlways) {
  const Dataset data = make("citation");
  std::vector<double> words(7 * 1433, 1), totals(7, 1433), prior(7, 0);
  for (NodeId u = 0; u < data.nodeCount(); u += 2) {
    ++prior[data.labels[u]];
    for (const std::int32_t word : data.features.sparseRow(u).columns) {
      ++words[data.labels[u] * 1433 + word];
      ++totals[data.labels[u]];
    }
  }
  int right = 0;
  for (NodeId u = 1; u < data.nodeCount(); u += 2) {
    std::vector<double> score(7);
    for (std::int32_t k = 0; k < 7; ++k) {
      score[k] = std::log(prior[k]);
      for (const std::int32_t word : data.features.sparseRow(u).columns)
        score[k] += std::log(words[k * 1433 + word] / totals[k]);
    }
    right += std::max_element(score.begin(), score.end()) - score.begin() == data.labels[u] ? 1 : 0;
  }
  EXPECT_GT(right / 1354.0, 0.65);
  EXPECT_LT(right / 1354.0, 0.95);
}

TEST(CitationTest, SplitIsThatOfPlanetoidAndShrinksWithTheGraph) {
  const Split split = make("citation:3000").splits.front();
  EXPECT_EQ(count(split.train), 140);
  EXPECT_EQ(count(split.validation), 500);
  EXPECT_EQ(count(split.test), 1000);
  const Split small = make("citation:271").splits.front();
  EXPECT_EQ(count(small.train), 14);
  EXPECT_EQ(count(small.validation), 50);
  EXPECT_EQ(count(small.test), 100);
}

TEST(PlantedTest, RealisedInformativenessIsTheAskedOne) {
  for (const double li : {0.0, 0.1, 0.3, 0.6, 0.9, 1.0}) {
    const Dataset data = make(fmt::format("planted:5000,li={}", li));
    EXPECT_EQ(data.graph.edgeCount(), 25000);
    EXPECT_NEAR(*labelStatistics(data.graph, data.labels).edgeInformativeness, li, 0.01) << li;
  }
}

TEST(PlantedTest, CompleteClassesAreReached) {
  const Dataset data = make("planted:100,li=1,degree=19");
  EXPECT_EQ(data.graph.edgeCount(), 950);
  EXPECT_EQ(connectedComponents(data.graph).count, 5);
}

TEST(GeneratorsTest, PlantedClassesNeedTwoNodesEach) {
  const auto data = generateDataset("planted:10,classes=9", 1);
  ASSERT_FALSE(data.has_value());
  EXPECT_NE(data.error().message.find("at least 2 nodes"), std::string::npos);
}

}  // namespace
}  // namespace sispde
