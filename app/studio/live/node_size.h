#pragma once
// How large a node is drawn against one of no particular size: every picture of a graph, its rings and what the mouse finds rest on it.

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "app/studio/workspace/workspace.h"
#include "core/graph/graph.h"

namespace sispde::studio {

struct NodeSizing {
  SizeBy by = SizeBy::Nothing;
  double most = 1;  // of the absolute values, for SizeBy::Value
  friend bool operator==(const NodeSizing&, const NodeSizing&) = default;
};

// By degree a node of the mean degree is somewhat larger than 1, and none is larger than 4; `values` may be empty.
inline double nodeSize(const NodeSizing& sizing, const Graph& graph, std::span<const float> values,
                       NodeId node) {
  switch (sizing.by) {
    case SizeBy::Nothing: return 1;
    case SizeBy::Degree: {
      const double mean = 2.0 * static_cast<double>(graph.edgeCount()) /
                          std::max(1.0, static_cast<double>(graph.nodeCount()));
      const auto degree = static_cast<double>(graph.degree(node));
      return degree > 0 ? std::min(0.75 + 0.44 * std::sqrt(degree / mean), 4.0) : 0.75;
    }
    case SizeBy::Value: break;
  }
  const auto u = static_cast<std::size_t>(node);
  if (u >= values.size()) return 1;
  return 0.6 + 2 * std::sqrt(std::min(std::abs(static_cast<double>(values[u])) / sizing.most, 1.0));
}

// Of all nodes; empty where all are 1.
inline std::vector<float> nodeSizes(const NodeSizing& sizing, const Graph& graph,
                                    std::span<const float> values) {
  std::vector<float> sizes;
  if (sizing.by == SizeBy::Nothing || (sizing.by == SizeBy::Value && values.empty())) return sizes;
  sizes.reserve(static_cast<std::size_t>(graph.nodeCount()));
  for (NodeId u = 0; u < graph.nodeCount(); ++u)
    sizes.push_back(static_cast<float>(nodeSize(sizing, graph, values, u)));
  return sizes;
}

}  // namespace sispde::studio
