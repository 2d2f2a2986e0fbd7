#pragma once
// From a list of edges, in any order and direction, to a Graph. O(edges) time but for the sorting of the rows; beyond
// the list and the finished graph it needs one 8-byte number per node.

#include <span>

#include "core/graph/graph.h"

namespace sispde {

// What was dropped on the way to a simple graph.
struct DroppedEdges {
  std::int64_t selfLoops = 0;
  std::int64_t duplicates = 0;  // given again in the same or in the other direction
};

struct BuiltGraph {
  Graph graph;
  DroppedEdges dropped;
};

// All ids must lie in [0, nodeCount). The list may come in parts, so that a reader need not copy it together.
BuiltGraph buildGraph(NodeId nodeCount, std::span<const std::span<const Edge>> parts);
BuiltGraph buildGraph(NodeId nodeCount, std::span<const Edge> edges);

}  // namespace sispde
