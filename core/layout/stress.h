#pragma once
// How well distances in a drawing follow distances in the graph.

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/graph/graph.h"
#include "core/layout/point.h"

namespace sispde {

// Weighted stress: the mean over pairs (i, j) of (s·|p_i − p_j| / d_ij − 1)², d_ij hops, with the scale s that makes it least. The
// pairs are those of `sources` random nodes with all nodes of their component. 0 is perfect, 1 is all nodes in one point; 0 for a
// graph without edges. points.size() must be the number of nodes.
double layoutStress(const Graph& graph, std::span<const Point> points, int sources = 60,
                    std::uint64_t seed = 1);

// The same for a large graph: can be stopped.
Result<double> layoutStress(const Graph& graph, std::span<const Point> points, const Progress& progress,
                            int sources = 60, std::uint64_t seed = 1);

}  // namespace sispde
