#include "core/ood/energy_smoother.h"

#include <cmath>
#include <mutex>

#include "core/base/parallel.h"
#include "core/spectral/laplacian.h"

namespace sispde {
namespace {

constexpr std::size_t rowBlock = 8192;
constexpr int foldedMoments = 16;

// The basis of the symmetric Laplacian depends on nothing but its λ_max = 2: one for all graphs.
Result<std::shared_ptr<const ReducedBasis>> symmetricBasis(const Progress& progress) {
  static std::mutex mutex;
  static std::shared_ptr<const ReducedBasis> kept;
  const std::lock_guard lock(mutex);
  if (!kept) {
    SISPDE_TRY(ReducedBasis made, ReducedBasis::make(2, {}, progress));
    kept = std::make_shared<const ReducedBasis>(std::move(made));
  }
  return kept;
}

// Adds Σ_k c_kj T_k(L_sym − I) v to the functions j of one column of the block, sixteen moments at a time.
Result<void> fillColumn(const Laplacian& laplacian, const ReducedBasis& basis, std::vector<double> v,
                        std::size_t first, std::size_t stride, BasisBlock& block, const Progress& progress) {
  const std::size_t n = v.size(), rank = static_cast<std::size_t>(basis.rank());
  const int degree = basis.degree();
  std::vector<double> before(n, 0), now = std::move(v), next(n);
  std::vector<std::vector<float>> moments(foldedMoments, std::vector<float>(stride, 0));
  std::vector<const float*> pointers;
  std::vector<float> coefficients;
  bool fresh = true;
  const auto fold = [&] {
    parallelBlocks(stride, rowBlock, [&](std::size_t begin, std::size_t end) {
      std::vector<const float*> part = pointers;
      for (const float*& pointer : part) pointer += begin;
      block.add(part, coefficients.data(), first + begin, end - begin, fresh);
    });
    pointers.clear();
    coefficients.clear();
    fresh = false;
  };
  for (int k = 0; k <= degree; ++k) {
    if (k > 0) {
      laplacian.multiply(now, next, progress);
      if (progress.stopped()) return cancelled();
      const double factor = k == 1 ? 1 : 2;  // T_1 = x T_0, T_k = 2x T_{k−1} − T_{k−2}
      parallelBlocks(n, rowBlock, [&](std::size_t begin, std::size_t end) {
        for (std::size_t u = begin; u < end; ++u) next[u] = factor * (next[u] - now[u]) - before[u];
      });
      before.swap(now);
      now.swap(next);
    }
    std::vector<float>& moment = moments[pointers.size()];
    for (std::size_t u = 0; u < n; ++u) moment[u] = static_cast<float>(now[u]);
    pointers.push_back(moment.data());
    for (std::size_t j = 0; j < rank; ++j)
      coefficients.push_back(
          static_cast<float>(basis.coefficients()[static_cast<std::size_t>(k) * rank + j]));
    if (pointers.size() == foldedMoments || k == degree) fold();
  }
  return {};
}

}  // namespace

Result<EnergySmoother> EnergySmoother::make(const Graph& graph, std::vector<std::vector<double>> columns,
                                            const Progress& progress) {
  const auto n = static_cast<std::size_t>(graph.nodeCount());
  for (const std::vector<double>& column : columns)
    if (column.size() != n) return usageError("{} energies were given for {} nodes", column.size(), n);
  EnergySmoother made;
  SISPDE_TRY(made.basis_, symmetricBasis(progress));
  const Laplacian laplacian(graph, LaplacianKind::Symmetric, progress);
  if (progress.stopped()) return cancelled();
  made.roots_.assign(laplacian.degrees().begin(), laplacian.degrees().end());
  for (double& root : made.roots_) root = std::sqrt(root);
  made.stride_ = BasisBlock::padded(n);
  made.block_ = BasisBlock(made.stride_ * columns.size(), made.basis_->rank());
  for (std::size_t c = 0; c < columns.size(); ++c) {
    double mean = 0;
    for (const double energy : columns[c]) mean += energy / static_cast<double>(n);
    std::vector<double> scaled(n);
    for (std::size_t u = 0; u < n; ++u) scaled[u] = made.roots_[u] * (columns[c][u] - mean);
    made.means_.push_back(mean);
    SISPDE_CHECK(fillColumn(laplacian, *made.basis_, std::move(scaled), c * made.stride_, made.stride_,
                            made.block_, progress));
    progress.report(static_cast<double>(c + 1) / static_cast<double>(columns.size()), "smoothing energies");
  }
  made.columns_ = std::move(columns);
  return made;
}

Result<double> EnergySmoother::smooth(const KernelSpec& spec, std::size_t column, std::span<double> out,
                                      IsolatedNodes isolated) const {
  SISPDE_CHECK(checkKernel(spec));
  if (spec.kind == KernelKind::Laplacian)
    return usageError("The Laplacian kernel does not smooth: φ(0) is 0; take matern, heat or white");
  if (column >= columns_.size() || out.size() != nodes())
    return usageError("There is no column {} of {} energies", column, out.size());
  const KernelFunction phi(spec, 1, 2);
  const ReducedBasis::Projection projection = basis_->project(phi);
  const std::vector<float> weights(projection.weights.begin(), projection.weights.end());
  std::vector<float> smoothed(nodes());
  block_.combine(weights, column * stride_, smoothed);
  const double alone = isolated == IsolatedNodes::Keep ? 1 : phi(1);
  for (std::size_t u = 0; u < out.size(); ++u)
    out[u] = roots_[u] > 0 ? means_[column] + static_cast<double>(smoothed[u]) / roots_[u]
                           : alone * columns_[column][u];
  return projection.error + projection.rounding;
}

}  // namespace sispde
