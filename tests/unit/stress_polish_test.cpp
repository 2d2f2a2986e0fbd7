#include "core/layout/stress_polish.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/graph/graph_builder.h"
#include "core/layout/layout.h"
#include "core/layout/stress.h"
#include "tests/unit/layout_graphs.h"

namespace sispde {
namespace {

Graph ladder(NodeId rungs) {
  std::vector<Edge> edges;
  for (NodeId i = 0; i < rungs; ++i) {
    edges.push_back({2 * i, 2 * i + 1});
    if (i + 1 < rungs) {
      edges.push_back({2 * i, 2 * i + 2});
      edges.push_back({2 * i + 1, 2 * i + 3});
    }
  }
  return buildGraph(2 * rungs, edges).graph;
}

std::vector<Point> somePoints(std::size_t n) {
  Random random(11);
  std::vector<Point> points(n);
  for (Point& p : points) p = {static_cast<float>(random.normal()), static_cast<float>(random.normal())};
  return points;
}

// All distances in hops, by the obvious way.
std::vector<std::vector<int>> allHops(const Graph& graph) {
  const auto n = static_cast<std::size_t>(graph.nodeCount());
  std::vector<std::vector<int>> hops(n, std::vector<int>(n, 1'000'000));
  for (std::size_t u = 0; u < n; ++u) {
    hops[u][u] = 0;
    for (const NodeId v : graph.neighbours(static_cast<NodeId>(u))) hops[u][static_cast<std::size_t>(v)] = 1;
  }
  for (std::size_t k = 0; k < n; ++k)
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = 0; j < n; ++j) hops[i][j] = std::min(hops[i][j], hops[i][k] + hops[k][j]);
  return hops;
}

// Of few nodes every one is a pivot that stands for itself: the step is that of the full stress, neighbours with weight 1.
TEST(StressPolishTest, AStepIsThatOfTheFullStressWhereEveryNodeIsAPivot) {
  const Graph graph = ladder(20);
  const auto points = somePoints(40);
  StressPolish polish;
  ASSERT_TRUE(polish.prepare(graph, points, {}));
  ASSERT_TRUE(polish.useful());
  std::vector<Point> next(points.size());
  polish.step(graph, points, next);

  const auto hops = allHops(graph);
  const auto distance = [&](std::size_t i, std::size_t j) {
    return std::hypot(static_cast<double>(points[i].x) - points[j].x,
                      static_cast<double>(points[i].y) - points[j].y);
  };
  double first = 0, second = 0;
  for (std::size_t i = 0; i < points.size(); ++i)
    for (std::size_t j = 0; j < points.size(); ++j)
      if (i != j) {
        const double q = distance(i, j) / hops[i][j];
        first += q;
        second += q * q;
      }
  const double scale = second / first;
  for (std::size_t i = 0; i < points.size(); ++i) {
    double x = 0, y = 0, sum = 0;
    for (std::size_t j = 0; j < points.size(); ++j) {
      if (i == j) continue;
      const double d = hops[i][j], weight = 1 / (d * d), part = scale * d / distance(i, j);
      x += weight * (points[j].x + part * (points[i].x - points[j].x));
      y += weight * (points[j].y + part * (points[i].y - points[j].y));
      sum += weight;
    }
    EXPECT_NEAR(next[i].x, points[i].x + StressPolish::relaxation * (x / sum - points[i].x), 2e-4);
    EXPECT_NEAR(next[i].y, points[i].y + StressPolish::relaxation * (y / sum - points[i].y), 2e-4);
  }
}

TEST(StressPolishTest, AGraphWithoutAShapeIsLeftAsItIs) {
  std::vector<Edge> star;
  for (NodeId u = 1; u < 300; ++u) star.push_back({0, u});
  StressPolish polish;
  const auto points = somePoints(300);
  ASSERT_TRUE(polish.prepare(buildGraph(300, star).graph, points, {}));
  EXPECT_FALSE(polish.useful());
}

TEST(StressPolishTest, AGridByForcesHasNearlyTheStressOfTheGridItself) {
  std::vector<Edge> edges;
  std::vector<Point> places;
  constexpr NodeId side = 30;
  for (NodeId y = 0; y < side; ++y)
    for (NodeId x = 0; x < side; ++x) {
      places.push_back({static_cast<float>(x), static_cast<float>(y)});
      if (x + 1 < side) edges.push_back({y * side + x, y * side + x + 1});
      if (y + 1 < side) edges.push_back({y * side + x, (y + 1) * side + x});
    }
  const Graph graph = buildGraph(side * side, edges).graph;
  const auto drawn = layoutGraph(graph, {.useGrid = false});
  ASSERT_TRUE(drawn);
  EXPECT_LT(layoutStress(graph, *drawn, 60, 3), 1.1 * layoutStress(graph, places, 60, 3));
}

TEST(StressPolishTest, StopsWhenAsked) {
  std::stop_source stop;
  stop.request_stop();
  Progress progress;
  progress.stop = stop.get_token();
  StressPolish polish;
  EXPECT_FALSE(polish.prepare(ladder(20), somePoints(40), progress));
}

}  // namespace
}  // namespace sispde
