#pragma once
// The guard of a rewiring. Edges are dropped one after the other, and one that is a bridge of what is then left stays. Which ones stay is
// found without looking for bridges: this is the reverse-delete algorithm, whose result is that of Kruskal's run the other way round.
// The edges that nobody wants to drop are joined first; then the chosen ones from the last to the first, and those that join two
// parts are exactly those that stay. Union–find makes it linear in the number of edges, but for a factor that is no more than 4.

#include <span>
#include <vector>

#include "core/graph/graph.h"

namespace sispde {

// `order` are places in `edges`, in the order in which they are to be dropped; `components` is the number of components of the graph.
// Entry i says whether order[i] stays.
std::vector<bool> keptByGuard(NodeId nodes, std::int32_t components, std::span<const Edge> edges,
                              std::span<const std::size_t> order);

}  // namespace sispde
