#include <algorithm>
#include <cmath>

#include "core/kernel/apply_methods.h"
#include "core/kernel/basis_fill.h"

namespace sispde {

Result<ApplyReport> applyBasis(const ApplyContext& context) {
  const ApplyRequest& request = context.request;
  const KernelSpec& spec = context.shape.spec();
  if (!context.shape.smooth())
    return usageError("The square root of the laplacian kernel is in no reduced basis");
  BasisOptions options;
  options.tolerance = std::clamp(context.tolerance * request.leastGain / 2, 1e-10, 1e-2);
  options.maxRank = 64;
  options.nuLow = std::min(options.nuLow, spec.nu);
  options.nuHigh = std::max(options.nuHigh, spec.nu);
  options.kappaLow = std::min(options.kappaLow, spec.kappa);
  options.kappaHigh = std::max(options.kappaHigh, spec.kappa);
  SISPDE_TRY(const ReducedBasis basis,
             ReducedBasis::make(context.laplacian.lambdaMax(), options, context.progress));
  const RecurrenceMatrix<double> matrix(context.laplacian, context.laplacian.lambdaMax());
  const std::size_t stride = BasisBlock::padded(context.nodes);
  constexpr std::size_t together = 8;  // columns whose basis functions are in memory at a time
  const ReducedBasis::Projection projection = basis.project(context.shape);
  std::vector<double> column(context.nodes);
  std::vector<float> result(context.nodes);
  for (std::size_t first = 0; first < request.columns; first += together) {
    const std::size_t count = std::min(together, request.columns - first);
    std::vector<double> norms(count, 0);
    FillPlan<double> plan;
    plan.columns = count;
    plan.width = 4;
    plan.fill = [&](const Tile<double>& tile) {
      std::vector<double> b(context.nodes);
      for (int j = 0; j < tile.used; ++j) {
        std::fill(b.begin(), b.end(), 0);
        request.source(first + tile.first + j, b);
        for (std::size_t u = 0; u < b.size(); ++u) {
          tile.data[u * tile.width + j] = b[u];
          norms[tile.first + j] += b[u] * b[u];
        }
      }
    };
    plan.offset = [&](std::size_t t) { return 4 * t * stride; };
    plan.count = [&](std::size_t t) { return std::min<std::size_t>(4, count - 4 * t) * stride; };
    plan.take = [&](const Tile<const double>& tile, const double* scale, float* out) {
      for (int j = 0; j < tile.used; ++j)
        for (std::size_t u = 0; u < tile.nodes; ++u)
          out[static_cast<std::size_t>(j) * stride + u] =
              static_cast<float>(tile.data[u * tile.width + j] * scale[u]);
    };
    plan.what = "applying the reduced basis";
    const std::size_t bytes =
        BasisBlock::bytesFor(count * stride, basis.rank(), false) + fillBytes(context.nodes, plan);
    if (bytes > request.maxBytes)
      return usageError("The reduced basis needs {} MB, more than the memory cap of {} MB", bytes >> 20,
                        request.maxBytes >> 20);
    BasisBlock block(count * stride, basis.rank());
    SISPDE_CHECK(fillBasis(matrix, basis, plan, block, context.progress));
    for (std::size_t c = 0; c < count; ++c) {
      block.combine(projection.weights, c * stride, result);
      std::copy(result.begin(), result.end(), column.begin());
      context.deliver(first + c, column, projection.error * std::sqrt(norms[c]));
    }
  }
  return ApplyReport{Method::Basis, basis.rank(), context.worstBound(), false, {}, 0};
}

}  // namespace sispde
