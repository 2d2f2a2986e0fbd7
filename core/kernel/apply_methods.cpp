#include "core/kernel/apply_methods.h"

#include <atomic>
#include <cmath>
#include <limits>
#include <mutex>
#include <utility>

#include "core/base/parallel.h"
#include "core/spectral/chebyshev_apply.h"
#include "core/spectral/lanczos.h"
#include "core/spectral/rational_fit.h"

namespace sispde {
namespace {

double norm(std::span<const double> x) {
  double sum = 0;
  for (const double value : x) sum += value * value;
  return std::sqrt(sum);
}

// Columns one after the other, side by side where there are several.
template <class Work>
Result<void> forEachColumn(const ApplyContext& context, Work&& work) {
  std::mutex mutex;
  std::optional<Error> failed;
  parallelBlocks(context.request.columns, 1, [&](std::size_t c, std::size_t) {
    {
      const std::lock_guard lock(mutex);
      if (failed) return;
    }
    Result<void> result = context.progress.stopped() ? Result<void>(cancelled()) : work(c);
    if (result) return;
    const std::lock_guard lock(mutex);
    if (!failed) failed = std::move(result.error());
  });
  if (failed) return Unexpected(std::move(*failed));
  return {};
}

// The precision a degree asks for and the error it leaves, for ‖b‖ = 1.
struct Plan {
  int degree = 0;
  bool single = false;
  double error = 0;
};

Plan planFor(const ChebyshevSeries& series, double error, double perStep) {
  Plan plan;
  plan.degree = series.degreeFor(error / 2);
  const double tail = series.tail(plan.degree);
  plan.error = tail + series.rounding(plan.degree, 0x1p-24, perStep);
  plan.single = plan.error <= error;
  if (!plan.single) plan.error = tail + series.rounding(plan.degree, 0x1p-53, perStep);
  return plan;
}

// A polynomial on [0, λ_max] applied to all columns; `error` is its absolute error for ‖b‖ = 1. Returns the largest relative one.
template <class T>
Result<double> runPolynomial(const ApplyContext& context, std::span<const double> coefficients,
                             double error) {
  const ApplyRequest& request = context.request;
  const std::size_t n = context.nodes;
  const std::size_t bytes =
      applyBytes<T>(n, request.columns) + RecurrenceMatrix<T>::bytesFor(context.laplacian);
  SISPDE_CHECK(checkMemory("The Chebyshev recurrence", static_cast<double>(bytes), request.maxBytes));
  const RecurrenceMatrix<T> matrix(context.laplacian, context.laplacian.lambdaMax(), context.progress);
  std::vector<double> norms(request.columns, 0);
  BlockTask<T> task;
  task.columns = request.columns;
  task.what = "applying the kernel";
  task.fill = [&](const Tile<T>& tile) {
    std::vector<double> column(n);
    for (int j = 0; j < tile.used && !context.progress.stopped(); ++j) {
      std::fill(column.begin(), column.end(), 0);
      request.source(tile.first + j, column);
      norms[tile.first + j] = norm(column);
      for (std::size_t u = 0; u < n; ++u) tile.row(u)[j] = static_cast<T>(column[u]);
    }
  };
  task.drain = [&](const Tile<const T>& tile) {
    std::vector<double> column(n);
    for (int j = 0; j < tile.used && !context.progress.stopped(); ++j) {
      for (std::size_t u = 0; u < n; ++u) column[u] = static_cast<double>(tile.row(u)[j]);
      context.deliver(tile.first + j, column, error * norms[tile.first + j]);
    }
  };
  SISPDE_CHECK(chebyshevApply(matrix, coefficients, task, {}, context.progress));
  return context.worstBound();
}

}  // namespace

ApplyContext::ApplyContext(const Laplacian& l, const KernelFunction& s, const ApplyRequest& r,
                           const Progress& p)
    : laplacian(l),
      shape(s),
      request(r),
      progress(p),
      nodes(static_cast<std::size_t>(l.nodeCount())),
      tolerance(0.75 * r.tolerance) {
  const bool needed = r.method == Method::Chebyshev || (r.method == Method::Auto && !r.spectrum);
  if (s.smooth() && needed) series.emplace([&](double lambda) { return s(lambda); }, l.lambdaMax());
}

void ApplyContext::deliver(std::size_t column, std::span<double> values, double error) const {
  if (request.isZero && request.isZero(column)) {
    std::fill(values.begin(), values.end(), 0);
  } else {
    const double size = norm(values);
    const double relative = error == 0     ? 0
                            : error < size ? error / (size - error)
                                           : std::numeric_limits<double>::infinity();
    const std::lock_guard lock(mutex_);
    worst_ = std::max(worst_, relative);
  }
  request.sink(column, values);
}

double ApplyContext::worstBound() const {
  const std::lock_guard lock(mutex_);
  return std::exchange(worst_, 0);
}

Result<double> applyPolynomial(const ApplyContext& context, std::span<const double> coefficients,
                               double error) {
  return runPolynomial<double>(context, coefficients, error);
}

int chebyshevDegree(const ApplyContext& context) {
  return context.series->degreeFor(context.tolerance * context.request.leastGain / 2);
}

Result<ApplyReport> applyEigen(const ApplyContext& context) {
  const ApplyRequest& request = context.request;
  if (!request.spectrum)
    return usageError("The method eigen needs all eigenpairs, which go up to {} nodes; this graph has {}",
                      exactNodes, context.nodes);
  const Spectrum& spectrum = *request.spectrum;
  SISPDE_CHECK(forEachColumn(context, [&](std::size_t c) -> Result<void> {
    std::vector<double> b(context.nodes, 0), result(context.nodes, 0);
    request.source(c, b);
    double error = 0;
    for (const Spectrum::Block& block : spectrum.blocks) {
      const std::size_t n = block.nodes.size();
      double any = 0;
      for (const NodeId u : block.nodes) any += std::abs(b[u]);
      if (any == 0) continue;
      if (context.progress.stopped()) return cancelled();
      std::vector<double> modes(n, 0);
      for (std::size_t i = 0; i < n; ++i)
        if (const double x = b[block.nodes[i]]; x != 0)
          for (std::size_t k = 0; k < n; ++k) modes[k] += x * block.vectors[i * n + k];
      for (std::size_t k = 0; k < n; ++k) modes[k] *= context.shape(block.values[k]);
      for (std::size_t i = 0; i < n; ++i) {
        double sum = 0;
        for (std::size_t k = 0; k < n; ++k) sum += block.vectors[i * n + k] * modes[k];
        result[block.nodes[i]] = sum;
      }
    }
    // Eigenvalues and vectors are exact to some roundoffs of λ_max; where the shape falls steeply this moves it by κ²/2 times that.
    const double slope =
        1 + context.laplacian.lambdaMax() * context.shape.power() /
                std::max(context.shape.fallScale(), 1e-300) *
                (context.shape.spec().kind == KernelKind::Matern ? context.shape.spec().nu : 1);
    error = 2e-14 * slope * norm(b);
    context.deliver(c, result, error);
    return {};
  }));
  return ApplyReport{Method::Eigen, 0, context.worstBound(), false, {}, 0};
}

Result<ApplyReport> applyChebyshev(const ApplyContext& context) {
  if (!context.series)
    return usageError(
        "The square root of the laplacian kernel has no convergent Chebyshev series; use --method eigen");
  const ApplyRequest& request = context.request;
  // The guess of the least gain may be too high; the bound then shows it, and a second pass keeps the tolerance.
  double gain = request.leastGain;
  const double perStep = stepError(context.laplacian);
  for (int attempt = 0;; ++attempt) {
    const Plan plan = planFor(*context.series, context.tolerance * gain, perStep);
    const auto coefficients = context.series->coefficients().first(plan.degree + 1);
    SISPDE_TRY(const double bound, plan.single ? runPolynomial<float>(context, coefficients, plan.error)
                                               : runPolynomial<double>(context, coefficients, plan.error));
    if (bound <= context.tolerance || request.columns == 0)
      return ApplyReport{Method::Chebyshev, plan.degree, bound, plan.single, {}, 0};
    if (attempt == 2 || plan.degree >= context.series->degree())
      return usageError(
          "A tolerance of {:g} cannot be reached: degree {} in float64 leaves a relative error of up to "
          "{:.2g} (a "
          "result is very small); take a larger tolerance",
          request.tolerance, plan.degree, bound);
    gain *= std::min(0.5, 0.5 * context.tolerance / bound);
    if (!(gain > 1e-12)) gain = 1e-12;
  }
}

Result<ApplyReport> applyLanczos(const ApplyContext& context, int maxSteps) {
  const ApplyRequest& request = context.request;
  const std::size_t together = std::min<std::size_t>(request.columns, threadCount());
  std::atomic<int> most{0};
  SISPDE_CHECK(forEachColumn(context, [&](std::size_t c) -> Result<void> {
    std::vector<double> b(context.nodes, 0);
    request.source(c, b);
    const LanczosOptions options{context.tolerance,
                                 [&](double lambda) { return context.shape.slope(lambda); }, maxSteps,
                                 request.maxBytes / std::max<std::size_t>(together, 1)};
    SISPDE_TRY(LanczosResult result,
               lanczosApply(
                   context.laplacian, b, [&](double lambda) { return context.shape(lambda); }, options,
                   context.progress));
    for (int seen = most; result.steps > seen && !most.compare_exchange_weak(seen, result.steps);) {
    }
    context.deliver(c, result.values, result.error);
    return {};
  }));
  return ApplyReport{Method::Lanczos, most, context.worstBound(), false, {}, 0};
}

Result<ApplyReport> applyCholesky(const ApplyContext& context,
                                  std::shared_ptr<const CholeskyPattern> pattern) {
  const ApplyRequest& request = context.request;
  const KernelFunction& shape = context.shape;
  const KernelSpec& spec = shape.spec();
  if (spec.kind == KernelKind::Laplacian || spec.kind == KernelKind::White)
    return usageError("The method cholesky is for matern and heat; {} needs no factor",
                      kernelName(spec.kind));
  const double upper = context.laplacian.lambdaMax(), pole = shape.fallScale();
  const double unit = 1.2e-16;
  // Matérn: (1 + λ/p)^−e is ⌊e⌋ solves with one factor, and a sum over fixed poles for the rest of the exponent.
  const double exponent = spec.kind == KernelKind::Matern ? spec.nu * shape.power() : 0;
  const int solves = static_cast<int>(std::floor(exponent));
  const double rest = exponent - solves;
  const auto restShape = [&](double lambda) {
    return spec.kind == KernelKind::Matern ? std::exp(-rest * std::log1p(lambda / pole)) : shape(lambda);
  };
  RationalFit fit;
  double error = 20 * solves * unit * (1 + upper / pole);
  if (spec.kind == KernelKind::Heat || rest > 0) {
    fit = fitRational(restShape, std::max(upper, 1e-300), pole, context.tolerance * request.leastGain / 4);
    error += fit.error;
    for (std::size_t j = 0; j < fit.poles.size(); ++j)
      error += 20 * unit * std::abs(fit.weights[j]) * (1 + upper / fit.poles[j]);
  }
  if (error > context.tolerance * request.leastGain)
    return usageError(
        "Sparse factors leave an error of {:.2g} here, more than the tolerance {:g} allows for the smallest "
        "row; "
        "take a larger tolerance or another method",
        error, request.tolerance);
  std::vector<double> shifts = fit.poles;
  if (solves > 0) shifts.push_back(pole);
  const auto factorBytes =
      factorEntryBytes * static_cast<double>(pattern->entries()) + 24.0 * static_cast<double>(context.nodes);
  SISPDE_CHECK(
      checkMemory("The sparse factors", factorBytes * static_cast<double>(shifts.size()), request.maxBytes));
  std::vector<std::optional<SparseCholesky>> factors(shifts.size());
  if (context.progress.stopped()) return cancelled();
  std::mutex mutex;
  std::optional<Error> failed;
  parallelBlocks(factors.size(), 1, [&](std::size_t j, std::size_t) {
    auto factor = SparseCholesky::factor(pattern, shifts[j], context.progress);
    const std::lock_guard lock(mutex);
    if (factor)
      factors[j] = std::move(*factor);
    else
      failed = std::move(factor.error());
  });
  if (failed) return Unexpected(std::move(*failed));
  const auto solveColumn = [&](std::size_t c) -> Result<void> {
    std::vector<double> b(context.nodes, 0), sum(context.nodes, 0), x;
    request.source(c, b);
    const double size = norm(b);
    for (int i = 0; i < solves; ++i) {
      SISPDE_CHECK(factors.back()->solve(b, context.progress));
      for (double& value : b) value *= pole;
    }
    if (fit.poles.empty()) sum = b;
    for (std::size_t j = 0; j < fit.poles.size(); ++j) {
      x = b;
      SISPDE_CHECK(factors[j]->solve(x, context.progress));
      for (std::size_t u = 0; u < x.size(); ++u) sum[u] += fit.weights[j] * fit.poles[j] * x[u];
    }
    context.deliver(c, sum, error * size);
    return {};
  };
  SISPDE_CHECK(forEachColumn(context, solveColumn));
  return ApplyReport{Method::Cholesky, static_cast<int>(shifts.size()), context.worstBound(), false, {}, 0};
}

}  // namespace sispde
