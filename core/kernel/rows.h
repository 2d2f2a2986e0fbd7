#pragma once
// Rows of K^p for chosen nodes, normalised, as float32. The free function for one use; KernelEngine is for repeated ones.

#include "core/base/buffer.h"
#include "core/kernel/apply.h"
#include "core/kernel/trace.h"

namespace sispde {

struct RowsRequest {
  KernelSpec spec;
  double power = 1;
  Method method = Method::Auto;
  double tolerance = 1e-6;
  std::size_t maxBytes = std::size_t{8} << 30;
  std::shared_ptr<const Spectrum> spectrum;
};

// How the shape becomes K^p: exp(logScale) times it. Where exp(logScale) would take results out of the float32 range (possible
// with Normalisation::None alone) they stay shape-sized, and `scale` is the logarithm of what they must be multiplied by.
struct Scaling {
  double factor = 1;  // what the shape is multiplied by
  double scale = 0;   // log of the rest
  double relativeError =
      0;  // of the factor: where the trace was probed three standard errors and its bias, else a bound
  TraceResult trace;
};
Result<Scaling> scalingOf(const Laplacian& laplacian, const RowsRequest& request,
                          const Progress& progress = {});

// K^p·B into `values`, columns × N: `apply` has columns, source, isZero and leastGain, the request the rest. The report's bound includes
// the error of the scaling.
Result<ApplyReport> applyScaled(const Laplacian& laplacian, const KernelFunction& shape,
                                const RowsRequest& request, const Scaling& scaling, ApplyRequest apply,
                                std::span<float> values, const Progress& progress);

struct KernelRows {
  Buffer<float> values;  // rows × N
  Scaling scaling;
  ApplyReport report;  // its bound includes the error of the scaling
};

// An error for a node that is not in the graph.
Result<KernelRows> kernelRows(const Laplacian& laplacian, std::span<const NodeId> nodes,
                              const RowsRequest& request, const Progress& progress = {});

// A lower bound of ‖shape(Δ)e_u‖ over some nodes: shape(Δ_uu) by convexity, and what the constant mode of its component alone gives.
// Of no use after a stop.
double leastRowNorm(const Laplacian& laplacian, const KernelFunction& shape, std::span<const NodeId> nodes,
                    const Progress& progress = {});

// What a request means, checked: the parameters, the power, the Laplacian.
Result<void> checkRequest(const Laplacian& laplacian, const RowsRequest& request);

}  // namespace sispde
