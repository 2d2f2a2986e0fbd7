#include "app/studio/render/edge_density.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "tests/unit/density_scene.h"
#include "tests/unit/plain_drawing.h"

namespace sispde::studio {
namespace {

// Pixels of line in each pixel of the view.
std::vector<double> edgeLength(const DensityRequest& request) {
  std::vector<Point> screen;
  for (const Point p : request.positions) {
    const DoublePoint s = request.camera.toScreen({p.x, p.y}, request.view);
    screen.push_back({static_cast<float>(s.x), static_cast<float>(s.y)});
  }
  const auto density = edgeDensity(request, screen, {});
  std::vector<double> length;
  for (int y = 0; y < request.view.height && !density->empty(); ++y)
    for (int x = 0; x < request.view.width; ++x) length.push_back(density->row(y)[x] / double{density->unit});
  return length;
}

double drawnLength(const DensityRequest& request) {
  const auto length = edgeLength(request);
  return std::accumulate(length.begin(), length.end(), 0.0);
}

double lengthOfOne(Point a, Point b) {
  const Scene scene{.positions = {a, b}, .colours = {}, .edges = {{0, 1}}};
  return drawnLength(scene.request());
}

TEST(EdgeDensityTest, CoverageOfAnEdgeIsItsLength) {
  for (const auto& [a, b] : {std::pair<Point, Point>{{10, 10}, {50, 10}},
                             {{10, 40}, {10.5f, 5}},
                             {{5, 5}, {35, 35}},
                             {{60.2f, 3.3f}, {2.1f, 44.4f}},
                             {{20.1f, 20.2f}, {20.3f, 20.1f}},
                             {{20.9f, 20.2f}, {21.3f, 21.1f}}}) {
    const double length = std::hypot(a.x - b.x, a.y - b.y);
    EXPECT_NEAR(lengthOfOne(a, b), length, 0.001 * length + 0.002);
    EXPECT_NEAR(lengthOfOne(b, a), length, 0.001 * length + 0.002);
  }
}

TEST(EdgeDensityTest, PixelsOfAnEdgeAgreeWithThoseOfSmallSteps) {
  // A column is shared out by the middle of what the edge covers of it. Where the edge passes the centre of a
  // pixel, small steps share with the pixels on both sides, and so give it less by up to slope / 4 of a
  // length of at most √2.
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Scene scene = randomScene(2, 0, 25, seed);
    scene.edges = {{0, 1}};
    const DensityRequest request = scene.request();
    const auto fast = edgeLength(request), plain = plainEdgeLength(request);
    ASSERT_EQ(fast.size(), plain.size());
    for (std::size_t i = 0; i < fast.size(); ++i)
      EXPECT_NEAR(fast[i], plain[i], std::sqrt(2) / 4 + 0.02) << "seed " << seed << " pixel " << i;
  }
}

TEST(EdgeDensityTest, CoverageOfAClippedEdgeIsItsLengthInTheView) {
  EXPECT_NEAR(lengthOfOne({-1000, 20}, {1000, 20}), 64, 0.1);
  EXPECT_NEAR(lengthOfOne({30, -1e6f}, {30, 24}), 24, 0.1);
  EXPECT_NEAR(lengthOfOne({-1e7f, -1e7f}, {1e7f, 1e7f}), std::hypot(48, 48),
              0.7);  // the two ends are shared over the border
}

TEST(EdgeDensityTest, AllEdgesOfAHubAreDrawnOnce) {
  Scene scene = randomScene(50000, 0, 0, 3);
  double length = 0;
  for (NodeId v = 0; v < 50000; ++v) {
    const NodeId hub = 20000;
    if (v == hub) continue;
    scene.edges.push_back({hub, v});
    const Point a = scene.positions[hub], b = scene.positions[v];
    length += std::hypot(a.x - b.x, a.y - b.y);
  }
  EXPECT_NEAR(drawnLength(scene.request()) / length, 1, 0.01);  // a little is shared over the border
}

TEST(EdgeDensityTest, ASampleKeepsTheLengthOfAllEdges) {
  const Scene scene = randomScene(3000, 60000, 0, 9);
  DensityRequest request = scene.request();
  const double all = drawnLength(request);
  request.maxEdges = 6000;
  EXPECT_NEAR(drawnLength(request) / all, 1, 0.06);
  request.maxEdges = 0;
  request.maxEdgePixels = 100000;
  EXPECT_NEAR(drawnLength(request) / all, 1, 0.1);
}

TEST(EdgeDensityTest, ASampleHasAboutAsManyEdgesAsAskedFor) {
  // Apart from each other, so that the pixels that are touched count the edges.
  Scene scene{.positions = {}, .colours = {}, .edges = {}, .view = {400, 400}};
  for (int i = 0; i < 10000; ++i) {
    const auto x = static_cast<float>(i % 100 * 4 + 2), y = static_cast<float>(i / 100 * 4) + 2.5f;
    scene.positions.insert(scene.positions.end(), {{x + 0.1f, y}, {x + 0.9f, y}});
    scene.edges.push_back({2 * i, 2 * i + 1});
  }
  DensityRequest request = scene.request();
  const auto touched = [&] {
    const auto length = edgeLength(request);
    return std::count_if(length.begin(), length.end(), [](double l) { return l > 0.01; });
  };
  EXPECT_EQ(touched(), 10000);
  request.maxEdges = 2000;
  EXPECT_NEAR(static_cast<double>(touched()), 2000, 150);
  request.maxEdges = 0;
  request.maxEdgePixels = 1000;  // a short edge counts as one pixel
  EXPECT_NEAR(static_cast<double>(touched()), 1000, 120);
}

}  // namespace
}  // namespace sispde::studio
