#include "core/ood/energy_smoother.h"

#include <cmath>

#include <gtest/gtest.h>

#include "core/ood/matern_energy.h"
#include "tests/unit/small_graphs.h"

namespace sispde {
namespace {

// Energies far from 0 with a small spread, as classifiers have them.
std::vector<double> energiesOf(NodeId nodes, std::uint64_t seed) {
  std::vector<double> values;
  for (NodeId u = 0; u < nodes; ++u)
    values.push_back(-6 + std::sin(0.7 * static_cast<double>(u) + static_cast<double>(seed)));
  return values;
}

double worst(const Graph& graph, double nu, double kappa, IsolatedNodes isolated) {
  const std::vector<double> first = energiesOf(graph.nodeCount(), 1),
                            second = energiesOf(graph.nodeCount(), 2);
  const auto smoother = EnergySmoother::make(graph, {first, second});
  EXPECT_TRUE(smoother.has_value());
  double error = 0;
  for (const std::size_t column : {0, 1}) {
    std::vector<double> live(first.size());
    const auto bound = smoother->smooth({.nu = nu, .kappa = kappa}, column, live, isolated);
    EXPECT_TRUE(bound.has_value());
    const auto exact = maternEnergy(column == 0 ? first : second, graph, {nu, kappa, isolated});
    EXPECT_TRUE(exact.has_value());
    for (std::size_t u = 0; u < live.size(); ++u) error = std::max(error, std::abs(live[u] - (*exact)[u]));
  }
  return error;
}

TEST(EnergySmoother, EqualsTheSlowSmoothingOverTheSlidersRange) {
  for (const Graph& graph :
       {testing::gridGraph(12, 9), testing::randomGraph(200, 700, 1), testing::starGraph(30)})
    for (const double nu : {0.1, 0.5, 1.5, 5.0, 50.0})
      for (const double kappa : {0.25, 1.0, 4.0, 20.0})
        EXPECT_LT(worst(graph, nu, kappa, IsolatedNodes::Shrink), 2e-5) << nu << ' ' << kappa;
}

TEST(EnergySmoother, NodesWithoutNeighboursShrinkOrStay) {
  const Graph graph = testing::randomGraph(30, 40, 2, 6);
  for (const IsolatedNodes isolated : {IsolatedNodes::Shrink, IsolatedNodes::Keep})
    EXPECT_LT(worst(graph, 1.5, 4, isolated), 1e-5);
}

TEST(EnergySmoother, HeatIsTheLimitOfLargeNu) {
  const Graph graph = testing::gridGraph(10, 10);
  const std::vector<double> energies = energiesOf(graph.nodeCount(), 3);
  const auto smoother = EnergySmoother::make(graph, {energies});
  ASSERT_TRUE(smoother.has_value());
  std::vector<double> heat(energies.size());
  ASSERT_TRUE(smoother->smooth({.kind = KernelKind::Heat, .kappa = 2}, 0, heat).has_value());
  const auto exact = maternEnergy(energies, graph, {1000, 2});
  ASSERT_TRUE(exact.has_value());
  for (std::size_t u = 0; u < heat.size(); ++u) EXPECT_NEAR(heat[u], (*exact)[u], 5e-3);
  // White noise smooths nothing.
  std::vector<double> white(energies.size());
  ASSERT_TRUE(smoother->smooth({.kind = KernelKind::White}, 0, white).has_value());
  for (std::size_t u = 0; u < white.size(); ++u) EXPECT_NEAR(white[u], energies[u], 1e-5);
}

TEST(EnergySmoother, RefusesWhatMakesNoSense) {
  const Graph graph = testing::gridGraph(4, 4);
  EXPECT_FALSE(EnergySmoother::make(graph, {{1, 2, 3}}).has_value());
  const auto smoother = EnergySmoother::make(graph, {energiesOf(16, 1)});
  ASSERT_TRUE(smoother.has_value());
  std::vector<double> out(16);
  EXPECT_FALSE(smoother->smooth({.kind = KernelKind::Laplacian}, 0, out).has_value());
  EXPECT_FALSE(smoother->smooth({.nu = -1}, 0, out).has_value());
  EXPECT_FALSE(smoother->smooth({}, 1, out).has_value());
}

}  // namespace
}  // namespace sispde
