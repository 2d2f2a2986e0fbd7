#pragma once
// Distances in hops within a connected graph, and what they say of it.

#include <cstdint>
#include <vector>

#include "core/base/progress.h"
#include "core/graph/graph.h"

namespace sispde {

// From `source` to every node, at most 65534. The queue is working memory. False when stopped.
bool hopsFrom(const Graph& graph, NodeId source, std::vector<NodeId>& queue, std::vector<std::uint16_t>& hops,
              const Progress& progress);

// Whether a graph has a shape to be drawn, by the hops from one of its nodes. Grids, meshes, rings and long trees have a mean distance of
// some share of √n and more; where all nodes are few hops apart there is no shape to find in the distances.
bool isWide(const std::vector<std::uint16_t>& hops);

}  // namespace sispde
