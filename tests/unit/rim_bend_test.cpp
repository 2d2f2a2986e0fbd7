#include "core/layout/rim_bend.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/graph/graph_builder.h"
#include "core/layout/layout.h"

namespace sispde {
namespace {

// Four blocks of equal size; a node has about eight neighbours in its own and two in the others, and hardly any two have one in common.
Graph blocks(NodeId nodes, std::uint64_t seed) {
  Random random(seed);
  std::vector<Edge> edges;
  const auto any = [&] { return static_cast<NodeId>(random.below(static_cast<std::uint64_t>(nodes))); };
  for (NodeId i = 0; i < 5 * nodes; ++i) {
    const NodeId u = any();
    NodeId v = any();
    if (random.uniform() < 0.8) v = v / 4 * 4 + u % 4;
    if (u != v && v < nodes) edges.push_back({u, v});
  }
  return buildGraph(nodes, edges).graph;
}

std::vector<Point> somePoints(std::size_t count) {
  Random random(3);
  std::vector<Point> points(count);
  for (Point& p : points) p = {static_cast<float>(5 + random.normal()), static_cast<float>(random.normal())};
  return points;
}

TEST(RimBendTest, PlacesMoveOnTheirRaysByAPowerOfTheirDistance) {
  const auto points = somePoints(500);
  double x = 0, y = 0;
  for (const Point& p : points) {
    x += p.x / 500.0;
    y += p.y / 500.0;
  }
  double mean = 0;
  for (const Point& p : points) mean += std::hypot(p.x - x, p.y - y) / 500.0;
  std::vector<Point> once(500);
  bendPoints(points, 0.7, once);
  for (std::size_t u = 0; u < 500; ++u) {
    const double dx = points[u].x - x, dy = points[u].y - y, r = std::hypot(dx, dy);
    EXPECT_NEAR(once[u].x - x, dx * std::pow(r / mean, -0.3), 1e-4);
    EXPECT_NEAR(once[u].y - y, dy * std::pow(r / mean, -0.3), 1e-4);
  }
}

TEST(RimBendTest, TheChosenBendHasLessStressThanNone) {
  const Graph graph = blocks(4000, 1);
  // A drawing whose rim is far too far out.
  auto points = somePoints(4000), bent = points;
  bendPoints(points, 2.0, bent);
  const auto exponent = bestBend(graph, bent, 1, {});
  ASSERT_TRUE(exponent);
  EXPECT_LT(*exponent, 0.8);
  std::vector<Point> mended(4000);
  bendPoints(bent, *exponent, mended);
  EXPECT_LT(layoutStress(graph, mended), 0.9 * layoutStress(graph, bent));
}

TEST(RimBendTest, StopsWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  Progress progress;
  progress.stop = stop.get_token();
  EXPECT_FALSE(bestBend(blocks(400, 1), somePoints(400), 1, progress));
}

// The share of a node's ten nearest that are of its block.
double sameBlock(const std::vector<Point>& points) {
  double same = 0, count = 0;
  for (std::size_t u = 0; u < points.size(); u += 37) {
    std::vector<std::pair<double, std::size_t>> near;
    for (std::size_t v = 0; v < points.size(); ++v)
      if (v != u) near.push_back({std::hypot(points[v].x - points[u].x, points[v].y - points[u].y), v});
    std::nth_element(near.begin(), near.begin() + 10, near.end());
    for (std::size_t i = 0; i < 10; ++i) same += near[i].second % 4 == u % 4;
    count += 10;
  }
  return same / count;
}

TEST(LayoutWithoutShapeTest, BlocksWithoutTrianglesAreDrawnApart) {
  const Graph graph = blocks(20000, 5);
  for (const std::uint64_t seed : {1, 2}) {
    const auto points = layoutGraph(graph, {.seed = seed});
    ASSERT_TRUE(points);
    EXPECT_GT(sameBlock(*points), 0.85) << "seed " << seed;
  }
}

}  // namespace
}  // namespace sispde
