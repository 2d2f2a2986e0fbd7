#include <algorithm>
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>
#include <Eigen/Dense>

#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/ood/energy_propagation.h"
#include "core/ood/matern_energy.h"
#include "tests/unit/small_graphs.h"

namespace sispde {
namespace {

using testing::gridGraph;
using testing::randomGraph;
using testing::relativeError;
using testing::starGraph;

constexpr IsolatedNodes bothModes[] = {IsolatedNodes::Shrink, IsolatedNodes::Keep};

std::vector<double> randomEnergy(const Graph& graph, std::uint64_t seed = 3) {
  Random random(seed);
  std::vector<double> energy(static_cast<std::size_t>(graph.nodeCount()));
  for (double& e : energy) e = random.normal() - 3;
  return energy;
}

Eigen::MatrixXd adjacency(const Graph& graph) {
  Eigen::MatrixXd a = Eigen::MatrixXd::Zero(graph.nodeCount(), graph.nodeCount());
  for (const Edge& e : graph.edges()) a(e.u, e.v) = a(e.v, e.u) = 1;
  return a;
}

Eigen::VectorXd vectorOf(const std::vector<double>& values) {
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

std::vector<double> listOf(const Eigen::VectorXd& values) {
  return {values.data(), values.data() + values.size()};
}

// The matrix of one step, raised to the power K.
std::vector<double> densePropagation(const std::vector<double>& energy, const Graph& graph,
                                     const PropagationOptions& options) {
  const Eigen::Index n = graph.nodeCount();
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(n, n);
  Eigen::MatrixXd a = adjacency(graph);
  if (options.selfLoops) a += identity;
  for (Eigen::Index u = 0; u < n; ++u) {
    if (a.row(u).sum() > 0)
      a.row(u) /= a.row(u).sum();
    else if (options.isolated == IsolatedNodes::Keep)
      a(u, u) = 1;
  }
  const Eigen::MatrixXd step = options.keep * identity + (1 - options.keep) * a;
  Eigen::MatrixXd power = identity;
  for (int k = 0; k < options.steps; ++k) power = step * power;
  return listOf(power * vectorOf(energy));
}

double phi(double lambda, double nu, double kappa) {
  return std::pow(1 + kappa * kappa * lambda / (2 * nu), -nu);
}

// Through the eigenpairs of L_sym, isolated nodes apart.
std::vector<double> denseMatern(const std::vector<double>& energy, const Graph& graph,
                                const MaternEnergyOptions& options) {
  const Eigen::Index n = graph.nodeCount();
  const Eigen::MatrixXd a = adjacency(graph);
  const Eigen::VectorXd root = a.rowwise().sum().cwiseSqrt();
  const Eigen::VectorXd inverse = root.unaryExpr([](double r) { return r > 0 ? 1 / r : 0; });
  const Eigen::MatrixXd laplacian =
      Eigen::MatrixXd::Identity(n, n) - inverse.asDiagonal() * a * inverse.asDiagonal();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> pairs(laplacian);
  const Eigen::VectorXd gains = pairs.eigenvalues().unaryExpr(
      [&](double lambda) { return phi(std::max(lambda, 0.0), options.nu, options.kappa); });
  const Eigen::VectorXd inner = pairs.eigenvectors().transpose() * root.cwiseProduct(vectorOf(energy));
  const Eigen::VectorXd smoothed = pairs.eigenvectors() * gains.cwiseProduct(inner);
  std::vector<double> result = listOf(inverse.cwiseProduct(smoothed));
  for (NodeId u = 0; u < graph.nodeCount(); ++u)
    if (graph.degree(u) == 0)
      result[u] =
          (options.isolated == IsolatedNodes::Keep ? 1 : phi(1, options.nu, options.kappa)) * energy[u];
  return result;
}

double correlation(const std::vector<double>& a, const std::vector<double>& b) {
  const Eigen::ArrayXd x = vectorOf(a).array() - vectorOf(a).mean();
  const Eigen::ArrayXd y = vectorOf(b).array() - vectorOf(b).mean();
  return (x * y).sum() / std::sqrt(x.square().sum() * y.square().sum());
}

std::string message(const Result<std::vector<double>>& result) {
  return result ? "" : result.error().sentence();
}

TEST(EnergyPropagationTest, EqualsThePowerOfADenseMatrix) {
  for (const Graph& graph : {randomGraph(60, 120, 1, /*isolated=*/5), gridGraph(7, 8), starGraph(20)})
    for (const bool selfLoops : {false, true})
      for (const IsolatedNodes isolated : bothModes)
        for (const auto& [steps, keep] : {std::pair(1, 0.3), {4, 0.3}, {2, 0.5}, {9, 0.0}, {3, 1.0}}) {
          const PropagationOptions options{steps, keep, selfLoops, isolated};
          const std::vector<double> energy = randomEnergy(graph);
          EXPECT_LE(relativeError(propagateEnergy(energy, graph, options),
                                  densePropagation(energy, graph, options)),
                    1e-14)
              << steps << " " << keep << " " << selfLoops;
        }
}

TEST(EnergyPropagationTest, TheDefaultsAreFourStepsThatKeepThreeTenths) {
  const Graph graph = randomGraph(60, 120, 1, /*isolated=*/5);
  const std::vector<double> energy = randomEnergy(graph);
  EXPECT_LE(relativeError(propagateEnergy(energy, graph),
                          densePropagation(energy, graph, {.steps = 4, .keep = 0.3})),
            1e-14);
}

TEST(EnergyPropagationTest, NoStepsLeaveTheEnergy) {
  const Graph graph = randomGraph(60, 120, 1, /*isolated=*/5);
  const std::vector<double> energy = randomEnergy(graph);
  EXPECT_EQ(propagateEnergy(energy, graph, {.steps = 0}), energy);
}

TEST(EnergyPropagationTest, AConstantStaysWhereNoNodeIsIsolated) {
  const Graph graph = gridGraph(9, 11);
  const std::vector<double> constant(99, -7.3);
  for (const bool selfLoops : {false, true})
    EXPECT_LE(
        relativeError(propagateEnergy(constant, graph, {.steps = 50, .selfLoops = selfLoops}), constant),
        1e-13);
}

TEST(EnergyPropagationTest, AnIsolatedNodeShrinksOrStays) {
  const Graph graph = buildGraph(3, std::vector<Edge>{{0, 1}}).graph;
  for (const double own : {-8.0, -0.1, -3.7, 1.1, 0.7}) {
    const std::vector<double> energy{-1, -2, own};
    EXPECT_DOUBLE_EQ(propagateEnergy(energy, graph, {.steps = 3, .keep = 0.5})[2], own / 8);
    EXPECT_EQ(propagateEnergy(energy, graph, {.isolated = IsolatedNodes::Keep})[2], own);
    for (const IsolatedNodes isolated : bothModes)
      EXPECT_EQ(propagateEnergy(energy, graph, {.selfLoops = true, .isolated = isolated})[2], own);
  }
}

TEST(EnergyPropagationTest, TheNumberOfThreadsChangesNothing) {
  const Graph graph = gridGraph(200, 150);
  const std::vector<double> energy = randomEnergy(graph), propagated = propagateEnergy(energy, graph),
                            smoothed = maternEnergy(energy, graph).value();
  const ThreadLimit limit(1);
  EXPECT_EQ(propagateEnergy(energy, graph), propagated);
  EXPECT_EQ(maternEnergy(energy, graph).value(), smoothed);
}

TEST(ShuffledScoresTest, HoldTheSameValuesInAnOrderOfTheSeed) {
  const std::vector<double> scores = randomEnergy(gridGraph(20, 20));
  const std::vector<double> first = shuffledOverNodes(scores, 1), second = shuffledOverNodes(scores, 2);
  EXPECT_TRUE(std::is_permutation(first.begin(), first.end(), scores.begin(), scores.end()));
  EXPECT_TRUE(std::is_permutation(second.begin(), second.end(), scores.begin(), scores.end()));
  EXPECT_NE(first, scores);
  EXPECT_NE(first, second);
  EXPECT_EQ(first, shuffledOverNodes(scores, 1));
}

TEST(ShuffledScoresTest, EveryPlaceIsEquallyLikely) {
  const std::vector<double> scores{0, 1, 2, 3};
  std::vector<double> sums(4, 0);
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    const std::vector<double> shuffled = shuffledOverNodes(scores, seed);
    for (std::size_t u = 0; u < 4; ++u) sums[u] += shuffled[u];
  }
  // Mean 1.5, standard error √1.25/√4000 = 0.018.
  for (const double sum : sums) EXPECT_NEAR(sum / 4000, 1.5, 5 * 0.018);
}

TEST(MaternEnergyTest, EqualsTheDensityOfDenseEigenpairs) {
  for (const Graph& graph : {randomGraph(60, 120, 1, /*isolated=*/5), gridGraph(7, 8), starGraph(20)})
    for (const auto& [nu, kappa] : {std::pair(5.0, 4.0), {20.0, 8.0}, {0.1, 1.0}, {1.0, 50.0}, {500.0, 3.0}})
      for (const IsolatedNodes isolated : bothModes) {
        const MaternEnergyOptions options{nu, kappa, isolated};
        const std::vector<double> energy = randomEnergy(graph);
        const auto smoothed = maternEnergy(energy, graph, options);
        ASSERT_TRUE(smoothed.has_value()) << message(smoothed);
        EXPECT_LE(relativeError(*smoothed, denseMatern(energy, graph, options)), 1e-9) << nu << " " << kappa;
      }
}

TEST(MaternEnergyTest, TheDefaultsAreNuFiveAndKappaFour) {
  const Graph graph = randomGraph(60, 120, 1, /*isolated=*/5);
  const std::vector<double> energy = randomEnergy(graph);
  EXPECT_LE(
      relativeError(maternEnergy(energy, graph).value(), denseMatern(energy, graph, {.nu = 5, .kappa = 4})),
      1e-9);
}

TEST(MaternEnergyTest, AConstantStaysWhereNoNodeIsIsolated) {
  const std::vector<double> constant(99, -7.3);
  const auto smoothed = maternEnergy(constant, gridGraph(9, 11), {.nu = 2, .kappa = 6});
  ASSERT_TRUE(smoothed.has_value()) << message(smoothed);
  for (const double s : *smoothed) EXPECT_NEAR(s, -7.3, 1e-8);
}

TEST(MaternEnergyTest, AnIsolatedNodeShrinksByTheDensityAtOneOrStays) {
  const std::vector<double> energy{-1, -2, -8};
  for (const std::vector<Edge>& edges : {std::vector<Edge>{{0, 1}}, {}}) {
    const Graph graph = buildGraph(3, edges).graph;
    EXPECT_DOUBLE_EQ(maternEnergy(energy, graph, {.nu = 2, .kappa = 2}).value()[2], -2);
    EXPECT_EQ(maternEnergy(energy, graph, {.nu = 2, .kappa = 2, .isolated = IsolatedNodes::Keep}).value()[2],
              -8);
  }
}

TEST(MaternEnergyTest, SmoothDensitiesActLikeSquareOfKappaOverTwiceTheMovingShareOfSteps) {
  const Graph graph = gridGraph(30, 30);
  const std::vector<double> energy = randomEnergy(graph);
  const std::vector<double> smoothed = maternEnergy(energy, graph, {.nu = 20, .kappa = 8}).value();
  const auto alike = [&](int steps) {
    return correlation(smoothed, propagateEnergy(energy, graph, {.steps = steps, .keep = 0.3}));
  };
  EXPECT_GT(alike(46), 0.995);  // 8² / (2 · 0.7)
  EXPECT_LT(alike(4), 0.9);
  EXPECT_LT(alike(400), 0.9);
}

// Steep densities fall between the points of a coarse transform; the result would then be 0.
TEST(MaternEnergyTest, SteepDensitiesAreRightOrRefused) {
  const Graph graph = gridGraph(3, 3);
  const std::vector<double> constant(9, -7.3);
  for (const double nu : {0.01, 0.5, 5.0, 20.0, 1000.0})
    for (const double kappa : {50.0, 100.0, 300.0, 500.0, 700.0, 1000.0}) {
      const auto smoothed = maternEnergy(constant, graph, {nu, kappa});
      if (kappa <= 50) EXPECT_TRUE(smoothed.has_value()) << nu << " " << message(smoothed);
      if (smoothed) EXPECT_LE(relativeError(*smoothed, constant), 1e-8) << nu << " " << kappa;
    }
  EXPECT_NE(message(maternEnergy(constant, graph, {0.01, 1000})).find("take a smaller kappa"),
            std::string::npos);
}

TEST(MaternEnergyTest, BadInputGivesASentence) {
  const Graph graph = gridGraph(2, 2);
  const std::vector<double> energy(4, 1);
  const auto said = [&](double nu, double kappa) {
    return message(maternEnergy(energy, graph, {nu, kappa}));
  };
  EXPECT_NE(said(0, 1).find("nu is 0; it must lie between 0.01 and 1000"), std::string::npos);
  EXPECT_NE(said(std::nan(""), 1).find("nu is nan"), std::string::npos);
  EXPECT_NE(said(1, -1).find("kappa is -1; it must lie between 0.01 and 1000"), std::string::npos);
  EXPECT_NE(said(1, 1001).find("kappa is 1001"), std::string::npos);
  EXPECT_NE(message(maternEnergy(std::vector<double>(3, 1), graph)).find("3 energies were given for 4 nodes"),
            std::string::npos);
}

TEST(MaternEnergyTest, AStopCancelsBeforeTheStartAndHalfWay) {
  const Graph graph = gridGraph(10, 10);
  const std::vector<double> energy = randomEnergy(graph);
  std::stop_source before, halfWay;
  before.request_stop();
  const auto never = maternEnergy(energy, graph, {}, {before.get_token(), {}});
  ASSERT_FALSE(never.has_value());
  EXPECT_EQ(never.error().kind, ErrorKind::Cancelled);
  double reached = 0;
  const auto half =
      maternEnergy(energy, graph, {}, {halfWay.get_token(), [&](double fraction, std::string_view) {
                                         reached = fraction;
                                         if (fraction >= 0.5) halfWay.request_stop();
                                       }});
  ASSERT_FALSE(half.has_value());
  EXPECT_EQ(half.error().kind, ErrorKind::Cancelled);
  EXPECT_LT(reached, 0.6);
}

TEST(MaternEnergyTest, AGraphWithoutNodesHasNoScores) {
  EXPECT_TRUE(maternEnergy({}, Graph()).value().empty());
  EXPECT_TRUE(propagateEnergy({}, Graph()).empty());
}

}  // namespace
}  // namespace sispde
