#include <limits>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "core/base/parallel.h"
#include "tests/unit/kernel_reference.h"

namespace sispde {
namespace {

using testing::allMethods;
using testing::bothLaplacians;
using testing::declines;
using testing::exactRow;
using testing::relativeError;
using testing::sharedSpectrumOf;
using testing::Stored;
using testing::storedGraph;

TEST(KernelRowsTest, ManyNodesGiveTheRowsOfEachNode) {
  const Stored& stored = storedGraph("karate", "sym");
  std::vector<NodeId> nodes(34);
  for (NodeId u = 0; u < 34; ++u) nodes[u] = 33 - u;
  nodes.push_back(5);
  const KernelSpec spec{.nu = 1.5, .kappa = 2};
  for (const Method method : allMethods) {
    const KernelRows rows =
        kernelRows(stored.laplacian, nodes, {.spec = spec, .method = method, .spectrum = stored.spectrum})
            .value();
    ASSERT_EQ(rows.values.size(), 35 * 34u);
    for (std::size_t r = 0; r < nodes.size(); ++r)
      EXPECT_LE(relativeError(std::span(rows.values).subspan(r * 34, 34),
                              exactRow(*stored.spectrum, spec, 1, nodes[r])),
                rows.report.bound)
          << methodName(method);
  }
}

TEST(KernelRowsTest, NoNodesGiveNoRows) {
  const Stored& stored = storedGraph("karate", "sym");
  for (const Method method : allMethods) {
    const auto rows = kernelRows(stored.laplacian, {}, {.method = method, .spectrum = stored.spectrum});
    ASSERT_TRUE(rows.has_value()) << methodName(method) << rows.error().sentence();
    EXPECT_TRUE(rows->values.empty());
  }
}

TEST(KernelRowsTest, AGraphWithoutEdgesHasTheIdentity) {
  for (const LaplacianKind kind : bothLaplacians) {
    const Laplacian laplacian(buildGraph(6, std::span<const Edge>()).graph, kind);
    const auto spectrum = sharedSpectrumOf(laplacian);
    for (const KernelKind kernel : {KernelKind::Matern, KernelKind::Heat, KernelKind::White})
      for (const Method method : allMethods) {
        const KernelSpec spec{.kind = kernel, .nu = 1.3, .kappa = 2, .sigma = 3, .laplacian = kind};
        if (declines(method, spec, 1)) continue;
        const NodeId node = 2;
        const auto rows = kernelRows(laplacian, std::span(&node, 1),
                                     {.spec = spec, .method = method, .spectrum = spectrum});
        ASSERT_TRUE(rows.has_value()) << methodName(method) << rows.error().sentence();
        EXPECT_LE(relativeError(rows->values, std::vector<double>{0, 0, 9, 0, 0, 0}), 1e-6)
            << methodName(method);
      }
  }
}

TEST(KernelRowsTest, SigmaZeroGivesZeros) {
  const Stored& stored = storedGraph("karate", "comb");
  const NodeId node = 3;
  const KernelRows rows =
      kernelRows(stored.laplacian, std::span(&node, 1),
                 {.spec = {.sigma = 0, .laplacian = LaplacianKind::Combinatorial}, .power = 0.5})
          .value();
  for (const float value : rows.values) EXPECT_EQ(value, 0);
}

TEST(KernelRowsTest, LargeNuWithKappaFixedIsHeat) {
  const Stored& stored = storedGraph("karate", "comb");
  const NodeId node = 7;
  const auto row = [&](KernelSpec spec) {
    spec.laplacian = LaplacianKind::Combinatorial;
    const auto values = kernelRows(stored.laplacian, std::span(&node, 1), {.spec = spec}).value().values;
    return std::vector<double>(values.begin(), values.end());
  };
  const std::vector<double> heat = row({.kind = KernelKind::Heat, .kappa = 0.7});
  const double far = relativeError(row({.nu = 100, .kappa = 0.7}), heat);
  const double near = relativeError(row({.nu = 1000, .kappa = 0.7}), heat);
  EXPECT_LT(near, 1e-3);
  EXPECT_NEAR(far / near, 10, 0.5);  // they differ by O(1/ν)
}

TEST(KernelRowsTest, WhatLeavesFloat32IsGivenByItsLogarithm) {
  for (const LaplacianKind kind : bothLaplacians) {
    const Stored& stored = storedGraph("hub", laplacianName(kind));
    const KernelSpec spec{.nu = 50, .kappa = 1, .laplacian = kind, .normalisation = Normalisation::None};
    const NodeId node = 31;
    for (const double power : {1.0, 0.5})
      for (const Method method : allMethods) {
        const auto rows =
            kernelRows(stored.laplacian, std::span(&node, 1),
                       {.spec = spec, .power = power, .method = method, .spectrum = stored.spectrum});
        ASSERT_TRUE(rows.has_value()) << rows.error().sentence();
        EXPECT_NEAR(rows->scaling.scale, -power * 50 * std::log(100.0), 1e-9);
        EXPECT_LE(
            relativeError(rows->values, exactRow(*stored.spectrum, spec, power, node, rows->scaling.scale)),
            rows->report.bound)
            << methodName(method);
      }
  }
}

TEST(KernelRowsTest, WithoutNormalisationRowsAreThoseOfTheDensity) {
  for (const LaplacianKind kind : bothLaplacians) {
    const Stored& stored = storedGraph("weighted", laplacianName(kind));
    for (const KernelKind kernel :
         {KernelKind::Matern, KernelKind::Heat, KernelKind::Laplacian, KernelKind::White}) {
      const KernelSpec spec{kernel, 2.5, 0.8, 3, kind, Normalisation::None};
      const NodeId node = 4;
      const auto rows = kernelRows(stored.laplacian, std::span(&node, 1), {.spec = spec});
      ASSERT_TRUE(rows.has_value()) << rows.error().sentence();
      EXPECT_EQ(rows->scaling.scale, 0);
      EXPECT_LE(relativeError(rows->values, exactRow(*stored.spectrum, spec, 1, node)), rows->report.bound)
          << kernelName(kernel);
    }
  }
}

struct Extreme {
  double nu, kappa;
};
void PrintTo(const Extreme& e, std::ostream* out) {
  *out << "nu " << e.nu << " kappa " << e.kappa;
}
class ExtremeParameters : public ::testing::TestWithParam<Extreme> {};
INSTANTIATE_TEST_SUITE_P(KernelRowsTest, ExtremeParameters,
                         ::testing::Values(Extreme{0.05, 0.05}, Extreme{0.05, 100}, Extreme{100, 0.05},
                                           Extreme{100, 100}));

TEST_P(ExtremeParameters, AreFiniteAndAgreeWithTheDefinitionInLogSpace) {
  for (const std::string graph : {"karate", "pieces", "hub", "grid 7x6"})
    for (const LaplacianKind kind : bothLaplacians)
      for (const Normalisation normalisation : {Normalisation::Trace, Normalisation::None})
        for (const double power : {1.0, 0.5})
          for (const Method method : {Method::Auto, Method::Eigen, Method::Chebyshev, Method::Lanczos}) {
            const Stored& stored = storedGraph(graph, laplacianName(kind));
            const KernelSpec spec{KernelKind::Matern, GetParam().nu, GetParam().kappa, 1, kind,
                                  normalisation};
            RowsRequest request{spec, power, method};
            if (method == Method::Eigen) request.spectrum = stored.spectrum;
            const std::vector<NodeId> nodes{0, 4, 18};
            const auto rows = kernelRows(stored.laplacian, nodes, request);
            const std::string name =
                fmt::format("{} {} {} {}", graph, laplacianName(kind), power, methodName(method));
            if (!rows) {
              ADD_FAILURE() << name << ": " << rows.error().sentence();
              continue;
            }
            const auto n = static_cast<std::size_t>(stored.laplacian.nodeCount());
            for (const float value : rows->values) ASSERT_TRUE(std::isfinite(value)) << name;
            for (std::size_t r = 0; r < nodes.size(); ++r)
              EXPECT_LE(relativeError(std::span(rows->values).subspan(r * n, n),
                                      exactRow(*stored.spectrum, spec, power, nodes[r], rows->scaling.scale)),
                        rows->report.bound)
                  << name;
          }
}

TEST_P(ExtremeParameters, OfHeatAreFiniteAndAgreeWithTheDefinitionInLogSpace) {
  for (const LaplacianKind kind : bothLaplacians)
    for (const Method method : {Method::Auto, Method::Eigen, Method::Chebyshev, Method::Lanczos}) {
      const Stored& stored = storedGraph("pieces", laplacianName(kind));
      const KernelSpec spec{.kind = KernelKind::Heat, .kappa = GetParam().kappa, .laplacian = kind};
      RowsRequest request{.spec = spec, .method = method};
      if (method == Method::Eigen) request.spectrum = stored.spectrum;
      const NodeId node = 5;
      const auto rows = kernelRows(stored.laplacian, std::span(&node, 1), request);
      ASSERT_TRUE(rows.has_value()) << rows.error().sentence();
      EXPECT_LE(relativeError(rows->values, exactRow(*stored.spectrum, spec, 1, node)), rows->report.bound);
    }
}

// Whatever makes no sense is said before anything is computed.

TEST(KernelRowsTest, OneAndTwoThreadsGiveTheSameBits) {
  const Stored& stored = storedGraph("karate", "comb");
  std::vector<NodeId> nodes;
  for (NodeId u = 0; u < 34; ++u) nodes.push_back(u);
  for (const Method method : allMethods) {
    const RowsRequest request{.spec = {.nu = 1.5, .kappa = 5, .laplacian = LaplacianKind::Combinatorial},
                              .method = method,
                              .spectrum = method == Method::Eigen ? stored.spectrum : nullptr};
    const auto run = [&](int threads) {
      const ThreadLimit limit(threads);
      return kernelRows(stored.laplacian, nodes, request).value().values;
    };
    EXPECT_EQ(run(1), run(2)) << methodName(method);
  }
}

// A sum over very many neighbours must not lose more than the bound says. Star, symmetric: eigenvalues 0, 1 and 2.
TEST(KernelRowsTest, TheRowOfALargeHubKeepsItsBound) {
  for (const NodeId leaves : {30, 300, 1000, 10'000, 99'991}) {
    const Laplacian laplacian(testing::starGraph(leaves), LaplacianKind::Symmetric);
    for (const double kappa : {1.0, 5.0}) {
      const KernelSpec spec{.nu = 1.5, .kappa = kappa, .normalisation = Normalisation::None};
      const double low = std::exp(testing::logDensity(spec, 0)),
                   high = std::exp(testing::logDensity(spec, 2));
      std::vector<double> exact(leaves + 1, (low - high) / 2 / std::sqrt(static_cast<double>(leaves)));
      exact[0] = (low + high) / 2;
      const NodeId hub = 0;
      for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6}) {
        const KernelRows rows =
            kernelRows(laplacian, std::span(&hub, 1),
                       {.spec = spec, .method = Method::Chebyshev, .tolerance = tolerance})
                .value();
        EXPECT_LE(relativeError(rows.values, exact), rows.report.bound)
            << leaves << " leaves, kappa " << kappa << ", tolerance " << tolerance;
      }
    }
  }
}

// Two dense random graphs with one weak edge between them: the eigenvalue that belongs to it shows late, after steps in
// which nothing seems to move.
TEST(KernelRowsTest, LanczosDoesNotStopBeforeAWeakLinkIsSeen) {
  constexpr NodeId half = 100;
  std::vector<Edge> edges;
  Random random(5);
  for (NodeId side = 0; side < 2; ++side)
    for (int i = 0; i < 600; ++i)
      edges.push_back({static_cast<NodeId>(side * half + random.below(half)),
                       static_cast<NodeId>(side * half + random.below(half))});
  edges.push_back({0, half});
  const Graph graph = buildGraph(2 * half, edges).graph;
  int compared = 0;
  for (const LaplacianKind kind : bothLaplacians)
    for (const double weak : {1e-1, 1e-3, 1e-5, 1e-7})
      for (const double kappa : {100.0, 1000.0}) {
        std::vector<double> weights;
        for (NodeId u = 0; u < graph.nodeCount(); ++u)
          for (const NodeId v : graph.neighbours(u)) weights.push_back((u < half) == (v < half) ? 1 : weak);
        const Laplacian laplacian = Laplacian::weighted(graph, kind, weights).value();
        const auto spectrum = sharedSpectrumOf(laplacian);
        const KernelSpec spec{.nu = 1, .kappa = kappa, .laplacian = kind};
        const NodeId node = 17;
        for (const double tolerance : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6}) {
          const auto rows = kernelRows(
              laplacian, std::span(&node, 1),
              {.spec = spec, .method = Method::Lanczos, .tolerance = tolerance, .spectrum = spectrum});
          if (!rows) continue;  // to say that it cannot is right
          ++compared;
          EXPECT_LE(relativeError(rows->values, exactRow(*spectrum, spec, 1, node)), tolerance)
              << laplacianName(kind) << " weight " << weak << " kappa " << kappa;
        }
      }
  EXPECT_GE(compared, 30);  // of 96
}

// The same without weights, and by the method that is chosen when none is asked for: a path of ten nodes is the weak link.
TEST(KernelRowsTest, TwoCommunitiesAndAPathBetweenThemKeepTheTolerance) {
  constexpr NodeId half = 400, path = 10;
  std::vector<Edge> edges;
  Random random(5);
  for (NodeId side = 0; side < 2; ++side)
    for (int i = 0; i < 2400; ++i)
      edges.push_back({static_cast<NodeId>(side * half + random.below(half)),
                       static_cast<NodeId>(side * half + random.below(half))});
  for (NodeId k = 0; k <= path; ++k)
    edges.push_back({k == 0 ? 0 : 2 * half + k - 1, k == path ? half : 2 * half + k});
  const Laplacian laplacian(buildGraph(2 * half + path, edges).graph, LaplacianKind::Symmetric);
  const Spectrum spectrum = testing::spectrumOf(laplacian);
  const KernelSpec spec{.nu = 1, .kappa = 100, .normalisation = Normalisation::None};
  const NodeId node = 17;
  const std::vector<double> exact = exactRow(spectrum, spec, 1, node);
  for (const double tolerance : {1e-1, 1e-2, 1e-3, 1e-4, 1e-6}) {
    const KernelRows rows =
        kernelRows(laplacian, std::span(&node, 1), {.spec = spec, .tolerance = tolerance}).value();
    EXPECT_LE(relativeError(rows.values, exact), tolerance) << methodName(rows.report.method);
  }
}

TEST(KernelRowsTest, AGraphWithoutNodesHasNoRows) {
  const auto rows = kernelRows(Laplacian(Graph(), LaplacianKind::Symmetric), {}, {});
  ASSERT_TRUE(rows.has_value());
  EXPECT_TRUE(rows->values.empty());
  EXPECT_TRUE(std::isfinite(rows->scaling.scale) && std::isfinite(rows->scaling.factor));
}

RC_GTEST_PROP(KernelRowsTest, KernelsAreSymmetricAndPositiveSemiDefinite, ()) {
  const Laplacian laplacian = testing::anyLaplacian(20);
  const KernelSpec spec{.kind = *rc::gen::element(KernelKind::Matern, KernelKind::Heat, KernelKind::White),
                        .nu = *rc::gen::element(0.1, 1.0, 1.5, 7.0),
                        .kappa = *rc::gen::element(0.3, 1.0, 4.0),
                        .laplacian = laplacian.kind()};
  const Method method = *rc::gen::element(Method::Chebyshev, Method::Lanczos, Method::Auto);
  const NodeId n = laplacian.nodeCount();
  std::vector<NodeId> nodes;
  for (NodeId u = 0; u < n; ++u) nodes.push_back(u);
  const auto rows = kernelRows(laplacian, nodes, {.spec = spec, .method = method});
  RC_ASSERT(rows.has_value());
  const Eigen::MatrixXd k =
      Eigen::Map<const Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>>(
          rows->values.data(), n, n)
          .cast<double>();
  RC_ASSERT((k - k.transpose()).norm() <= 2e-6 * k.norm());
  RC_ASSERT(std::abs(k.trace() / n - 1) <= 1e-6);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver((k + k.transpose()) / 2,
                                                              Eigen::EigenvaluesOnly);
  RC_ASSERT(solver.eigenvalues().minCoeff() >= -1e-6 * k.norm());
}

}  // namespace
}  // namespace sispde
