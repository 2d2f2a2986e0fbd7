#pragma once
// Graphs for tests of operators and kernels.

#include <cmath>

#include <rapidcheck.h>

#include "core/base/random.h"
#include "core/graph/graph_builder.h"
#include "core/spectral/laplacian.h"

namespace sispde::testing {

inline constexpr LaplacianKind bothLaplacians[] = {LaplacianKind::Combinatorial, LaplacianKind::Symmetric};

inline Graph gridGraph(NodeId width, NodeId height) {
  std::vector<Edge> edges;
  for (NodeId r = 0; r < height; ++r)
    for (NodeId c = 0; c < width; ++c) {
      if (c + 1 < width) edges.push_back({r * width + c, r * width + c + 1});
      if (r + 1 < height) edges.push_back({r * width + c, (r + 1) * width + c});
    }
  return buildGraph(width * height, edges).graph;
}

// Node 0 with the leaves 1 … leaves.
inline Graph starGraph(NodeId leaves) {
  std::vector<Edge> edges;
  for (NodeId v = 1; v <= leaves; ++v) edges.push_back({0, v});
  return buildGraph(leaves + 1, edges).graph;
}

// A graph with hubs, two components and isolated nodes.
inline Graph unevenGraph() {
  std::vector<Edge> edges;
  for (NodeId i = 1; i < 60; ++i) edges.push_back({0, i});
  for (NodeId i = 60; i < 150; ++i) edges.push_back({i, static_cast<NodeId>(i / 2)});
  for (NodeId i = 160; i < 200; ++i) edges.push_back({i, i + 1});
  return buildGraph(210, edges).graph;
}

// `edges` random pairs among all nodes but the last `isolated` ones.
inline Graph randomGraph(NodeId nodes, std::size_t edges, std::uint64_t seed, NodeId isolated = 0) {
  Random random(seed);
  std::vector<Edge> list(edges);
  for (Edge& e : list)
    e = {static_cast<NodeId>(random.below(nodes - isolated)),
         static_cast<NodeId>(random.below(nodes - isolated))};
  return buildGraph(nodes, list).graph;
}

// One weight per stored direction, between 10^−decades/2 and 10^decades/2.
inline std::vector<double> randomWeights(const Graph& graph, std::uint64_t seed, double decades = 2) {
  std::vector<double> weights;
  for (NodeId u = 0; u < graph.nodeCount(); ++u)
    for (const NodeId v : graph.neighbours(u)) {
      Random random(seed, (static_cast<std::uint64_t>(std::min(u, v)) << 32) + std::max(u, v));
      weights.push_back(std::pow(10.0, decades * (random.uniform() - 0.5)));
    }
  return weights;
}

inline Laplacian randomlyWeighted(const Graph& graph, LaplacianKind kind, std::uint64_t seed) {
  return Laplacian::weighted(graph, kind, randomWeights(graph, seed)).value();
}

// RapidCheck: up to `most` nodes, with any number of components, of either kind, weighted or not.
inline Laplacian anyLaplacian(NodeId most) {
  const auto nodes = *rc::gen::inRange<NodeId>(1, most + 1);
  const auto pairs = *rc::gen::container<std::vector<std::pair<NodeId, NodeId>>>(
      rc::gen::pair(rc::gen::inRange<NodeId>(0, nodes), rc::gen::inRange<NodeId>(0, nodes)));
  std::vector<Edge> edges;
  for (const auto& [u, v] : pairs) edges.push_back({u, v});
  const Graph graph = buildGraph(nodes, edges).graph;
  const LaplacianKind kind = *rc::gen::element(LaplacianKind::Combinatorial, LaplacianKind::Symmetric);
  if (*rc::gen::arbitrary<bool>()) return randomlyWeighted(graph, kind, *rc::gen::arbitrary<std::uint64_t>());
  return {graph, kind};
}

inline double norm(std::span<const double> x) {
  double sum = 0;
  for (const double value : x) sum += value * value;
  return std::sqrt(sum);
}

// ‖a − b‖ / ‖b‖; where b is 0, a must be 0 too.
template <class A>
double relativeError(const A& a, std::span<const double> b) {
  double difference = 0;
  for (std::size_t i = 0; i < b.size(); ++i) difference += std::pow(static_cast<double>(a[i]) - b[i], 2);
  return difference == 0 ? 0 : std::sqrt(difference) / norm(b);
}

}  // namespace sispde::testing
