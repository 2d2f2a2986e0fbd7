#pragma once
// An order of elimination that keeps the Cholesky factor of a graph's Laplacian sparse: approximate minimum degree.

#include <limits>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/graph/graph.h"

namespace sispde {

// What a factor may have: entries of L below its diagonal, and operations of one factorisation.
struct FillLimit {
  double entries = std::numeric_limits<double>::infinity();
  double operations = std::numeric_limits<double>::infinity();
};

// order[k] is the node to eliminate as k-th. Stops within some 10 ms of a cancel, and with a sentence as soon as what is eliminated so
// far, hubs left out, fills more than the limit: the order of a graph that is no better than dense takes long itself.
Result<std::vector<NodeId>> minimumDegreeOrder(const Graph& graph, const Progress& progress = {},
                                               const FillLimit& limit = {});

}  // namespace sispde
