#pragma once
// The control: as many edges dropped and added as a rewiring by correlation would, but by lot. What it gains is not due to the kernel.

#include "core/rewire/rewiring.h"

namespace sispde {

// Edges are drawn evenly among all edges, additions evenly among all pairs that are no edge; the guard acts in the order of the draw. Counts
// are cut to what there is. Correlations are NaN.
Rewiring randomRewiring(const Graph& graph, std::int64_t drops, std::int64_t additions, std::uint64_t seed,
                        bool keepConnected = true);

}  // namespace sispde
