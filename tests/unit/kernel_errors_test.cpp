#include <limits>

#include <gtest/gtest.h>

#include "tests/unit/kernel_reference.h"

namespace sispde {
namespace {

using testing::allMethods;
using testing::sharedSpectrumOf;
using testing::Stored;
using testing::storedGraph;

void expectUsage(const RowsRequest& request, std::vector<NodeId> nodes = {0}) {
  const Stored& stored = storedGraph("karate", "sym");
  const auto rows = kernelRows(stored.laplacian, nodes, request);
  ASSERT_FALSE(rows.has_value());
  EXPECT_EQ(rows.error().kind, ErrorKind::Usage) << rows.error().sentence();
}

TEST(KernelRowsTest, ParametersOutOfRangeAreErrors) {
  const double nan = std::nan(""), inf = std::numeric_limits<double>::infinity();
  for (const double bad : {0.0, -1.0, nan, inf, 1e-9, 1e9}) {
    SCOPED_TRACE(bad);
    expectUsage({.spec = {.nu = bad}});
    expectUsage({.spec = {.kappa = bad}});
    expectUsage({.spec = {.kind = KernelKind::Heat, .kappa = bad}});
  }
  for (const double bad : {-1.0, nan, inf}) expectUsage({.spec = {.sigma = bad}});
  for (const double bad : {0.7, 0.0, 2.0, -1.0, nan}) expectUsage({.power = bad});
}

TEST(KernelRowsTest, ToleranceOutOfRangeIsAnError) {
  for (const double bad : {0.0, -1e-3, 4.9e-7, 1.0, 2.0, std::nan("")})
    for (const Method method : allMethods) expectUsage({.method = method, .tolerance = bad});
}

TEST(KernelRowsTest, ANodeThatIsNotInTheGraphIsAnError) {
  expectUsage({}, {34});
  expectUsage({}, {0, -1});
  expectUsage({}, {std::numeric_limits<NodeId>::max()});
}

TEST(KernelRowsTest, TheOtherLaplacianIsAnError) {
  expectUsage({.spec = {.laplacian = LaplacianKind::Combinatorial}});
}

TEST(KernelRowsTest, EigenWithoutPairsIsAnError) {
  expectUsage({.method = Method::Eigen});
}

TEST(KernelRowsTest, AMemoryCapBelowTheRowsIsAnError) {
  for (const Method method : allMethods)
    expectUsage({.spec = {.nu = 1.5}, .method = method, .maxBytes = 4 * 34 - 1});
}

TEST(KernelRowsTest, AMemoryCapWithoutRoomForTheMethodIsAnError) {
  for (const Method method : {Method::Chebyshev, Method::Lanczos, Method::Cholesky}) {
    SCOPED_TRACE(methodName(method));
    expectUsage({.spec = {.nu = 1.5}, .method = method, .maxBytes = 4 * 34});
    expectUsage({.spec = {.nu = 1.5}, .method = method, .maxBytes = 4 * 34 + 8 * 34 + 7});
    expectUsage({.spec = {.nu = 1.5}, .method = method, .maxBytes = 4 * 34 + 16 * 34 + 7});
  }
}

TEST(KernelRowsTest, TheLaplacianKernelOfAGraphWithoutEdgesIsAnError) {
  const Laplacian laplacian(buildGraph(3, std::span<const Edge>()).graph, LaplacianKind::Symmetric);
  const NodeId node = 0;
  const auto rows = kernelRows(laplacian, std::span(&node, 1), {.spec = {.kind = KernelKind::Laplacian}});
  ASSERT_FALSE(rows.has_value());
  EXPECT_EQ(rows.error().kind, ErrorKind::Usage);
}

TEST(KernelRowsTest, AStopBeforeTheStartCancelsEveryMethod) {
  const Stored& stored = storedGraph("karate", "sym");
  std::stop_source source;
  source.request_stop();
  const NodeId node = 0;
  for (const Method method : allMethods)
    for (const Normalisation normalisation : {Normalisation::Trace, Normalisation::None}) {
      const auto rows = kernelRows(stored.laplacian, std::span(&node, 1),
                                   {.spec = {.nu = 1.5, .normalisation = normalisation},
                                    .method = method,
                                    .spectrum = method == Method::Eigen ? stored.spectrum : nullptr},
                                   {source.get_token()});
      ASSERT_FALSE(rows.has_value()) << methodName(method);
      EXPECT_EQ(rows.error().kind, ErrorKind::Cancelled) << methodName(method);
    }
}

TEST(KernelRowsTest, EigenpairsOfASmallerGraphAreAnError) {
  const auto other = sharedSpectrumOf(Laplacian(testing::gridGraph(3, 2), LaplacianKind::Symmetric));
  for (const Method method : {Method::Auto, Method::Eigen, Method::Chebyshev})
    expectUsage({.method = method, .spectrum = other});
}

}  // namespace
}  // namespace sispde
