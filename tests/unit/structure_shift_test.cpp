#include <algorithm>
#include <cmath>
#include <map>

#include <gtest/gtest.h>

#include "core/graph/dataset_hash.h"
#include "core/graph/graph_builder.h"
#include "core/shift/block_sampler.h"
#include "core/shift/generators.h"
#include "core/shift/shift.h"

namespace sispde {
namespace {

// The obvious sampler: one coin for each pair.
std::vector<Edge> enumerateBlocks(std::span<const NodeId> starts, double pIn, double pOut, Random& random) {
  const auto blockOf = [&](NodeId u) {
    return std::upper_bound(starts.begin(), starts.end() - 1, u) - starts.begin();
  };
  std::vector<Edge> edges;
  for (NodeId u = 0; u < starts.back(); ++u)
    for (NodeId v = u + 1; v < starts.back(); ++v)
      if (random.chance(blockOf(u) == blockOf(v) ? pIn : pOut)) edges.push_back({u, v});
  return edges;
}

// How often each pair was an edge, and how often two given pairs were edges together.
struct Tally {
  std::map<std::pair<NodeId, NodeId>, int> pairs;
  int together = 0;
  double count = 0, squares = 0;
};

template <class Sampler>
Tally tally(Sampler&& sample, int runs, std::uint64_t stream) {
  Tally t;
  for (int run = 0; run < runs; ++run) {
    Random random(static_cast<std::uint64_t>(run), stream);
    const std::vector<Edge> edges = sample(random);
    bool first = false, second = false;
    for (const Edge e : edges) {
      ++t.pairs[{e.u, e.v}];
      first = first || e == Edge{0, 1};
      second = second || e == Edge{0, 2};
    }
    t.together += first && second ? 1 : 0;
    t.count += static_cast<double>(edges.size());
    t.squares += static_cast<double>(edges.size() * edges.size());
  }
  return t;
}

TEST(BlockSamplerTest, AgreesWithTheEnumerationOfAllPairs) {
  const std::vector<NodeId> starts{0, 3, 3, 4, 9};  // an empty block and one of a single node
  const double pIn = 0.5, pOut = 0.15;
  const int runs = 20000;
  const Tally fast = tally([&](Random& r) { return sampleBlocks(starts, pIn, pOut, r); }, runs, 1);
  const Tally slow = tally([&](Random& r) { return enumerateBlocks(starts, pIn, pOut, r); }, runs, 2);
  EXPECT_EQ(fast.pairs.size(), 36u);
  // The difference of two binomial counts with p ≤ 1/2 has a variance of at most runs/2.
  const double bound = 5 * std::sqrt(runs / 2.0);
  for (const auto& [pair, times] : slow.pairs)
    EXPECT_NEAR(fast.pairs.at(pair), times, bound) << pair.first << " – " << pair.second;
  EXPECT_NEAR(fast.together, slow.together, bound);
  // 13 inner and 23 outer pairs: mean 9.95, variance 13/4 + 23·0.15·0.85 = 6.18.
  const double mean = fast.count / runs;
  EXPECT_NEAR(mean, expectedEdges(starts, pIn, pOut), 5 * std::sqrt(6.18 / runs));
  EXPECT_NEAR(fast.squares / runs - mean * mean, 6.18, 5 * 6.18 * std::sqrt(2.0 / runs));
}

TEST(BlockSamplerTest, CertainPairsAreAllThereAndImpossibleOnesNever) {
  Random random(1);
  const std::vector<NodeId> starts{0, 4, 6};
  EXPECT_EQ(sampleBlocks(starts, 1, 0, random).size(), 7u);
  EXPECT_EQ(sampleBlocks(starts, 0, 1, random).size(), 8u);
  EXPECT_TRUE(sampleBlocks(starts, 0, 0, random).empty());
}

TEST(BlockSamplerTest, PairCursorVisitsEveryPairOnce) {
  std::vector<Edge> pairs;
  for (PairCursor cursor(2, 6); !cursor.done(); cursor.advance(1)) pairs.push_back(cursor.pair());
  EXPECT_EQ(pairs, (std::vector<Edge>{{2, 3}, {2, 4}, {2, 5}, {3, 4}, {3, 5}, {4, 5}}));
}

TEST(SampleDistinctTest, GivesExactlyTheWantedNumberInAscendingOrder) {
  Random random(5);
  for (const std::uint64_t total : {1u, 2u, 10u, 1000u})
    for (std::uint64_t wanted = 0; wanted <= total; wanted += 1 + total / 7) {
      const auto values = sampleDistinct(total, wanted, random);
      ASSERT_EQ(values.size(), wanted);
      for (std::size_t i = 0; i < values.size(); ++i) {
        EXPECT_LT(values[i], total);
        if (i > 0) {
          EXPECT_LT(values[i - 1], values[i]);
        }
      }
    }
  EXPECT_EQ(sampleDistinct(50, 50, random).size(), 50u);
}

TEST(SampleDistinctTest, EverySubsetIsEquallyLikely) {
  Random random(6);
  std::map<std::vector<std::uint64_t>, int> times;
  const int runs = 30000;
  for (int run = 0; run < runs; ++run) ++times[sampleDistinct(5, 2, random)];
  ASSERT_EQ(times.size(), 10u);
  for (const auto& [subset, n] : times) EXPECT_NEAR(n, runs / 10, 5 * std::sqrt(runs * 0.1 * 0.9));
}

Dataset generated(const std::string& spec) {
  return generateDataset(spec, 1).value();
}

TEST(StructureShiftTest, EdgeCountIsThatOfTheBlockModel) {
  const Dataset data = generated("sbm:7000,classes=7,degree=8");
  const double d = 2.0 * static_cast<double>(data.graph.edgeCount()) / (7000.0 * 6999.0);
  const double mean = 7 * 1.5 * d * 1000 * 999 / 2 + 21 * 0.5 * d * 1e6;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const ShiftedData shifted = applyShift(data, {.kind = ShiftKind::Structure, .seed = seed}).value();
    EXPECT_NEAR(static_cast<double>(shifted.test.graph.edgeCount()), mean, 5 * std::sqrt(mean));
  }
}

Dataset complete(NodeId n) {
  Dataset data;
  std::vector<Edge> edges;
  for (NodeId u = 0; u < n; ++u)
    for (NodeId v = u + 1; v < n; ++v) edges.push_back({u, v});
  data.graph = buildGraph(n, edges).graph;
  return data;
}

// In a complete graph d = 1, so that pairs within a block are certain (1.5 is cut to 1) and others have
// probability 1/2: after 60 graphs the pairs that were always joined are those within a block.
TEST(StructureShiftTest, BlocksAreConsecutiveIdsAndTheLastTakesTheRemainder) {
  const Dataset data = complete(11);
  std::map<std::pair<NodeId, NodeId>, int> times;
  for (std::uint64_t seed = 0; seed < 60; ++seed)
    for (const Edge e : applyShift(data, {.kind = ShiftKind::Structure, .seed = seed, .blocks = 4})
                            .value()
                            .test.graph.edges())
      ++times[{e.u, e.v}];
  const auto blockOf = [](NodeId u) { return std::min(u / 2, 3); };  // sizes 2, 2, 2, 5
  for (NodeId u = 0; u < 11; ++u)
    for (NodeId v = u + 1; v < 11; ++v)
      EXPECT_EQ((times[{u, v}] == 60), blockOf(u) == blockOf(v)) << u << " – " << v;
}

TEST(StructureShiftTest, NodesWithoutALabelAreTestedButNotTrainedOn) {
  Dataset data = generated("sbm:100");
  const NodeId train = members(data.splits[0].train)[0], test = members(data.splits[0].test)[0];
  const NodeId validation = members(data.splits[0].validation)[0];
  data.labels[train] = data.labels[validation] = data.labels[test] = -1;
  const ShiftedData shifted = applyShift(data, {.kind = ShiftKind::Structure}).value();
  const Split& split = shifted.training.splits[0];
  EXPECT_EQ(split.train[train], 0);
  EXPECT_EQ(split.validation[validation], 0);
  EXPECT_EQ(split.test[test], 1);
  EXPECT_EQ(count(split.train), 49);
}

TEST(StructureShiftTest, FeaturesLabelsAndTrainingGraphStay) {
  const Dataset data = generated("sbm:500");
  const ShiftedData shifted = applyShift(data, {.kind = ShiftKind::Structure}).value();
  EXPECT_EQ(contentHash(shifted.training), contentHash(data));
  EXPECT_EQ(shifted.test.labels, data.labels);
  Dataset back = shifted.test;
  back.graph = data.graph;
  EXPECT_EQ(contentHash(back), contentHash(data));
  EXPECT_EQ(shifted.idTest, data.splits[0].test);
}

TEST(StructureShiftTest, AllNodesButPlaceholdersAreOod) {
  Dataset data = generated("ring:40");
  data.placeholders.assign(40, 0);
  data.placeholders[3] = 1;
  data.splits[0].train[3] = data.splits[0].validation[3] = data.splits[0].test[3] = 0;
  const ShiftedData shifted = applyShift(data, {.kind = ShiftKind::Structure}).value();
  EXPECT_EQ(count(shifted.oodTest), 39);
  EXPECT_EQ(shifted.oodTest[3], 0);
  EXPECT_EQ(oodDataset(shifted).ood, shifted.oodTest);
}

TEST(StructureShiftTest, EverySeedGivesANewGraph) {
  const Dataset data = generated("sbm:500");
  const auto graph = [&](std::uint64_t seed) {
    return contentHash(applyShift(data, {.kind = ShiftKind::Structure, .seed = seed}).value().test.graph);
  };
  EXPECT_EQ(graph(1), graph(1));
  EXPECT_NE(graph(1), graph(2));
}

TEST(StructureShiftTest, ProbabilitiesAboveOneAreCutAndNoted) {
  Dataset data = complete(8);
  data.labels = {0, 0, 0, 0, 1, 1, 1, 1};
  const ShiftedData shifted = applyShift(data, {.kind = ShiftKind::Structure}).value();
  for (NodeId u = 0; u < 4; ++u) EXPECT_GE(shifted.test.graph.degree(u), 3);
  const auto cut = [](const std::string& note) { return note.find("cut to 1") != std::string::npos; };
  EXPECT_TRUE(std::any_of(shifted.notes.begin(), shifted.notes.end(), cut));
}

TEST(StructureShiftTest, ASetWithoutLabelsHasTwoBlocks) {
  Dataset data = generated("ring:50");
  data.labels.clear();
  data.classNames.clear();
  const ShiftedData shifted = applyShift(data, {.kind = ShiftKind::Structure}).value();
  EXPECT_NE(shifted.notes.front().find("two blocks"), std::string::npos);
  EXPECT_FALSE(applyShift(data, {.kind = ShiftKind::Structure, .blocks = 0}));
  EXPECT_FALSE(applyShift(data, {.kind = ShiftKind::Structure, .blocks = 51}));
}

}  // namespace
}  // namespace sispde
