#include "core/rewire/rewire.h"

#include "core/rewire/correlations.h"
#include "core/rewire/strongest_pairs.h"

namespace sispde {
namespace {

Result<PlannedRewiring> amongAllPairs(const Laplacian& laplacian, const RewireRequest& request,
                                      const Progress& progress) {
  const Graph& graph = laplacian.graph();
  const std::int64_t wanted = candidatesNeeded(request.options, graph.edgeCount(), nonEdges(graph));
  SISPDE_TRY(StrongestPairs pairs,
             strongestPairs(laplacian, request.spec, wanted, request.correlations, progress));
  PlannedRewiring planned{{}, pairs.candidates.total, pairs.report};
  SISPDE_TRY(planned.rewiring, planRewiring(graph, pairs.edgeCorrelations, std::move(pairs.candidates),
                                            pairs.correlations, request.options));
  return planned;
}

Result<PlannedRewiring> amongNearPairs(const Laplacian& laplacian, const RewireRequest& request,
                                       const Progress& progress) {
  const Graph& graph = laplacian.graph();
  progress.report(-1, "looking for candidates");
  SISPDE_TRY(Candidates candidates, candidatePairs(graph, request.hops, progress));
  std::vector<Edge> pairs = graph.edges();
  const std::size_t edges = pairs.size();
  pairs.insert(pairs.end(), candidates.pairs.begin(), candidates.pairs.end());
  SISPDE_TRY(const PairCorrelations found,
             pairCorrelations(laplacian, request.spec, pairs, request.correlations, progress));
  PlannedRewiring planned{{}, candidates.total, found.report};
  const std::span<const float> values(found.values);
  SISPDE_TRY(planned.rewiring, planRewiring(graph, values.first(edges), std::move(candidates),
                                            values.subspan(edges), request.options));
  return planned;
}

}  // namespace

Result<PlannedRewiring> rewireByKernel(const Laplacian& laplacian, const RewireRequest& request,
                                       const Progress& progress) {
  SISPDE_CHECK(checkOptions(request.options));
  if (request.hops == 0) return amongAllPairs(laplacian, request, progress);
  return amongNearPairs(laplacian, request, progress);
}

}  // namespace sispde
