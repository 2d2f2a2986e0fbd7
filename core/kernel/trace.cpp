#include "core/kernel/trace.h"

#include <chrono>
#include <cmath>
#include <numeric>

#include "core/base/parallel.h"
#include "core/kernel/probes.h"
#include "core/spectral/chebyshev_apply.h"
#include "core/spectral/chebyshev_series.h"

namespace sispde {
namespace {

ChebyshevSeries seriesOf(const Laplacian& laplacian, const KernelFunction& shape) {
  return {[&](double lambda) { return shape(lambda); }, laplacian.lambdaMax()};
}

// The mean of the diagonal is at least shape(mean of Δ_uu), since the shape is convex, and at least what the modes of λ = 0, one per
// component, contribute.
double leastMean(const Laplacian& laplacian, const KernelFunction& shape, std::int32_t components) {
  double sum = 0;
  for (NodeId u = 0; u < laplacian.nodeCount(); ++u) sum += laplacian.diagonal(u);
  const double nodes = std::max<double>(laplacian.nodeCount(), 1);
  return std::max(shape(sum / nodes), shape(0) * components / nodes);
}

// Multiplications of one step on N unit vectors.
double workOfStep(const Laplacian& laplacian) {
  return static_cast<double>(laplacian.nodeCount()) *
         static_cast<double>(laplacian.graph().targets().size() + laplacian.degrees().size());
}

template <class T>
Result<std::vector<double>> unitDiagonal(const Laplacian& laplacian, const ChebyshevSeries& series,
                                         int degree, const Progress& progress) {
  const RecurrenceMatrix<T> matrix(laplacian, series.upper(), progress);
  std::vector<double> diagonal(static_cast<std::size_t>(laplacian.nodeCount()), 0);
  BlockTask<T> task;
  task.columns = diagonal.size();
  task.what = "normalising";
  task.fill = [](const Tile<T>& tile) {
    for (int j = 0; j < tile.used; ++j) tile.row(tile.first + j)[j] = 1;
  };
  task.drain = [&](const Tile<const T>& tile) {
    for (int j = 0; j < tile.used; ++j)
      diagonal[tile.first + j] = static_cast<double>(tile.row(tile.first + j)[j]);
  };
  SISPDE_CHECK(chebyshevApply(matrix, series.coefficients().first(degree + 1), task, {}, progress));
  return diagonal;
}

// zᵀ p(Δ) z for vectors of random signs without the modes of λ = 0.
template <class T>
Result<std::vector<double>> probeSamples(const Laplacian& laplacian, const ChebyshevSeries& series,
                                         int degree, const ZeroModes& modes, const TraceOptions& options,
                                         const Progress& progress) {
  const RecurrenceMatrix<T> matrix(laplacian, series.upper(), progress);
  const auto n = static_cast<std::size_t>(laplacian.nodeCount());
  std::vector<double> samples(static_cast<std::size_t>(options.probes), 0);
  BlockTask<T> task;
  task.columns = samples.size();
  task.fill = [&](const Tile<T>& tile) {
    std::vector<double> z(n);
    for (int j = 0; j < tile.used && !progress.stopped(); ++j) {
      Signs signs(options.seed, tile.first + static_cast<std::size_t>(j));
      for (double& value : z) value = signs.next() ? 1 : -1;
      modes.project(z);
      for (std::size_t u = 0; u < n; ++u) tile.row(u)[j] = static_cast<T>(z[u]);
    }
  };
  task.drain = [&](const Tile<const T>& tile) {
    for (int j = 0; j < tile.used && !progress.stopped(); ++j) {
      Signs signs(options.seed, tile.first + static_cast<std::size_t>(j));
      double sum = 0;
      for (std::size_t u = 0; u < n; ++u) {
        const auto value = static_cast<double>(tile.row(u)[j]);
        sum += signs.next() ? value : -value;
      }
      samples[tile.first + j] = sum;
    }
  };
  SISPDE_CHECK(chebyshevApply(matrix, series.coefficients().first(degree + 1), task, {}, progress));
  return samples;
}

// The modes of λ = 0 are known and counted; zᵀ shape(Δ) z over vectors of random signs gives the rest.
Result<TraceResult> probedTrace(const Laplacian& laplacian, const KernelFunction& shape,
                                const TraceOptions& options, const Progress& progress) {
  constexpr double share = 1e-5;  // of the mean variance, for what the series leaves out and for rounding
  const ChebyshevSeries series = seriesOf(laplacian, shape);
  const ZeroModes modes(laplacian, progress);
  if (progress.stopped()) return cancelled();
  const double least = leastMean(laplacian, shape, modes.components.count);
  const int degree = series.degreeFor(share * least);
  const auto rounding = [&](double roundoff) {
    return series.rounding(degree, roundoff, stepError(laplacian));
  };
  const bool single = rounding(0x1p-24) <= share * least;
  SISPDE_TRY(std::vector<double> samples,
             single ? probeSamples<float>(laplacian, series, degree, modes, options, progress)
                    : probeSamples<double>(laplacian, series, degree, modes, options, progress));
  const auto count = static_cast<double>(samples.size());
  for (double& sample : samples) sample += shape(0) * modes.components.count;
  const double mean = std::accumulate(samples.begin(), samples.end(), 0.0) / count;
  double variance = 0;
  for (const double sample : samples) variance += (sample - mean) * (sample - mean);
  // |zᵀ(shape(Δ) − p(Δ))z| ≤ (tail + rounding)·‖z‖², and ‖z‖² ≤ N.
  const double bias = laplacian.nodeCount() * (series.tail(degree) + rounding(single ? 0x1p-24 : 0x1p-53));
  return TraceResult{mean, std::sqrt(variance / (count - 1) / count), bias, options.probes, 0};
}

}  // namespace

double exactTraceWork(const Laplacian& laplacian, const KernelFunction& shape, double tolerance,
                      const Progress& progress) {
  const std::int32_t components = connectedComponents(laplacian.graph(), progress).count;
  if (progress.stopped()) return 0;
  const double least = leastMean(laplacian, shape, components);
  return workOfStep(laplacian) * seriesOf(laplacian, shape).degreeFor(tolerance * least);
}

Result<std::vector<double>> exactDiagonal(const Laplacian& laplacian, const KernelFunction& shape,
                                          double tolerance, const Progress& progress) {
  const ChebyshevSeries series = seriesOf(laplacian, shape);
  const std::int32_t components = connectedComponents(laplacian.graph(), progress).count;
  if (progress.stopped()) return cancelled();
  const double error = tolerance * leastMean(laplacian, shape, components);
  const int degree = series.degreeFor(error / 2);
  if (series.rounding(degree, 0x1p-24, stepError(laplacian)) <= error / 2)
    return unitDiagonal<float>(laplacian, series, degree, progress);
  return unitDiagonal<double>(laplacian, series, degree, progress);
}

Result<TraceResult> shapeTrace(const Laplacian& laplacian, const KernelFunction& shape,
                               const TraceOptions& options, const Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  const auto nodes = static_cast<double>(laplacian.nodeCount());
  Result<TraceResult> result = [&]() -> Result<TraceResult> {
    if (shape.spec().kind == KernelKind::White || laplacian.lambdaMax() == 0)
      return TraceResult{shape.spec().kind == KernelKind::Laplacian ? 0.0 : nodes};
    if (shape.spec().kind == KernelKind::Laplacian) {
      double sum = 0;
      for (NodeId u = 0; u < laplacian.nodeCount(); ++u) sum += laplacian.diagonal(u);
      return TraceResult{sum / laplacian.lambdaMax()};
    }
    if (options.spectrum) return TraceResult{options.spectrum->trace(shape)};
    const auto n = static_cast<std::size_t>(laplacian.nodeCount());
    const bool probed = laplacian.nodeCount() > exactNodes &&
                        (workOfStep(laplacian) > options.maxWork ||
                         exactTraceWork(laplacian, shape, options.tolerance, progress) > options.maxWork);
    if (progress.stopped()) return cancelled();
    const std::size_t columns = probed ? static_cast<std::size_t>(options.probes) : n;
    const std::size_t own =
        (20 + 8 * static_cast<std::size_t>(threadCount())) * n;  // components, modes, a column of each thread
    SISPDE_CHECK(checkMemory("The trace",
                             static_cast<double>(own + RecurrenceMatrix<double>::bytesFor(laplacian) +
                                                 applyBytes<double>(n, columns)),
                             options.maxBytes));
    if (probed) return probedTrace(laplacian, shape, options, progress);
    SISPDE_TRY(const std::vector<double> diagonal,
               exactDiagonal(laplacian, shape, options.tolerance, progress));
    return TraceResult{std::accumulate(diagonal.begin(), diagonal.end(), 0.0)};
  }();
  if (result)
    result->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace sispde
