#pragma once
// A rewiring from a graph and a kernel in one call: candidates, correlations, plan. Programs that make many plans of one graph hold the
// candidates and a RewirePlanner themselves.

#include "core/rewire/candidates.h"
#include "core/rewire/column_stream.h"
#include "core/rewire/rewiring.h"

namespace sispde {

struct RewireRequest {
  KernelSpec spec;
  RewireOptions options;
  int hops = 3;  // candidates are pairs at most so many hops apart, at least 2; 0 for all pairs
  CorrelationOptions correlations;
};

struct PlannedRewiring {
  Rewiring rewiring;
  std::int64_t candidates = 0;  // pairs that could have been added
  CorrelationReport report;
};

Result<PlannedRewiring> rewireByKernel(const Laplacian& laplacian, const RewireRequest& request,
                                       const Progress& progress = {});

}  // namespace sispde
