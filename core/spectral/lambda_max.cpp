#include "core/spectral/lambda_max.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/spectral/lanczos.h"

namespace sispde {
namespace {

constexpr int collatzSteps = 12;

constexpr std::size_t rowBlock = 16384;

// The largest of rowMaximum(begin, end) over blocks of nodes, or `otherwise` after a cancel.
template <class RowMaximum>
double largestOver(const Laplacian& laplacian, double otherwise, const Progress& progress,
                   const RowMaximum& rowMaximum) {
  const std::size_t n = laplacian.degrees().size();
  std::vector<double> found((n + rowBlock - 1) / rowBlock, 0);
  parallelBlocks(n, rowBlock, [&](std::size_t begin, std::size_t end) {
    if (!progress.stopped()) found[begin / rowBlock] = rowMaximum(begin, end);
  });
  return progress.stopped() ? otherwise : *std::max_element(found.begin(), found.end());
}

double largestEdgeSum(const Laplacian& laplacian, double otherwise, const Progress& progress) {
  const auto degrees = laplacian.degrees();
  return largestOver(laplacian, otherwise, progress, [&](std::size_t begin, std::size_t end) {
    double bound = 0;
    for (std::size_t u = begin; u < end; ++u)
      for (const NodeId v : laplacian.graph().neighbours(static_cast<NodeId>(u)))
        bound = std::max(bound, degrees[u] + degrees[v]);
    return bound;
  });
}

// One x ← (D + A)x; returns max_u of new / old over nodes with a neighbour.
double collatzStep(const Laplacian& laplacian, std::vector<double>& x, double otherwise,
                   const Progress& progress) {
  const Graph& graph = laplacian.graph();
  const auto degrees = laplacian.degrees();
  std::vector<double> next(x.size(), 0.0);
  const double bound = largestOver(laplacian, otherwise, progress, [&](std::size_t begin, std::size_t end) {
    double most = 0;
    for (std::size_t u = begin; u < end; ++u) {
      if (degrees[u] == 0) continue;
      double sum = degrees[u] * x[u];
      for (std::int64_t e = graph.offsets()[u]; e < graph.offsets()[u + 1]; ++e)
        sum += laplacian.weight(e) * x[graph.targets()[e]];
      most = std::max(most, sum / x[u]);
      next[u] = sum;
    }
    return most;
  });
  const double largest = *std::max_element(next.begin(), next.end());
  for (double& value : next) value = std::max(value / largest, 1e-280);  // any positive x will do
  x.swap(next);
  return bound;
}

}  // namespace

double lambdaUpperBound(const Laplacian& laplacian, const Progress& progress) {
  if (laplacian.graph().edgeCount() == 0) return 0;
  if (laplacian.kind() == LaplacianKind::Symmetric) return 2;
  std::vector<double> x(laplacian.degrees().begin(), laplacian.degrees().end());
  const double largest = *std::max_element(x.begin(), x.end());
  double bound = largestEdgeSum(laplacian, 2 * largest, progress);
  for (double& value : x) value = std::max(value / largest, 1e-280);
  // The edges are walked once per step; a few steps give nearly all there is to gain.
  const int steps = laplacian.graph().edgeCount() > 2'000'000 ? 2 : collatzSteps;
  for (int i = 0; i < steps && !progress.stopped(); ++i)
    bound = std::min(bound, collatzStep(laplacian, x, bound, progress));
  double longest = 0;
  for (NodeId u = 0; u < laplacian.nodeCount(); ++u)
    longest = std::max(longest, static_cast<double>(laplacian.graph().degree(u)));
  return bound * (1 + std::max(1e-12, 0x1p-52 * longest));  // rounding in the sums
}

LambdaEstimate estimateLambdaMax(const Laplacian& laplacian, int steps, double margin, std::uint64_t seed) {
  const auto n = static_cast<std::size_t>(laplacian.nodeCount());
  if (laplacian.lambdaMax() == 0) return {};
  Random random(seed, 0x6c616d62);  // "lamb"
  std::vector<double> start(n);
  for (double& value : start) value = random.normal();
  LanczosProcess process(laplacian, start, /*orthogonalise=*/true);
  while (process.steps() < std::min<int>(steps, static_cast<int>(n)) && process.advance()) {
  }
  const double ritz = process.ritzValues().back();
  return {ritz, std::min(ritz * (1 + margin), laplacian.lambdaMax()), process.steps()};
}

}  // namespace sispde
