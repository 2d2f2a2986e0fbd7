#pragma once
// From a list of edges, in any order and direction, to a Graph: both directions of every edge are counted into rows, then
// each row is sorted and freed of duplicates. Beyond the list and the finished graph it needs some 16 bytes per node.

#include <span>

#include "core/base/progress.h"
#include "core/graph/graph.h"

namespace sispde {

struct BuiltGraph {
  Graph graph;
  DroppedEdges dropped;
};

// All ids must lie in [0, nodeCount). Where progress is stopped the graph is empty and of no use.
BuiltGraph buildGraph(NodeId nodeCount, std::span<const Edge> edges, const Progress& progress = {});

// The same for a list in parts, which are freed as soon as they are not needed.
using EdgeParts = std::vector<std::vector<Edge>>;
BuiltGraph buildGraph(NodeId nodeCount, EdgeParts&& parts, const Progress& progress = {});

// Without the nodes that `keep` does not have; their rows must be empty. The others move up in order.
Graph withoutNodes(const Graph& graph, const std::vector<bool>& keep);

}  // namespace sispde
