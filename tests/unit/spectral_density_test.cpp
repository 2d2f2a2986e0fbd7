#include "core/spectral/spectral_density.h"

#include <cmath>
#include <numbers>
#include <numeric>

#include <gtest/gtest.h>

#include "core/graph/graph_builder.h"

namespace sispde {
namespace {

Graph ring(NodeId n) {
  std::vector<Edge> edges;
  for (NodeId u = 0; u < n; ++u) edges.push_back({u, static_cast<NodeId>((u + 1) % n)});
  return buildGraph(n, edges).graph;
}

// Eigenvalues of a ring: 1 − cos(2πk/n) for the symmetric Laplacian.
std::vector<double> sharesOfRing(NodeId n, int bins) {
  std::vector<double> shares(static_cast<std::size_t>(bins), 0);
  for (NodeId k = 0; k < n; ++k) {
    const double lambda = 1 - std::cos(2 * std::numbers::pi * k / n);
    shares[std::min(bins - 1, static_cast<int>(lambda / 2 * bins))] += 1.0 / n;
  }
  return shares;
}

TEST(SpectralDensityTest, AgreesWithTheEigenvaluesOfARing) {
  const Laplacian laplacian(ring(2000), LaplacianKind::Symmetric);
  const auto found = spectralDensity(laplacian, {.bins = 16, .moments = 256, .probes = 32});
  ASSERT_TRUE(found);
  const std::vector<double> exact = sharesOfRing(2000, 16);
  double difference = 0;
  for (std::size_t b = 0; b < 16; ++b) difference += std::abs((*found)[b] - exact[b]);
  EXPECT_LT(difference, 0.04);
}

TEST(SpectralDensityTest, FindsTheTwoEigenvaluesOfACompleteGraph) {
  std::vector<Edge> edges;
  for (NodeId u = 0; u < 40; ++u)
    for (NodeId v = 0; v < u; ++v) edges.push_back({u, v});
  // 0 once and 40 (n − 1) times; λ_max of the bound is at most 78.
  const Laplacian laplacian(buildGraph(40, edges).graph, LaplacianKind::Combinatorial);
  const auto found = spectralDensity(laplacian, {.bins = 8, .probes = 64});
  ASSERT_TRUE(found);
  const auto at = static_cast<std::size_t>(std::min(7.0, 40 / laplacian.lambdaMax() * 8));
  const double around = (*found)[at] + (at > 0 ? (*found)[at - 1] : 0);
  EXPECT_NEAR(around, 39.0 / 40, 0.02);
}

TEST(SpectralDensityTest, SharesSumToOne) {
  const auto found = spectralDensity(Laplacian(ring(50), LaplacianKind::Combinatorial));
  ASSERT_TRUE(found);
  EXPECT_NEAR(std::accumulate(found->begin(), found->end(), 0.0), 1, 1e-9);
}

TEST(SpectralDensityTest, WithoutEdgesAllEigenvaluesAreZero) {
  const auto found = spectralDensity(
      Laplacian(buildGraph(5, std::vector<Edge>{}).graph, LaplacianKind::Symmetric), {.bins = 4});
  ASSERT_TRUE(found);
  EXPECT_EQ(*found, (std::vector<double>{1, 0, 0, 0}));
}

TEST(SpectralDensityTest, OddMomentsAreRefused) {
  EXPECT_FALSE(spectralDensity(Laplacian(ring(5), LaplacianKind::Symmetric), {.moments = 3}));
}

}  // namespace
}  // namespace sispde
