#include "core/kernel/rows.h"

#include <algorithm>
#include <cmath>

#include "core/graph/components.h"

namespace sispde {

Result<void> checkRequest(const Laplacian& laplacian, const RowsRequest& request) {
  SISPDE_CHECK(checkKernel(request.spec));
  SISPDE_CHECK(checkSpectrum(laplacian, request.spectrum.get()));
  if (request.power != 1 && request.power != 0.5)
    return usageError("The power is {:g}; it must be 1 or 0.5", request.power);
  if (request.spec.laplacian != laplacian.kind())
    return usageError("The kernel and the Laplacian are of different kinds");
  if (request.spec.kind == KernelKind::Laplacian && laplacian.lambdaMax() == 0)
    return usageError("The laplacian kernel of a graph without edges is 0 everywhere");
  return {};
}

Result<Scaling> scalingOf(const Laplacian& laplacian, const RowsRequest& request, const Progress& progress) {
  Scaling scaling;
  if (laplacian.nodeCount() == 0) return scaling;
  const KernelFunction shape(request.spec, request.power, laplacian.lambdaMax());
  if (request.spec.normalisation == Normalisation::Trace) {
    const KernelFunction covariance(request.spec, 1, laplacian.lambdaMax());
    TraceOptions options;
    options.tolerance = request.tolerance / 10;
    options.spectrum = request.spectrum;
    options.maxBytes = request.maxBytes;
    SISPDE_TRY(scaling.trace, shapeTrace(laplacian, covariance, options, progress));
    const TraceResult& trace = scaling.trace;
    scaling.relativeError =
        request.power *
        (trace.probes == 0 ? options.tolerance : (3 * trace.standardError + trace.bias) / trace.value);
  }
  if (request.spec.sigma == 0) {
    scaling.factor = 0;
    return scaling;
  }
  const double log = shape.logScale(laplacian.nodeCount(), scaling.trace.value);
  constexpr double farthest =
      60;  // e^±60: entries a trillion times smaller than the largest are still normal float32
  if (std::abs(log) <= farthest)
    scaling.factor = std::exp(log);
  else
    scaling.scale = log;
  return scaling;
}

double leastRowNorm(const Laplacian& laplacian, const KernelFunction& shape, std::span<const NodeId> nodes,
                    const Progress& progress) {
  double least = 1;
  if (shape.spec().kind == KernelKind::White) return 1;
  const bool decaying = shape.spec().kind != KernelKind::Laplacian;
  const Components components = connectedComponents(laplacian.graph(), progress);
  if (progress.stopped()) return 1;
  std::vector<double> volume(static_cast<std::size_t>(components.count),
                             0);  // squared norm of the mode of λ = 0
  const bool symmetric = laplacian.kind() == LaplacianKind::Symmetric;
  for (NodeId u = 0; u < laplacian.nodeCount(); ++u)
    volume[components.ofNode[u]] += symmetric ? laplacian.degrees()[u] : 1;
  for (const NodeId u : nodes) {
    const double jensen = shape.leastRowNorm(laplacian.diagonal(u));
    const double total = volume[components.ofNode[u]];
    const double mode = !decaying   ? 0
                        : total > 0 ? std::sqrt((symmetric ? laplacian.degrees()[u] : 1) / total)
                                    : 1;
    // An isolated node's laplacian row is 0, and exactly so.
    if (const double row = std::max(jensen, mode); row > 0) least = std::min(least, row);
  }
  return least;
}

Result<KernelRows> kernelRows(const Laplacian& laplacian, std::span<const NodeId> nodes,
                              const RowsRequest& request, const Progress& progress) {
  SISPDE_CHECK(checkRequest(laplacian, request));
  const NodeId count = laplacian.nodeCount();
  for (const NodeId u : nodes)
    if (u < 0 || u >= count)
      return usageError("There is no node {}: the graph has nodes 0 to {}", u, count - 1);
  const auto n = static_cast<std::size_t>(count);
  SISPDE_CHECK(checkMemory(fmt::format("{} rows of {} nodes", nodes.size(), n),
                           4.0 * static_cast<double>(n) * static_cast<double>(nodes.size()),
                           request.maxBytes));
  KernelRows rows;
  SISPDE_TRY(rows.scaling, scalingOf(laplacian, request, progress));
  rows.values.resize(nodes.size() * n);
  const KernelFunction shape(request.spec, request.power, laplacian.lambdaMax());
  ApplyRequest apply;
  apply.columns = nodes.size();
  apply.source = [&](std::size_t c, std::span<double> out) { out[nodes[c]] = 1; };
  if (request.spec.kind == KernelKind::Laplacian)
    apply.isZero = [&](std::size_t c) { return laplacian.diagonal(nodes[c]) == 0; };
  apply.leastGain = leastRowNorm(laplacian, shape, nodes, progress);
  if (progress.stopped()) return cancelled();
  SISPDE_TRY(rows.report,
             applyScaled(laplacian, shape, request, rows.scaling, std::move(apply), rows.values, progress));
  return rows;
}

Result<ApplyReport> applyScaled(const Laplacian& laplacian, const KernelFunction& shape,
                                const RowsRequest& request, const Scaling& scaling, ApplyRequest apply,
                                std::span<float> values, const Progress& progress) {
  const auto n = static_cast<std::size_t>(laplacian.nodeCount());
  apply.sink = [&](std::size_t c, std::span<const double> column) {
    for (std::size_t u = 0; u < n; ++u) values[c * n + u] = static_cast<float>(column[u] * scaling.factor);
  };
  apply.method = request.method;
  apply.tolerance = request.tolerance;
  apply.maxBytes = request.maxBytes - values.size_bytes();
  apply.spectrum = request.spectrum;
  SISPDE_TRY(ApplyReport report, applyShape(laplacian, shape, apply, progress));
  report.bound += scaling.relativeError;
  return report;
}

}  // namespace sispde
