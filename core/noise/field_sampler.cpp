#include "core/noise/field_sampler.h"

#include <cmath>

#include "core/base/parallel.h"
#include "core/kernel/incidence.h"
#include "core/spectral/chebyshev_apply.h"
#include "core/spectral/chebyshev_series.h"

namespace sispde {

Result<FieldSampler> FieldSampler::make(std::shared_ptr<const Laplacian> laplacian,
                                        const SamplerRequest& request, const Progress& progress) {
  RowsRequest rows;
  rows.spec = request.spec;
  rows.power = request.power;
  rows.tolerance = std::max(request.tolerance, smallestTolerance);
  rows.maxBytes = request.maxBytes;
  SISPDE_CHECK(checkRequest(*laplacian, rows));
  FieldSampler sampler;
  sampler.request_ = request;
  sampler.laplacian_ = std::move(laplacian);
  const Laplacian& delta = *sampler.laplacian_;
  SISPDE_TRY(const Scaling scaling, scalingOf(delta, rows, progress));
  SISPDE_TRY(const double rest, trueScale(scaling));
  sampler.factor_ = scaling.factor * rest;
  const KernelKind kind = request.spec.kind;
  if (kind == KernelKind::Laplacian) {
    if (request.power != 0.5)
      return usageError("The laplacian kernel is sampled through the incidence matrix, with power 0.5 alone");
    sampler.factor_ /= std::sqrt(delta.lambdaMax());
    return sampler;
  }
  if (kind == KernelKind::White || delta.lambdaMax() == 0 || sampler.factor_ == 0) {
    sampler.coefficients_ = {1};
    return sampler;
  }
  const KernelFunction shape(request.spec, request.power, delta.lambdaMax());
  const ChebyshevSeries series([&](double lambda) { return shape(lambda); }, delta.lambdaMax());
  // E‖Rz‖² = Σ shape² ≥ N shape(mean of Δ_uu)² by convexity.
  double mean = 0;
  for (NodeId u = 0; u < delta.nodeCount(); ++u) mean += delta.diagonal(u) / delta.nodeCount();
  const int degree =
      request.order > 0 ? request.order : series.degreeFor(request.tolerance * std::max(shape(mean), 1e-6));
  const auto all = series.coefficients();
  sampler.coefficients_.assign(all.begin(),
                               all.begin() + std::min<std::ptrdiff_t>(degree + 1, std::ssize(all)));
  if (sampler.coefficients_.size() < 2) sampler.coefficients_.resize(2, 0.0);
  constexpr int mostTerms = 20'000;
  if (sampler.degree() > mostTerms)
    return usageError(
        "Noise of this kernel needs a polynomial of degree {} on this graph, more than {}; take a smaller "
        "kappa, a larger "
        "tolerance, or the symmetric Laplacian",
        sampler.degree(), mostTerms);
  SISPDE_CHECK(checkMemory("The noise's recurrence",
                           static_cast<double>(RecurrenceMatrix<double>::bytesFor(delta)), request.maxBytes));
  const double rounding = polynomialRounding(sampler.coefficients_, 0x1p-24, stepError(delta));
  if (rounding <= request.tolerance * std::max(shape(mean), 1e-6))
    sampler.matrix_ = std::make_shared<const RecurrenceMatrix<float>>(delta, delta.lambdaMax(), progress);
  else
    sampler.wideMatrix_ =
        std::make_shared<const RecurrenceMatrix<double>>(delta, delta.lambdaMax(), progress);
  if (progress.stopped()) return cancelled();
  return sampler;
}

template <class T>
Result<void> FieldSampler::drawWith(const RecurrenceMatrix<T>& matrix, std::span<const NormalPlace> places,
                                    const FieldsAt& block, const Progress& progress) const {
  const auto n = static_cast<std::size_t>(laplacian_->nodeCount());
  const auto factor = static_cast<T>(factor_);
  BlockTask<T> task;
  task.columns = places.size();
  task.fill = [&](const Tile<T>& tile) {
    Buffer<float> z(n);
    for (int j = 0; j < tile.used && !progress.stopped(); ++j) {
      normals(places[tile.first + j], 0, z);
      for (std::size_t u = 0; u < n; ++u) tile.row(u)[j] = static_cast<T>(z[u]);
    }
  };
  task.drain = [&](const Tile<const T>& tile) {
    for (std::size_t u = 0; u < n; ++u) {
      // Rows lie far apart: where the memory is new, each may be a page to be made.
      if (u % 1024 == 0 && progress.stopped()) return;
      const T* from = tile.row(u);
      float* to = block.at(u) + tile.first;
      for (int j = 0; j < tile.used; ++j) to[j] = static_cast<float>(factor * from[j]);
    }
  };
  SISPDE_CHECK(chebyshevApply(matrix, coefficients_, task, {}, progress));
  if (progress.stopped()) return cancelled();
  return {};
}

Result<void> FieldSampler::draw(std::span<const NormalPlace> places, const FieldsAt& block,
                                const Progress& progress) const {
  if (matrix_) return drawWith(*matrix_, places, block, progress);
  if (wideMatrix_) return drawWith(*wideMatrix_, places, block, progress);
  const auto n = static_cast<std::size_t>(laplacian_->nodeCount());
  const auto factor = static_cast<float>(factor_);
  parallelBlocks(places.size(), 1, [&](std::size_t i, std::size_t) {
    if (progress.stopped()) return;
    Buffer<float> field(n);
    if (request_.spec.kind == KernelKind::Laplacian)
      incidenceField(*laplacian_, places[i], factor_, field, progress);
    else
      normals(places[i], 0, field);
    const float scale = request_.spec.kind == KernelKind::Laplacian ? 1 : factor;
    for (std::size_t u = 0; u < n; ++u) block.at(u)[i] = scale * field[u];
  });
  if (progress.stopped()) return cancelled();
  return {};
}

}  // namespace sispde
