#pragma once
// Columns of shape(Δ) for correlations, through the Chebyshev recurrence: degree and precision are chosen so that correlations are good to
// the tolerance. The normalisation of a kernel drops out of a correlation, so the shape is enough.
//
// With K ≥ k on the diagonal (the shape is convex, so K_uu ≥ shape(Δ_uu)) and entries good to ε, a correlation K_uv/√(K_uu K_vv) is good to
// 2ε/k. What the series leaves out is bounded that way. Rounding is measured instead: bounds of it, made for the worst case, would send
// every kernel to float64. Sixteen columns, evenly spread, are computed in both; float32 is taken where twice the largest difference of a
// correlation stays below half of the tolerance.

#include <cmath>
#include <numeric>

#include "core/kernel/kernel_spec.h"
#include "core/spectral/chebyshev_apply.h"

namespace sispde {

struct CorrelationOptions {
  double tolerance = 1e-6;  // absolute error of a correlation
  std::size_t maxBytes = std::size_t{8} << 30;
};

struct CorrelationReport {
  int degree = 0;       // of the polynomial
  bool single = false;  // in float32
  double error =
      0;  // of a correlation: the bound of what the series leaves out, and twice the rounding that was measured
  double seconds = 0;
};

struct StreamPlan {
  std::vector<double> coefficients;
  double upper = 0;  // of [0, upper], which holds the spectrum
  CorrelationReport report;
};

// `own` is what the caller keeps beside the columns, in bytes.
Result<StreamPlan> planStream(const Laplacian& laplacian, const KernelSpec& spec,
                              const CorrelationOptions& options, double own, const Progress& progress);

// A correlation from an entry of K and 1/√K_uu of both nodes (0 where K_uu is 0).
inline float correlationOf(float entry, double inverseRootU, double inverseRootV) {
  const double c = static_cast<double>(entry) * inverseRootU * inverseRootV;
  return static_cast<float>(c > 1 ? 1.0 : c < -1 ? -1.0 : c);
}
inline double inverseRoot(double variance) {
  return variance > 0 ? 1 / std::sqrt(variance) : 0;
}

// The columns of `nodes` in order, `round` of them at a time: take(tile) sees the columns of a tile, tile.first counting from the first
// of all, from several threads; finish(begin, end) is called when the columns [begin, end) of a round have all been taken.
template <class T, class Take, class Finish>
Result<void> streamColumns(const RecurrenceMatrix<T>& matrix, std::span<const double> coefficients,
                           std::span<const NodeId> nodes, std::size_t round, const Take& take,
                           const Finish& finish, const Progress& progress) {
  for (std::size_t begin = 0; begin < nodes.size(); begin += round) {
    const std::size_t end = std::min(begin + round, nodes.size());
    BlockTask<T> task;
    task.columns = end - begin;
    task.fill = [&](const Tile<T>& tile) {
      for (int j = 0; j < tile.used; ++j) tile.row(nodes[begin + tile.first + j])[j] = 1;
    };
    task.drain = [&](Tile<const T> tile) {
      tile.first += begin;
      take(tile);
    };
    SISPDE_CHECK(chebyshevApply(matrix, coefficients, task, {}, progress));
    finish(begin, end);
    progress.report(static_cast<double>(end) / static_cast<double>(nodes.size()), "computing correlations");
  }
  if (progress.stopped()) return cancelled();
  return {};
}

// run(matrix) in the precision of the plan.
template <class Run>
Result<void> withPrecision(const Laplacian& laplacian, const StreamPlan& plan, const Run& run,
                           const Progress& progress) {
  if (plan.report.single) {
    const RecurrenceMatrix<float> matrix(laplacian, plan.upper, progress);
    return progress.stopped() ? Result<void>(cancelled()) : run(matrix);
  }
  const RecurrenceMatrix<double> matrix(laplacian, plan.upper, progress);
  return progress.stopped() ? Result<void>(cancelled()) : run(matrix);
}

}  // namespace sispde
