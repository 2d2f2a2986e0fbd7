#pragma once
// Candidate pairs near one another: all that are no edge and at most k hops apart.

#include "core/base/progress.h"
#include "core/rewire/rewiring.h"

namespace sispde {

inline constexpr std::int64_t mostCandidates = 20'000'000;  // 8 bytes each, twice while they are gathered

// Pairs u < v at distance 2 … hops, sorted by (u, v). An error with their number and what to do instead where there are more
// than `most` of them.
Result<Candidates> candidatePairs(const Graph& graph, int hops, const Progress& progress = {},
                                  std::int64_t most = mostCandidates);

}  // namespace sispde
