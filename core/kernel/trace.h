#pragma once
// The diagonal and the trace of shape(Δ): exact where that is affordable, otherwise from random probes with their standard error.

#include <cstdint>
#include <vector>

#include "core/kernel/apply.h"

namespace sispde {

struct TraceResult {
  double value = 0;          // tr shape(Δ)
  double standardError = 0;  // 0 where exact
  double bias = 0;  // at most so much is left out by the series and lost to rounding where probes are used
  int probes = 0;   // 0 where exact
  double seconds = 0;
};

struct TraceOptions {
  double tolerance = 1e-6;  // of the exact ways
  // Multiplications that an exact trace without eigenpairs may take (some 2e10 a second on two cores); beyond it, and above
  // exactNodes, probes are used. Graphs up to exactNodes are always exact.
  double maxWork = 6e10;
  int probes = 64;  // vectors of random signs; more where a single node has most of the variance
  std::uint64_t seed = 0;
  std::shared_ptr<const Spectrum> spectrum;  // used where it is there
  std::size_t maxBytes = std::size_t{8} << 30;
};

// Multiplications of the exact way without eigenpairs: N unit vectors through the recurrence.
double exactTraceWork(const Laplacian& laplacian, const KernelFunction& shape, double tolerance,
                      const Progress& progress = {});

// `shape` has power 1.
Result<TraceResult> shapeTrace(const Laplacian& laplacian, const KernelFunction& shape,
                               const TraceOptions& options, const Progress& progress = {});

// shape(Δ)_uu for all u by unit vectors, to `tolerance` of the largest.
Result<std::vector<double>> exactDiagonal(const Laplacian& laplacian, const KernelFunction& shape,
                                          double tolerance, const Progress& progress = {});

}  // namespace sispde
