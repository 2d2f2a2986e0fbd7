#include "core/spectral/lambda_max.h"

#include <algorithm>
#include <cmath>

#include "core/base/random.h"
#include "core/spectral/lanczos.h"

namespace sispde {
namespace {

constexpr int collatzSteps = 12;

double largestEdgeSum(const Laplacian& laplacian) {
  const Graph& graph = laplacian.graph();
  const auto degrees = laplacian.degrees();
  double bound = 0;
  for (NodeId u = 0; u < graph.nodeCount(); ++u)
    for (const NodeId v : graph.neighbours(u)) bound = std::max(bound, degrees[u] + degrees[v]);
  return bound;
}

// One x ← (D + A)x; returns max_u of new / old over nodes with a neighbour.
double collatzStep(const Laplacian& laplacian, std::vector<double>& x) {
  const Graph& graph = laplacian.graph();
  const auto degrees = laplacian.degrees();
  std::vector<double> next(x.size(), 1.0);
  double bound = 0, largest = 0;
  for (NodeId u = 0; u < graph.nodeCount(); ++u) {
    if (degrees[u] == 0) continue;
    double sum = degrees[u] * x[u];
    for (std::int64_t e = graph.offsets()[u]; e < graph.offsets()[u + 1]; ++e)
      sum += laplacian.weight(e) * x[graph.targets()[e]];
    bound = std::max(bound, sum / x[u]);
    next[u] = sum;
    largest = std::max(largest, sum);
  }
  for (double& value : next) value = std::max(value / largest, 1e-280);  // any positive x will do
  x.swap(next);
  return bound;
}

}  // namespace

double lambdaUpperBound(const Laplacian& laplacian) {
  if (laplacian.graph().edgeCount() == 0) return 0;
  if (laplacian.kind() == LaplacianKind::Symmetric) return 2;
  double bound = largestEdgeSum(laplacian);
  std::vector<double> x(laplacian.degrees().begin(), laplacian.degrees().end());
  const double largest = *std::max_element(x.begin(), x.end());
  for (double& value : x) value = std::max(value / largest, 1e-280);
  // The edges are walked once per step; a few steps give nearly all there is to gain.
  const int steps = laplacian.graph().edgeCount() > 2'000'000 ? 2 : collatzSteps;
  for (int i = 0; i < steps; ++i) bound = std::min(bound, collatzStep(laplacian, x));
  return bound * (1 + 1e-12);  // rounding in the sums
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
