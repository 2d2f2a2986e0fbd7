#pragma once
// An order of elimination that keeps the Cholesky factor of a graph's Laplacian sparse: approximate minimum degree.

#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/graph/graph.h"

namespace sispde {

// order[k] is the node to eliminate as k-th. Stops within some 10 ms of a cancel.
Result<std::vector<NodeId>> minimumDegreeOrder(const Graph& graph, const Progress& progress = {});

}  // namespace sispde
