#include "core/rewire/column_stream.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/kernel/apply.h"
#include "core/kernel/probes.h"
#include "core/spectral/chebyshev_series.h"

namespace sispde {
namespace {

constexpr std::size_t sampledColumns = 16;

// A lower bound of every K_uu that is not 0: convexity, and what the mode of λ = 0 alone gives.
std::vector<double> leastVariances(const Laplacian& laplacian, const KernelFunction& shape,
                                   const Progress& progress) {
  std::vector<double> least(static_cast<std::size_t>(laplacian.nodeCount()));
  for (NodeId u = 0; u < laplacian.nodeCount(); ++u) least[u] = shape(laplacian.diagonal(u));
  if (shape.spec().kind == KernelKind::Laplacian) return least;
  const ZeroModes modes(laplacian, progress);
  if (progress.stopped()) return least;
  for (std::size_t u = 0; u < least.size(); ++u)
    least[u] = std::max(least[u], modes.entries[u] * modes.entries[u]);
  return least;
}

template <class T>
Result<std::vector<double>> sampledEntries(const Laplacian& laplacian, const StreamPlan& plan,
                                           std::span<const NodeId> nodes, const Progress& progress) {
  const RecurrenceMatrix<T> matrix(laplacian, plan.upper, progress);
  if (progress.stopped()) return cancelled();
  const auto n = static_cast<std::size_t>(laplacian.nodeCount());
  std::vector<double> entries(n * nodes.size());
  const auto take = [&](const Tile<const T>& tile) {
    for (std::size_t u = 0; u < n; ++u)
      for (int j = 0; j < tile.used; ++j)
        entries[u * nodes.size() + tile.first + static_cast<std::size_t>(j)] =
            static_cast<double>(tile.row(u)[j]);
  };
  SISPDE_CHECK(streamColumns(
      matrix, plan.coefficients, nodes, nodes.size(), take, [](std::size_t, std::size_t) {}, progress));
  return entries;
}

// The largest difference between correlations in float32 and in float64, over the sampled columns. Variances of other nodes are
// taken to lie as far above their lower bounds as the lowest of the sampled ones does.
Result<double> measuredRounding(const Laplacian& laplacian, const StreamPlan& plan,
                                std::span<const double> least, const Progress& progress) {
  std::vector<NodeId> nodes;
  const auto n = least.size(), count = std::min(sampledColumns, n);
  for (std::size_t i = 0; i < count; ++i) nodes.push_back(static_cast<NodeId>((2 * i + 1) * n / (2 * count)));
  SISPDE_TRY(const std::vector<double> single, sampledEntries<float>(laplacian, plan, nodes, progress));
  SISPDE_TRY(const std::vector<double> exact, sampledEntries<double>(laplacian, plan, nodes, progress));
  // How far the variances lie above their lower bounds, where both are known.
  double slack = std::numeric_limits<double>::infinity();
  const auto variance = [&](std::size_t j) { return exact[static_cast<std::size_t>(nodes[j]) * count + j]; };
  for (std::size_t j = 0; j < count; ++j)
    if (least[nodes[j]] > 0) slack = std::min(slack, variance(j) / least[nodes[j]]);
  double largest = 0;
  for (std::size_t j = 0; j < count; ++j) {
    if (!(least[nodes[j]] > 0)) continue;
    for (std::size_t u = 0; u < n; ++u) {
      if (!(least[u] > 0)) continue;
      const double scale = std::sqrt(variance(j) * std::max(slack, 1.0) * least[u]);
      largest = std::max(largest, std::abs(single[u * count + j] - exact[u * count + j]) / scale);
    }
  }
  return largest;
}

}  // namespace

Result<StreamPlan> planStream(const Laplacian& laplacian, const KernelSpec& spec,
                              const CorrelationOptions& options, double own, const Progress& progress) {
  SISPDE_CHECK(checkKernel(spec));
  if (spec.laplacian != laplacian.kind())
    return usageError("The kernel and the Laplacian are of different kinds");
  if (!(options.tolerance >= smallestTolerance && options.tolerance < 1))
    return usageError(
        "A tolerance of {:g} cannot be kept: correlations are float32, which reach {:g}; take a value "
        "from there up to 1",
        options.tolerance, smallestTolerance);
  const auto n = static_cast<std::size_t>(laplacian.nodeCount());
  SISPDE_CHECK(checkMemory(
      "The computation of correlations",
      own + static_cast<double>(applyBytes<double>(n, n) + RecurrenceMatrix<double>::bytesFor(laplacian) +
                                16 * sampledColumns * n),
      options.maxBytes));
  StreamPlan plan;
  plan.upper = laplacian.lambdaMax();
  const KernelFunction shape(spec, 1, plan.upper);
  if (plan.upper == 0) {  // no edges: every node by itself
    plan.coefficients = {1};
    plan.report = {0, true, 0, 0};
    return plan;
  }
  const ChebyshevSeries series([&](double lambda) { return shape(lambda); }, plan.upper);
  const std::vector<double> least = leastVariances(laplacian, shape, progress);
  if (progress.stopped()) return cancelled();
  double smallest = 1;
  for (const double variance : least)
    if (variance > 0) smallest = std::min(smallest, variance);
  const double allowed = options.tolerance / 4 * smallest / 2;
  plan.report.degree = series.degreeFor(allowed);
  const double tail = 2 * series.tail(plan.report.degree) / smallest;
  if (tail > options.tolerance)
    return usageError(
        "Correlations cannot be computed to {:g} under this kernel: degree {} leaves {:.2g}; take a smaller "
        "κ "
        "or a larger tolerance",
        options.tolerance, plan.report.degree, tail);
  const auto coefficients = series.coefficients().first(static_cast<std::size_t>(plan.report.degree) + 1);
  plan.coefficients.assign(coefficients.begin(), coefficients.end());
  progress.report(-1, "measuring the rounding");
  SISPDE_TRY(const double rounding, measuredRounding(laplacian, plan, least, progress));
  plan.report.single = 2 * rounding <= options.tolerance / 2;
  plan.report.error = tail + (plan.report.single ? 2 * rounding : 0) + 0x1p-24;
  return plan;
}

}  // namespace sispde
