#include <algorithm>

#include <gtest/gtest.h>

#include "core/graph/components.h"
#include "core/graph/dataset_hash.h"
#include "core/graph/graph_builder.h"
#include "core/shift/generators.h"
#include "core/shift/shift.h"

namespace sispde {
namespace {

Dataset generated(const std::string& spec) {
  return generateDataset(spec, 1).value();
}

ShiftedData local(const Dataset& data, ShiftOptions options) {
  options.kind = ShiftKind::Local;
  return applyShift(data, options).value();
}

TEST(LocalShiftTest, TheSharesAreExact) {
  const Dataset data = generated("grid:30x30");
  EXPECT_EQ(count(local(data, {}).oodTest), 450);
  EXPECT_EQ(count(local(data, {.region = LocalRegion::Balls}).oodTest), 180);
  EXPECT_EQ(count(local(data, {.region = LocalRegion::Balls, .share = 0.371}).oodTest), 334);
}

TEST(LocalShiftTest, TrainingAndTestAreTheSameGraphAndFeatures) {
  const Dataset data = generated("sbm:300");
  const ShiftedData shifted = local(data, {});
  EXPECT_EQ(contentHash(shifted.training), contentHash(shifted.test));
  EXPECT_EQ(contentHash(shifted.test.graph), contentHash(data.graph));
}

TEST(LocalShiftTest, OnlyShiftedNodesHaveNewFeatures) {
  const Dataset data = generated("sbm:300");
  const ShiftedData shifted = local(data, {.region = LocalRegion::Balls});
  for (NodeId u = 0; u < 300; ++u) {
    const auto before = data.features.denseRow(u), after = shifted.test.features.denseRow(u);
    EXPECT_EQ(std::equal(before.begin(), before.end(), after.begin()), shifted.oodTest[u] == 0) << u;
  }
}

TEST(LocalShiftTest, ShiftedNodesLeaveEveryMaskAndOthersStay) {
  const Dataset data = generated("grid:20x20");
  const ShiftedData shifted = local(data, {});
  const Split &before = data.splits[0], &after = shifted.training.splits.at(0);
  for (NodeId u = 0; u < 400; ++u) {
    const bool id = shifted.oodTest[u] == 0;
    EXPECT_EQ(after.train[u] != 0, id && before.train[u] != 0);
    EXPECT_EQ(after.validation[u] != 0, id && before.validation[u] != 0);
    EXPECT_EQ(shifted.idTest[u] != 0, id && before.test[u] != 0);
  }
}

TEST(LocalShiftTest, OneBallHoldsTheNearestNodesOfItsCentre) {
  // A ball of 41 of 100 nodes on a ring is an arc; with so large a radius there is one ball.
  const Dataset data = generated("ring:100");
  const ShiftedData shifted = local(data, {.region = LocalRegion::Balls, .share = 0.41, .ballRadius = 1000});
  int ends = 0;
  for (NodeId u = 0; u < 100; ++u) ends += shifted.oodTest[u] != shifted.oodTest[(u + 1) % 100] ? 1 : 0;
  EXPECT_EQ(ends, 2);
}

TEST(LocalShiftTest, BallsHaveTheAskedRadius) {
  // Radius 2 on a long ring: arcs of 5 nodes, of less where balls meet or the last one was cut.
  const Dataset data = generated("ring:100000");
  const ShiftedData shifted = local(data, {.region = LocalRegion::Balls, .share = 0.005, .ballRadius = 2});
  std::vector<Edge> inside;
  for (const Edge e : data.graph.edges())
    if (shifted.oodTest[e.u] != 0 && shifted.oodTest[e.v] != 0) inside.push_back(e);
  const Components parts = connectedComponents(buildGraph(data.nodeCount(), inside).graph);
  std::vector<int> sizes(static_cast<std::size_t>(parts.count), 0);
  for (const NodeId u : members(shifted.oodTest)) ++sizes[parts.ofNode[u]];
  EXPECT_EQ(count(shifted.oodTest), 500);
  EXPECT_GE(std::count(sizes.begin(), sizes.end(), 5), 90);
}

TEST(LocalShiftTest, BallsAreLessScatteredThanSingleNodes) {
  const Dataset data = generated("grid:40x40");
  const auto border = [&](LocalRegion region) {
    const Mask ood = local(data, {.region = region, .share = 0.2}).oodTest;
    int edges = 0;
    for (const Edge e : data.graph.edges()) edges += ood[e.u] != ood[e.v] ? 1 : 0;
    return edges;
  };
  EXPECT_LT(2 * border(LocalRegion::Balls), border(LocalRegion::Scattered));
}

TEST(LocalShiftTest, PlaceholdersAreNeverShifted) {
  Dataset data = generated("ring:400");
  data.placeholders.assign(400, 0);
  for (NodeId u = 0; u < 400; u += 2) data.placeholders[u] = 1;
  for (const LocalRegion region : {LocalRegion::Scattered, LocalRegion::Balls}) {
    const ShiftedData shifted = local(data, {.region = region, .share = 0.6});
    EXPECT_EQ(count(shifted.oodTest), 120);
    for (NodeId u = 0; u < 400; u += 2) EXPECT_EQ(shifted.oodTest[u] + shifted.idTest[u], 0);
  }
}

TEST(LocalShiftTest, EverySeedChoosesOtherNodes) {
  const Dataset data = generated("grid:20x20");
  for (const LocalRegion region : {LocalRegion::Scattered, LocalRegion::Balls}) {
    EXPECT_EQ(local(data, {.seed = 1, .region = region}).oodTest,
              local(data, {.seed = 1, .region = region}).oodTest);
    EXPECT_NE(local(data, {.seed = 1, .region = region}).oodTest,
              local(data, {.seed = 2, .region = region}).oodTest);
  }
}

TEST(LocalShiftTest, ImpossibleOptionsAreRefused) {
  const Dataset data = generated("ring:40");
  const auto works = [&](ShiftOptions options) {
    options.kind = ShiftKind::Local;
    return applyShift(data, options).has_value();
  };
  EXPECT_TRUE(works({.share = 0.5}));
  EXPECT_FALSE(works({.share = 0.0}));
  EXPECT_FALSE(works({.share = 1.0}));
  EXPECT_FALSE(works({.share = 0.001}));  // no node at all
  EXPECT_FALSE(works({.ballRadius = -1}));
  EXPECT_FALSE(applyShift(generated("karate"), {.kind = ShiftKind::Local}));
}

}  // namespace
}  // namespace sispde
