// The coefficients of the diffusion against what they stand for, computed slowly.

#include <cmath>

#include <gtest/gtest.h>

#include "core/model/diffusion_schedule.h"

namespace sispde {
namespace {

double beta(int t, int steps) {
  return 1e-4 + (0.02 - 1e-4) * t / (steps - 1);
}

TEST(DiffusionScheduleTest, ForwardIsTheProductOfTheSteps) {
  for (const int steps : {2, 7, 600}) {
    const auto levels = diffusionLevels(steps);
    ASSERT_EQ(levels.size(), static_cast<std::size_t>(steps));
    for (int t = 0; t < steps; ++t) {
      // x ← √(1 − β) x + √β ε, step by step: the factor of x_0 and the variance of the rest.
      double factor = 1, variance = 0;
      for (int s = 0; s <= t; ++s) {
        factor *= std::sqrt(1 - beta(s, steps));
        variance = (1 - beta(s, steps)) * variance + beta(s, steps);
      }
      EXPECT_NEAR(levels[t].signal, factor, 1e-12);
      EXPECT_NEAR(levels[t].noise * levels[t].noise, variance, 1e-12);
    }
  }
}

// The posterior of x_{t−1} given x_t and x_0 is the product of two Gaussians: x_{t−1} given x_0, and x_t given x_{t−1}.
TEST(DiffusionScheduleTest, BackwardIsThePosterior) {
  constexpr int steps = 50;
  const auto levels = diffusionLevels(steps);
  for (int t = 1; t < steps; ++t) {
    const double x0 = 0.7, noise = -1.3;
    const double xt = levels[t].signal * x0 + levels[t].noise * noise;
    const double priorMean = levels[t - 1].signal * x0, priorVariance = std::pow(levels[t - 1].noise, 2);
    const double a = std::sqrt(1 - beta(t, steps)), b = beta(t, steps);
    const double precision = 1 / priorVariance + a * a / b;
    const double mean = (priorMean / priorVariance + a * xt / b) / precision;
    EXPECT_NEAR(levels[t].scale * xt - levels[t].predicted * noise, mean, 1e-9) << t;
    EXPECT_NEAR(levels[t].deviation * levels[t].deviation, 1 / precision, 1e-12) << t;
  }
  EXPECT_EQ(levels[0].deviation, 0);
}

TEST(DiffusionScheduleTest, OneStepIsTheFirst) {
  const auto levels = diffusionLevels(1);
  ASSERT_EQ(levels.size(), 1u);
  EXPECT_NEAR(levels[0].signal, std::sqrt(1 - 1e-4), 1e-15);
}

}  // namespace
}  // namespace sispde
