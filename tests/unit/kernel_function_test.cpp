#include "core/kernel/kernel_function.h"

#include <limits>

#include <gtest/gtest.h>

namespace sispde {
namespace {

TEST(KernelFunctionTest, TheCurveOfTheFoundKappaPassesThroughThePoint) {
  for (const KernelKind kind : {KernelKind::Matern, KernelKind::Heat})
    for (const double nu : {0.3, 1.0, 5.0})
      for (const double lambda : {0.05, 0.7, 1.9})
        for (const double share : {0.05, 0.5, 0.9}) {
          KernelSpec spec{.kind = kind, .nu = nu, .kappa = 1};
          const auto kappa = kappaThrough(spec, lambda, share);
          ASSERT_TRUE(kappa);
          spec.kappa = *kappa;
          if (*kappa >= largestParameter) continue;  // the curve cannot be bent so far
          const KernelFunction shape(spec, 1, 2);
          EXPECT_NEAR(shape(lambda) / shape(0), share, 1e-9)
              << kernelName(kind) << " " << nu << " " << lambda;
        }
}

TEST(KernelFunctionTest, KappaStaysInItsRangeAndOthersHaveNone) {
  const KernelSpec matern;
  EXPECT_GE(*kappaThrough(matern, 1e-9, -3), smallestParameter);
  EXPECT_LE(*kappaThrough(matern, 1e-9, -3), largestParameter);
  EXPECT_GE(*kappaThrough(matern, 2, 7), smallestParameter);
  EXPECT_FALSE(kappaThrough(matern, 0, 0.5));
  EXPECT_FALSE(kappaThrough(matern, 1, std::numeric_limits<double>::quiet_NaN()));
  EXPECT_FALSE(kappaThrough({.kind = KernelKind::White}, 1, 0.5));
  EXPECT_FALSE(kappaThrough({.kind = KernelKind::Laplacian}, 1, 0.5));
}

}  // namespace
}  // namespace sispde
