#pragma once
// Communities by the Louvain method (Blondel et al. 2008): nodes move to the neighbouring community that gains most modularity until
// none does, communities become nodes, and so on. Nodes are visited in a seeded random order; equal seeds give equal communities.

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/graph/graph.h"

namespace sispde {

struct Communities {
  std::int32_t count = 0;
  std::vector<std::int32_t> ofNode;  // 0-based, numbered by the smallest node of each
  double modularity = 0;             // Newman's Q, resolution 1
};

Result<Communities> louvain(const Graph& graph, std::uint64_t seed = 0, const Progress& progress = {});

// Q = Σ_c [ e_c/E − (d_c/2E)² ] with e_c edges inside and d_c the degree sum of community c; 0 for a graph without edges.
double modularity(const Graph& graph, const std::vector<std::int32_t>& ofNode);

}  // namespace sispde
