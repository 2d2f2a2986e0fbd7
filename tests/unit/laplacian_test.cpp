#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/spectral/lambda_max.h"
#include "core/spectral/lanczos.h"
#include "core/spectral/rational_fit.h"
#include "core/spectral/sparse_cholesky.h"
#include "tests/unit/small_graphs.h"
#include "tests/unit/spectrum_of.h"

namespace sispde {
namespace {

using testing::anyLaplacian;
using testing::bothLaplacians;
using testing::norm;
using testing::randomGraph;
using testing::relativeError;
using testing::spectrumOf;

std::vector<double> randomVector(std::size_t n, std::uint64_t seed = 1) {
  Random random(seed);
  std::vector<double> x(n);
  for (double& value : x) value = random.normal();
  return x;
}

// Δ from its definition, through a table of weights.
std::vector<double> slowDense(const Laplacian& laplacian) {
  const Graph& graph = laplacian.graph();
  const auto n = static_cast<std::size_t>(graph.nodeCount());
  std::vector<double> a(n * n, 0), degree(n, 0), result(n * n, 0);
  for (NodeId u = 0; u < graph.nodeCount(); ++u)
    for (std::size_t i = 0; i < graph.neighbours(u).size(); ++i) {
      const double w = laplacian.weights().empty() ? 1 : laplacian.weights()[graph.offsets()[u] + i];
      a[u * n + graph.neighbours(u)[i]] = w;
      degree[u] += w;
    }
  for (std::size_t u = 0; u < n; ++u)
    for (std::size_t v = 0; v < n; ++v) {
      const double link = a[u * n + v];
      if (laplacian.kind() == LaplacianKind::Combinatorial)
        result[u * n + v] = (u == v ? degree[u] : 0) - link;
      else
        result[u * n + v] =
            (u == v && degree[u] > 0 ? 1 : 0) - (link > 0 ? link / std::sqrt(degree[u] * degree[v]) : 0);
    }
  return result;
}

double largestEigenvalue(const Laplacian& laplacian) {
  return spectrumOf(laplacian).values().back();
}

RC_GTEST_PROP(LaplacianTest, EqualsItsDefinition, ()) {
  const Laplacian laplacian = anyLaplacian(25);
  const auto n = static_cast<std::size_t>(laplacian.nodeCount());
  const std::vector<double> dense = slowDense(laplacian), x = randomVector(n);
  const std::vector<double> given = laplacian.dense();
  std::vector<double> y(n, -1);
  laplacian.multiply(x, y);
  for (std::size_t u = 0; u < n; ++u) {
    double sum = 0;
    for (std::size_t v = 0; v < n; ++v) {
      sum += dense[u * n + v] * x[v];
      RC_ASSERT(std::abs(given[u * n + v] - dense[u * n + v]) <= 1e-14 * std::abs(dense[u * n + v]));
    }
    RC_ASSERT(std::abs(y[u] - sum) <= 1e-13 * (1 + laplacian.lambdaMax()));
    RC_ASSERT(laplacian.diagonal(static_cast<NodeId>(u)) == given[u * n + u]);
  }
}

TEST(LaplacianTest, AnIsolatedNodeHasARowOfZeros) {
  for (const LaplacianKind kind : bothLaplacians)
    for (const bool weighted : {false, true}) {
      const Graph graph = randomGraph(12, 20, 5, /*isolated=*/2);
      const Laplacian laplacian =
          weighted ? testing::randomlyWeighted(graph, kind, 5) : Laplacian(graph, kind);
      std::vector<double> y(12, -1);
      laplacian.multiply(randomVector(12), y);
      EXPECT_EQ(y[10], 0);
      EXPECT_EQ(y[11], 0);
      EXPECT_EQ(laplacian.diagonal(11), 0);
      for (std::size_t v = 0; v < 12; ++v) EXPECT_EQ(laplacian.dense()[11 * 12 + v], 0);
    }
}

TEST(LaplacianTest, ConstantsAndRootsOfDegreesAreInTheKernel) {
  const Graph graph = randomGraph(40, 90, 2, 3);
  for (const LaplacianKind kind : bothLaplacians) {
    const Laplacian laplacian = testing::randomlyWeighted(graph, kind, 7);
    std::vector<double> x(40, 1), y(40);
    if (kind == LaplacianKind::Symmetric)
      for (std::size_t u = 0; u < 40; ++u) x[u] = std::sqrt(laplacian.degrees()[u]);
    laplacian.multiply(x, y);
    EXPECT_LE(norm(y), 1e-13 * laplacian.lambdaMax() * norm(x));
  }
}

TEST(LaplacianTest, WeightsThatMakeNoSenseAreErrors) {
  const std::vector<Edge> edges{{0, 1}, {1, 2}};
  const Graph graph = buildGraph(3, edges).graph;  // stored as 0–1, 1–0, 1–2, 2–1
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  const std::vector<std::vector<double>> wrong{{},
                                               {1, 1},
                                               {1, 1, 1, 1, 1},
                                               {1, 2, 1, 1},
                                               {1, 1, 0, 0},
                                               {-1, -1, 1, 1},
                                               {1, 1, nan, nan},
                                               {inf, inf, 1, 1},
                                               {1e308, 1e308, 1e308, 1e308},
                                               {1, 1, 2, 2.0000000001},
                                               {1e-16, 1e-16, 1e15, 1e15},
                                               {1e-310, 1e-310, 1e-310, 1e-310}};
  for (const auto& weights : wrong)
    for (const LaplacianKind kind : bothLaplacians) {
      const auto laplacian = Laplacian::weighted(graph, kind, weights);
      ASSERT_FALSE(laplacian.has_value());
      EXPECT_EQ(laplacian.error().kind, ErrorKind::Usage);
    }
  EXPECT_TRUE(Laplacian::weighted(graph, LaplacianKind::Symmetric, {3, 3, 0.5, 0.5}).has_value());
}

TEST(LaplacianTest, WeightsOfOneAreNoWeights) {
  const Graph graph = randomGraph(30, 60, 8, 1);
  for (const LaplacianKind kind : bothLaplacians) {
    const Laplacian plain(graph, kind);
    const Laplacian ones =
        Laplacian::weighted(graph, kind, std::vector<double>(graph.targets().size(), 1)).value();
    EXPECT_EQ(plain.dense(), ones.dense());
    EXPECT_EQ(plain.lambdaMax(), ones.lambdaMax());
  }
}

TEST(LaplacianTest, TheHashTellsKindsEdgesAndWeightsApart) {
  const Graph graph = testing::gridGraph(3, 3), other = randomGraph(9, 14, 1);
  std::vector<double> weights(graph.targets().size(), 1);
  const auto kind = LaplacianKind::Combinatorial;
  const std::string plain = Laplacian(graph, kind).hash();
  EXPECT_EQ(plain, Laplacian(testing::gridGraph(3, 3), kind).hash());
  EXPECT_NE(plain, Laplacian(graph, LaplacianKind::Symmetric).hash());
  EXPECT_NE(plain, Laplacian(other, kind).hash());
  for (double& weight : weights) weight = 2;
  EXPECT_NE(plain, Laplacian::weighted(graph, kind, weights).value().hash());
}

double largestEdgeSum(const Laplacian& laplacian) {
  double largest = 0;
  for (const Edge e : laplacian.graph().edges())
    largest = std::max(largest, laplacian.degrees()[e.u] + laplacian.degrees()[e.v]);
  return largest;
}

RC_GTEST_PROP(LambdaMaxTest, TheBoundLiesBetweenTheEigenvalueAndTheLargestEdgeSum, ()) {
  const Laplacian laplacian = anyLaplacian(25);
  const double bound = laplacian.lambdaMax();
  RC_ASSERT(largestEigenvalue(laplacian) <= bound * (1 + 1e-13));
  if (laplacian.graph().edgeCount() == 0)
    RC_ASSERT(bound == 0);
  else if (laplacian.kind() == LaplacianKind::Symmetric)
    RC_ASSERT(bound == 2);
  else
    RC_ASSERT(bound <= largestEdgeSum(laplacian) * (1 + 1e-11));
}

TEST(LambdaMaxTest, TheBoundOfABipartiteGraphIsTheEigenvalue) {
  // Star: N. Bipartite graphs have the same λ_max for D − A and D + A.
  EXPECT_NEAR(Laplacian(testing::starGraph(30), LaplacianKind::Combinatorial).lambdaMax(), 31, 1e-9);
  const Laplacian grid(testing::gridGraph(9, 8), LaplacianKind::Combinatorial);
  EXPECT_LE(grid.lambdaMax(), 1.06 * largestEigenvalue(grid));
}

TEST(LambdaMaxTest, WeightsOfAnySizeScaleTheBound) {
  const Graph graph = randomGraph(22, 40, 3, 2);
  const double one = Laplacian(graph, LaplacianKind::Combinatorial).lambdaMax();
  for (const double size : {1e-250, 1e-160, 1e-30, 1e30, 1e160, 1e250}) {
    const Laplacian laplacian = Laplacian::weighted(graph, LaplacianKind::Combinatorial,
                                                    std::vector<double>(graph.targets().size(), size))
                                    .value();
    EXPECT_NEAR(laplacian.lambdaMax() / size, one, 1e-6 * one) << size;
  }
}

RC_GTEST_PROP(LambdaMaxTest, TheEstimateIsNeverAboveTheEigenvalueOrTheBound, ()) {
  const Laplacian laplacian = anyLaplacian(25);
  const double exact = largestEigenvalue(laplacian);
  const LambdaEstimate estimate =
      estimateLambdaMax(laplacian, 20, 0.01, *rc::gen::arbitrary<std::uint64_t>());
  RC_ASSERT(estimate.ritz <= exact * (1 + 1e-9));
  RC_ASSERT(estimate.upper <= laplacian.lambdaMax());
  RC_ASSERT(estimate.ritz >= 0.95 * exact);
}

TEST(LambdaMaxTest, TwentyStepsOfLanczosAreWithinFivePercentOnLargerGraphs) {
  const Graph graphs[] = {testing::gridGraph(20, 15), testing::starGraph(200), randomGraph(400, 1500, 4, 10),
                          randomGraph(300, 200, 5)};
  for (const Graph& graph : graphs)
    for (const LaplacianKind kind : bothLaplacians) {
      const Laplacian laplacian(graph, kind);
      const double exact = largestEigenvalue(laplacian);
      const LambdaEstimate estimate = estimateLambdaMax(laplacian);
      EXPECT_LE(estimate.ritz, exact * (1 + 1e-12));
      EXPECT_GE(estimate.ritz, 0.95 * exact);
    }
}

RC_GTEST_PROP(LanczosTest, FunctionsOfTheLaplacianAgreeWithTheEigenpairs, ()) {
  const Laplacian laplacian = anyLaplacian(25);
  const auto n = static_cast<std::size_t>(laplacian.nodeCount());
  const Spectrum spectrum = spectrumOf(laplacian);
  const double kappa = *rc::gen::element(0.3, 1.0, 10.0);
  const auto f = [&](double lambda) { return 1 / (1 + kappa * kappa * lambda / 2); };
  std::vector<double> b = randomVector(n, *rc::gen::arbitrary<std::uint64_t>()), exact(n, 0);
  for (std::size_t u = 0; u < n; ++u) {
    const std::vector<double> row = spectrum.row(static_cast<NodeId>(u), f);
    for (std::size_t v = 0; v < n; ++v) exact[u] += row[v] * b[v];
  }
  const LanczosResult result = lanczosApply(laplacian, b, f, {.tolerance = 1e-8}).value();
  RC_ASSERT(relativeError(result.values, exact) <= 1e-8);
  RC_ASSERT(result.steps <= static_cast<int>(n) + 30);
}

TEST(LanczosTest, TheResidualOfAnInverseIsSmall) {
  const Laplacian laplacian(testing::gridGraph(60, 50), LaplacianKind::Combinatorial);
  const std::vector<double> b = randomVector(3000);
  const LanczosResult result =
      lanczosApply(laplacian, b, [](double lambda) { return 1 / (1 + 20 * lambda); }, {.tolerance = 1e-8})
          .value();
  std::vector<double> residual(3000);
  laplacian.multiply(result.values, residual);
  for (std::size_t i = 0; i < residual.size(); ++i) residual[i] = 20 * residual[i] + result.values[i] - b[i];
  EXPECT_LE(norm(residual), 161 * 1e-8 * norm(b));
}

TEST(LanczosTest, AZeroVectorGivesZeros) {
  const Laplacian laplacian(testing::gridGraph(4, 4), LaplacianKind::Symmetric);
  const LanczosResult result =
      lanczosApply(laplacian, std::vector<double>(16, 0), [](double) { return 1.0; }).value();
  EXPECT_EQ(result.values, std::vector<double>(16, 0));
  EXPECT_EQ(result.error, 0);
}

TEST(LanczosTest, TooFewStepsOrBytesAreErrors) {
  const Laplacian laplacian(testing::gridGraph(40, 40), LaplacianKind::Combinatorial);
  const auto f = [](double lambda) { return 1 / (1 + 1000 * lambda); };
  std::vector<double> b(1600, 0);
  b[0] = 1;
  const LanczosOptions few{.maxSteps = 10};
  const auto steps = lanczosApply(laplacian, b, f, few);
  ASSERT_FALSE(steps.has_value());
  EXPECT_EQ(steps.error().kind, ErrorKind::Usage);
  for (const std::size_t vectors : {0, 1, 2, 3, 10}) {
    const auto bytes = lanczosApply(laplacian, b, f, {.maxBytes = vectors * 8 * 1600});
    ASSERT_FALSE(bytes.has_value()) << vectors;
    EXPECT_EQ(bytes.error().kind, ErrorKind::Usage);
  }
}

RC_GTEST_PROP(SparseCholeskyTest, SolvesLeaveNoResidual, ()) {
  const Laplacian laplacian = anyLaplacian(40);
  const auto n = static_cast<std::size_t>(laplacian.nodeCount());
  const double shift = *rc::gen::element(1e-3, 0.1, 1.0, 50.0);
  const auto pattern = CholeskyPattern::make(laplacian).value();
  const SparseCholesky factor = SparseCholesky::factor(pattern, shift).value();
  const std::vector<double> b = randomVector(n, *rc::gen::arbitrary<std::uint64_t>());
  std::vector<double> x = b, y(n);
  RC_ASSERT(factor.solve(x).has_value());
  laplacian.multiply(x, y);
  for (std::size_t u = 0; u < n; ++u) y[u] += shift * x[u] - b[u];
  RC_ASSERT(norm(y) <= 1e-13 * (laplacian.lambdaMax() + shift) * norm(x) + 1e-13 * norm(b));
}

TEST(SparseCholeskyTest, ALargeGridIsSolvedWithLittleFill) {
  const Laplacian laplacian(testing::gridGraph(80, 80), LaplacianKind::Symmetric);
  const auto pattern = CholeskyPattern::make(laplacian).value();
  EXPECT_LT(pattern->entries(), 6400 * 31);  // 31 log2-ish entries a column; the band alone would be 80
  const SparseCholesky factor = SparseCholesky::factor(pattern, 1e-4).value();
  const std::vector<double> b = randomVector(6400);
  std::vector<double> x = b, y(6400);
  ASSERT_TRUE(factor.solve(x));
  laplacian.multiply(x, y);
  for (std::size_t u = 0; u < y.size(); ++u) y[u] += 1e-4 * x[u] - b[u];
  EXPECT_LE(norm(y), 1e-12 * norm(x));
}

// A stop after any number of looks ends order, pattern, factor and solve alike.
TEST(SparseCholeskyTest, EveryPartCanBeCancelled) {
  const Laplacian laplacian(testing::gridGraph(400, 400), LaplacianKind::Symmetric);
  const auto stopped = [](const auto& result) {
    return !result && result.error().kind == ErrorKind::Cancelled;
  };
  std::stop_source source;
  source.request_stop();
  const Progress stop{source.get_token(), {}};
  EXPECT_TRUE(stopped(CholeskyPattern::make(laplacian, stop)));
  const auto pattern = CholeskyPattern::make(laplacian).value();
  EXPECT_TRUE(stopped(SparseCholesky::factor(pattern, 0.1, stop)));
  const SparseCholesky factor = SparseCholesky::factor(pattern, 0.1).value();
  std::vector<double> x(160'000, 1);
  EXPECT_TRUE(stopped(factor.solve(x, stop)));
  // A tree has no entries to count, but nodes.
  const Laplacian path(testing::gridGraph(1, 200'000), LaplacianKind::Symmetric);
  EXPECT_TRUE(stopped(SparseCholesky::factor(CholeskyPattern::make(path).value(), 0.1, stop)));
}

TEST(SparseCholeskyTest, AStarHasNoFill) {
  const Laplacian star(testing::starGraph(50), LaplacianKind::Combinatorial);
  EXPECT_EQ(CholeskyPattern::make(star).value()->entries(), 50);
}

TEST(RationalFitTest, TheErrorIsNoLargerThanItSaysAnywhere) {
  for (const double upper : {2.0, 60.0})
    for (const double kappa : {0.3, 1.0, 5.0, 20.0, 100.0})
      for (const double exponent : {0.05, 0.5, 0.9, 0.0}) {
        const double scale = exponent > 0 ? 2 * exponent / (kappa * kappa) : 2 / (kappa * kappa);
        const auto f = [&](double lambda) {
          return exponent > 0 ? std::pow(1 + lambda / scale, -exponent) : std::exp(-lambda / scale);
        };
        for (const double tolerance : {1e-3, 1e-7}) {
          const RationalFit fit = fitRational(f, upper, scale, tolerance);
          double worst = 0;
          for (int i = 0; i <= 20'000; ++i) {
            const double even = upper * i / 20'000, log = upper * std::pow(10.0, -12.0 * i / 20'000);
            for (const double lambda : {even, log})
              worst = std::max(worst, std::abs(fit.at(lambda) - f(lambda)));
          }
          EXPECT_LE(worst, fit.error) << upper << " " << kappa << " " << exponent << " " << tolerance;
          EXPECT_LE(fit.poles.size(), 48u);
          EXPECT_TRUE(std::is_sorted(fit.poles.begin(), fit.poles.end()));
          EXPECT_GT(fit.poles[0], 0);
          if (exponent > 0) EXPECT_LE(fit.error, tolerance) << upper << " " << kappa << " " << exponent;
        }
      }
}

}  // namespace
}  // namespace sispde
