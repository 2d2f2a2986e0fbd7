#include <gtest/gtest.h>

#include "core/base/parallel.h"
#include "core/kernel/trace.h"
#include "core/spectral/chebyshev_apply.h"
#include "tests/unit/kernel_reference.h"

namespace sispde {
namespace {

using testing::bothLaplacians;
using testing::Stored;
using testing::storedGraph;

TEST(TraceTest, AProbedTraceIsWithinFourStandardErrors) {
  // Grid: the eigenvalues are sums of 2 − 2 cos(πi/width) and 2 − 2 cos(πj/height).
  constexpr NodeId width = 90, height = 60;
  const Laplacian laplacian(testing::gridGraph(width, height), LaplacianKind::Combinatorial);
  for (const double kappa : {30.0, 100.0}) {
    const KernelSpec spec{.nu = 1, .kappa = kappa, .laplacian = LaplacianKind::Combinatorial};
    const KernelFunction shape(spec, 1, laplacian.lambdaMax());
    double exact = 0;
    for (int i = 0; i < width; ++i)
      for (int j = 0; j < height; ++j)
        exact += shape(4 - 2 * std::cos(M_PI * i / width) - 2 * std::cos(M_PI * j / height));
    const TraceResult trace = shapeTrace(laplacian, shape, {.maxWork = 1e9}).value();
    ASSERT_GT(trace.probes, 0);
    EXPECT_LT(trace.standardError, 0.2 * trace.value);
    EXPECT_NEAR(trace.value, exact, 4 * trace.standardError) << kappa;
    EXPECT_GT(trace.bias, 0);
    EXPECT_LT(trace.bias, 1e-3 * trace.value) << kappa;
  }
}

TEST(TraceTest, ProbesNeedTheRoomOfProbesOnAnyNumberOfThreads) {
  const ThreadLimit threads(2);
  const Laplacian laplacian(testing::gridGraph(90, 60), LaplacianKind::Symmetric);
  const std::size_t n = 5400;
  const KernelFunction shape({.nu = 1, .kappa = 4}, 1, laplacian.lambdaMax());
  TraceOptions options{.maxWork = 1, .probes = 16};
  options.maxBytes = (20 + 8 * static_cast<std::size_t>(threadCount())) * n +
                     RecurrenceMatrix<double>::bytesFor(laplacian) + applyBytes<double>(n, 16);
  ASSERT_TRUE(shapeTrace(laplacian, shape, options).has_value());
  options.maxBytes -= 1;
  EXPECT_EQ(shapeTrace(laplacian, shape, options).error().kind, ErrorKind::Usage);
}

TEST(TraceTest, TheDiagonalByUnitVectorsIsThatOfTheEigenpairs) {
  for (const LaplacianKind kind : bothLaplacians)
    for (const double kappa : {1.0, 20.0}) {
      const Stored& stored = storedGraph("hub", laplacianName(kind));
      const KernelFunction shape({.nu = 1.5, .kappa = kappa, .laplacian = kind}, 1,
                                 stored.laplacian.lambdaMax());
      const auto diagonal = exactDiagonal(stored.laplacian, shape, 1e-7).value();
      const auto exact = stored.spectrum->diagonal(shape);
      for (std::size_t u = 0; u < exact.size(); ++u) EXPECT_NEAR(diagonal[u], exact[u], 1e-7);
    }
}

}  // namespace
}  // namespace sispde
