#pragma once
// The most correlated of all pairs that are no edge, without the N × N matrix: columns of K stream by in rounds, and of what passes
// the strongest are kept (top_pairs.h).
//
// A pair u < v is read off the column of v, where K_vv stands too; K_uu came with the column of u, in an earlier round. So every variance is
// known when it is needed, and one pass over the columns is enough. Pairs of one round wait in a square of round × round
// entries until the round is over. No threshold is guessed: the buffer's own weakest pair is the threshold, and it rises to the final one.
//
// Memory: twice the wanted pairs (the answer takes the place of the weaker half), the square, and the column blocks of the recurrence, one for each thread.

#include "core/rewire/column_stream.h"
#include "core/rewire/rewiring.h"

namespace sispde {

struct StrongestPairs {
  Candidates candidates;                // strongest first; total is the number of all pairs that are no edge
  std::vector<float> correlations;      // of the candidates
  std::vector<float> edgeCorrelations;  // of Graph::edges, which pass by as well
  CorrelationReport report;
};

// Pairs that are no edge.
std::int64_t nonEdges(const Graph& graph);

// `wanted` of them, or all where there are fewer.
Result<StrongestPairs> strongestPairs(const Laplacian& laplacian, const KernelSpec& spec, std::int64_t wanted,
                                      const CorrelationOptions& options = {}, const Progress& progress = {});

}  // namespace sispde
