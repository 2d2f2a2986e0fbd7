#pragma once
// Graphs, and what is asked of their drawings, for tests of layouts.

#include <cmath>
#include <set>

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/graph/graph_builder.h"
#include "core/layout/point.h"

namespace sispde::layout_testing {

inline Graph graphOf(NodeId nodes, const std::vector<Edge>& edges) {
  return buildGraph(nodes, edges).graph;
}

inline Graph pathGraph(NodeId nodes) {
  std::vector<Edge> edges;
  for (NodeId u = 1; u < nodes; ++u) edges.push_back({u - 1, u});
  return graphOf(nodes, edges);
}

inline Graph starGraph(NodeId nodes) {
  std::vector<Edge> edges;
  for (NodeId u = 1; u < nodes; ++u) edges.push_back({0, u});
  return graphOf(nodes, edges);
}

inline Graph grid(NodeId width, NodeId height, bool king) {
  std::vector<Edge> edges;
  for (NodeId r = 0; r < height; ++r)
    for (NodeId c = 0; c < width; ++c) {
      const NodeId u = r * width + c;
      if (c + 1 < width) edges.push_back({u, u + 1});
      if (r + 1 < height) edges.push_back({u, u + width});
      if (king && c + 1 < width && r + 1 < height) edges.push_back({u, u + width + 1});
      if (king && c > 0 && r + 1 < height) edges.push_back({u, u + width - 1});
    }
  return graphOf(width * height, edges);
}

// `clusters` groups of `size` nodes, dense inside, in a ring of single edges.
inline Graph clusteredGraph(NodeId clusters, NodeId size, std::uint64_t seed) {
  Random random(seed);
  std::vector<Edge> edges;
  for (NodeId c = 0; c < clusters; ++c) {
    for (NodeId u = 0; u < size; ++u)
      for (int k = 0; k < 4; ++k)
        edges.push_back({c * size + u, c * size + static_cast<NodeId>(random.below(size))});
    edges.push_back({c * size, (c + 1) % clusters * size});
  }
  return graphOf(clusters * size, edges);
}

inline double distance(Point a, Point b) {
  return std::hypot(static_cast<double>(a.x) - b.x, static_cast<double>(a.y) - b.y);
}

inline double meanEdgeLength(const Graph& graph, const std::vector<Point>& points) {
  double sum = 0;
  for (const Edge& e : graph.edges()) sum += distance(points[e.u], points[e.v]);
  return sum / static_cast<double>(graph.edgeCount());
}

inline std::vector<Point> randomPoints(std::size_t count, double side, std::uint64_t seed) {
  Random random(seed);
  std::vector<Point> points(count);
  for (Point& p : points)
    p = {static_cast<float>(side * random.uniform()), static_cast<float>(side * random.uniform())};
  return points;
}

inline void expectFiniteAndDistinct(const std::vector<Point>& points, std::size_t count) {
  ASSERT_EQ(points.size(), count);
  std::set<std::pair<float, float>> seen;
  for (const Point& p : points) {
    ASSERT_TRUE(std::isfinite(p.x) && std::isfinite(p.y));
    seen.insert({p.x, p.y});
  }
  EXPECT_EQ(seen.size(), count);
}

}  // namespace sispde::layout_testing
