#include "core/noise/fields.h"

#include <chrono>
#include <cmath>

#include "core/base/parallel.h"
#include "core/kernel/incidence.h"

namespace sispde {
namespace {

NormalPlace placeOf(const FieldsRequest& request, std::size_t index, NormalSet set) {
  return {request.seed, request.firstStep + static_cast<std::uint32_t>(index / request.columns),
          static_cast<std::uint32_t>(index % request.columns), set};
}

// With shape λ/λ_max, so that the scaling of the kernel function holds here too.
Result<ApplyReport> throughIncidence(const Laplacian& laplacian, const FieldsRequest& request, Fields& fields,
                                     const Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  const auto n = static_cast<std::size_t>(laplacian.nodeCount());
  const double factor = fields.scaling.factor / std::sqrt(laplacian.lambdaMax());
  parallelBlocks(fields.values.size() / std::max<std::size_t>(n, 1), 1, [&](std::size_t i, std::size_t) {
    if (progress.stopped()) return;
    incidenceField(laplacian, placeOf(request, i, NormalSet::Edges), factor,
                   std::span(fields.values).subspan(i * n, n), progress);
  });
  if (progress.stopped()) return cancelled();
  ApplyReport report;
  report.method = Method::Incidence;
  report.bound = 0x1p-23;
  report.why = "one number per edge through the incidence matrix, exact";
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return report;
}

}  // namespace

Result<double> trueScale(const Scaling& scaling) {
  constexpr double largest = 80;  // e^80 ≈ 5e34
  if (scaling.scale > largest)
    return usageError(
        "The noise of this kernel is e^{:.0f} in size, more than float32 holds; normalise the kernel",
        scaling.scale);
  return std::exp(scaling.scale);
}

Result<Fields> sampleFields(const Laplacian& laplacian, const FieldsRequest& request,
                            const Progress& progress) {
  const RowsRequest rows{request.spec,    0.5, request.method, request.tolerance, request.maxBytes,
                         request.spectrum};
  SISPDE_CHECK(checkRequest(laplacian, rows));
  const auto n = static_cast<std::size_t>(laplacian.nodeCount());
  const std::size_t count = std::size_t{request.steps} * request.columns;
  SISPDE_CHECK(checkMemory(fmt::format("{} fields of {} nodes", count, n),
                           4.0 * static_cast<double>(n) * static_cast<double>(count), request.maxBytes));
  Fields fields;
  SISPDE_TRY(fields.scaling, scalingOf(laplacian, rows, progress));
  fields.values.resize(n * count);
  if (request.spec.kind == KernelKind::Laplacian && (request.method == Method::Auto || !request.spectrum)) {
    if (request.method != Method::Auto)
      return usageError(
          "Fields of the laplacian kernel are sampled through the incidence matrix: use --method auto");
    SISPDE_TRY(fields.report, throughIncidence(laplacian, request, fields, progress));
    return fields;
  }
  const KernelFunction shape(request.spec, 0.5, laplacian.lambdaMax());
  ApplyRequest apply;
  apply.columns = count;
  apply.source = [&](std::size_t c, std::span<double> out) {
    Buffer<float> z(n);
    normals(placeOf(request, c, NormalSet::Nodes), 0, z);
    std::copy(z.begin(), z.end(), out.begin());
  };
  // E‖Rz‖² = Σ shape² ≥ N shape(mean of Δ_uu)², half of it to be on the safe side.
  double mean = 0;
  for (NodeId u = 0; u < laplacian.nodeCount(); ++u) mean += laplacian.diagonal(u) / static_cast<double>(n);
  apply.leastGain = std::max(shape(mean) / 2, 1e-6);
  SISPDE_TRY(fields.report,
             applyScaled(laplacian, shape, rows, fields.scaling, std::move(apply), fields.values, progress));
  return fields;
}

}  // namespace sispde
