// The parts of a layout: forces against the plain sum, coarser levels, grids, packing, stress.

#include <algorithm>

#include "core/layout/layout.h"
#include "core/layout/packing.h"
#include "tests/unit/layout_graphs.h"

namespace sispde {
namespace {

using namespace layout_testing;

// Root of the mean squared error over that of the forces themselves.
double forceError(std::span<const Point> points, std::span<const float> mass) {
  const RepulsionOptions options;
  std::vector<Repelled> fast(points.size());
  EXPECT_TRUE(Repulsion().compute(points, mass, options, fast));
  const auto exact = exactRepulsion(points, mass, options.softening);
  double error = 0, size = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    error += std::pow(fast[i].x - exact[i].x, 2) + std::pow(fast[i].y - exact[i].y, 2);
    size += std::pow(exact[i].x, 2) + std::pow(exact[i].y, 2);
    EXPECT_NEAR(fast[i].potential, exact[i].potential, 0.03 * exact[i].potential);
  }
  return std::sqrt(error / size);
}

TEST(RepulsionTest, AgreesWithThePlainSumOnFinishedDrawings) {
  EXPECT_LE(forceError(layoutGraph(grid(60, 60, true), {.useGrid = false}).value(), {}), 0.015);
  EXPECT_LE(forceError(layoutGraph(clusteredGraph(50, 60, 1)).value(), {}), 0.015);
}

TEST(RepulsionTest, AgreesWithThePlainSumWhereNearForcesCancel) {
  // Almost regular points: what is left comes from far away, so that an error of the distant cells is seen.
  auto points = randomPoints(70 * 70, 0.3, 1);
  for (std::size_t i = 0; i < points.size(); ++i) {
    points[i].x += static_cast<float>(i % 70);
    points[i].y += static_cast<float>(i / 70);
  }
  EXPECT_LE(forceError(points, {}), 0.03);
}

TEST(RepulsionTest, AgreesWithThePlainSumOnClustersOfUnequalMasses) {
  Random random(2);
  std::vector<Point> points;
  std::vector<float> mass;
  for (int i = 0; i < 3000; ++i) {
    const double spread = i % 3 == 0 ? 100 : 1;
    points.push_back({static_cast<float>(spread * random.normal() + 30 * (i % 5)),
                      static_cast<float>(spread * random.normal())});
    mass.push_back(static_cast<float>(1 + random.below(20)));
  }
  EXPECT_LE(forceError(points, mass), 0.015);
}

TEST(RepulsionTest, ManyBodiesInOnePlaceDoNotPushEachOther) {
  const std::vector<Point> points(500, Point{3, 4});
  std::vector<Repelled> results(points.size());
  ASSERT_TRUE(Repulsion().compute(points, {}, {}, results));
  for (const Repelled& r : results) EXPECT_EQ(r.x * r.x + r.y * r.y + r.potential, 0);
}

TEST(CoarseningTest, EveryLevelHasAtMostHalfTheNodesAndKeepsTheMass) {
  for (const Grouping grouping : {Grouping::Pairs, Grouping::Fours})
    for (const Graph& graph : {starGraph(50000), pathGraph(20000), clusteredGraph(40, 50, 1)}) {
      const auto levels = coarsenGraph(graph, 300, grouping, 7, {});
      ASSERT_GT(levels.size(), 1u);
      EXPECT_LE(levels.back().size(), 300u);
      for (std::size_t l = 1; l < levels.size(); ++l) {
        EXPECT_LE(2 * levels[l].size(), levels[l - 1].size());
        double mass = 0;
        for (const float m : levels[l].mass) mass += m;
        EXPECT_EQ(mass, graph.nodeCount());
      }
    }
}

TEST(GridPositionsTest, RecogniseGridsInRowMajorOrderAndNothingElse) {
  for (const bool king : {false, true}) {
    const auto points = gridPositions(grid(7, 4, king));
    ASSERT_TRUE(points);
    // Left to right, top to bottom, square.
    const double step = distance((*points)[0], (*points)[1]);
    EXPECT_NEAR(distance((*points)[0], (*points)[7]), step, 1e-5);
    EXPECT_NEAR(distance((*points)[0], (*points)[27]), step * std::hypot(6, 3), 1e-4);
    EXPECT_NEAR(meanEdgeLength(grid(7, 4, king), *points), 1, 1e-5);
  }
  auto edges = grid(7, 4, true).edges();
  edges.pop_back();
  EXPECT_FALSE(gridPositions(graphOf(28, edges)));
  edges.push_back({3, 20});
  EXPECT_FALSE(gridPositions(graphOf(28, edges)));
  EXPECT_FALSE(gridPositions(pathGraph(10)));
  EXPECT_FALSE(gridPositions(starGraph(10)));
  EXPECT_FALSE(gridPositions(Graph()));
}

TEST(PackingTest, TheWholeIsNotMuchLargerThanItsParts) {
  std::vector<Box> boxes{{0, 20, 0, 20}};
  for (int i = 0; i < 200; ++i) boxes.push_back({0, 2, 0, 2});
  const auto shifts = packBoxes(boxes, 1);
  EXPECT_EQ(shifts[0], Point{});
  float left = 0, right = 20, bottom = 0, top = 20;
  for (std::size_t i = 1; i < boxes.size(); ++i) {
    left = std::min(left, shifts[i].x);
    right = std::max(right, shifts[i].x + 2);
    bottom = std::min(bottom, shifts[i].y);
    top = std::max(top, shifts[i].y + 2);
  }
  EXPECT_LT((right - left) * (top - bottom), 1.3f * (20 * 20 + 200 * 9));
}

TEST(StressTest, IsZeroForAStraightPathAtAnyScaleAndOneForAPoint) {
  const Graph graph = pathGraph(50);
  std::vector<Point> line;
  for (int i = 0; i < 50; ++i) line.push_back({3.0f * static_cast<float>(i), 1});
  EXPECT_NEAR(layoutStress(graph, line), 0, 1e-9);
  EXPECT_EQ(layoutStress(graph, std::vector<Point>(50)), 1);
  EXPECT_EQ(layoutStress(graphOf(3, {}), std::vector<Point>(3)), 0);
}

}  // namespace
}  // namespace sispde
