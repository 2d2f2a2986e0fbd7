#include <cmath>
#include <string_view>

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "core/spectral/chebyshev_series.h"

namespace sispde {
namespace {

struct Function {
  const char* name;
  double (*f)(double);
  double upper;
};
const Function functions[] = {
    {"one", [](double) { return 1.0; }, 2},
    {"line", [](double x) { return x / 7; }, 7},
    {"matern 1", [](double x) { return 1 / (1 + x / 2); }, 2},
    {"matern 1.5, steep", [](double x) { return std::pow(1 + 200 * x, -1.5); }, 30},
    {"matern 0.05", [](double x) { return std::pow(1 + 1000 * x, -0.05); }, 2},
    {"matern 50", [](double x) { return std::pow(1 + x / 100, -50); }, 40},
    {"heat", [](double x) { return std::exp(-x / 2); }, 2},
    {"heat, steep", [](double x) { return std::exp(-200 * x); }, 60},
};

// Denser towards both ends, where Chebyshev series are worst, and close to 0, where the steep functions live.
std::vector<double> fineGrid(double upper) {
  std::vector<double> grid;
  for (int i = 0; i <= 4000; ++i) grid.push_back(upper * (1 - std::cos(M_PI * i / 4000)) / 2);
  for (int i = 0; i <= 1000; ++i) grid.push_back(upper * i / 1000);
  for (int i = 0; i <= 500; ++i) grid.push_back(upper * std::pow(10.0, -8.0 * i / 500));
  return grid;
}

TEST(ChebyshevSeriesTest, TheTailBoundsTheErrorEverywhere) {
  for (const Function& function : functions) {
    const ChebyshevSeries series(function.f, function.upper);
    EXPECT_LE(series.tail(series.degree()), 1e-12) << function.name;
    const int last = series.degreeFor(1e-11);
    for (const int degree : {0, 1, 2, 5, last / 4, last / 2, last}) {
      if (degree > last) continue;
      double worst = 0;
      for (const double lambda : fineGrid(function.upper))
        worst = std::max(worst, std::abs(series.at(lambda, degree) - function.f(lambda)));
      // f itself and Clenshaw's recurrence round, the latter near the ends of the interval some units per term.
      EXPECT_LE(worst, series.tail(degree) + 1e-14 + 1e-15 * degree) << function.name << " " << degree;
    }
  }
}

TEST(ChebyshevSeriesTest, TailsFallAndTheDegreeForAnErrorIsTheFirstThatKeepsIt) {
  for (const Function& function : functions) {
    const ChebyshevSeries series(function.f, function.upper);
    for (int m = 1; m <= series.degree(); ++m) ASSERT_LE(series.tail(m), series.tail(m - 1));
    for (const double error : {1.0, 1e-2, 1e-5, 1e-9}) {
      const int degree = series.degreeFor(error);
      EXPECT_LE(series.tail(degree), error) << function.name;
      if (degree > 0) EXPECT_GT(series.tail(degree - 1), error) << function.name;
    }
    EXPECT_EQ(series.degreeFor(0), series.degree());
  }
}

// The points grow fourfold until the series is resolved; rounding in the transform must not be taken for terms.
TEST(ChebyshevSeriesTest, SteepFunctionsTakeNoMorePointsThanTheyNeed) {
  for (const double kappa : {1.0, 5.0, 20.0, 100.0})
    for (const double nu : {0.1, 1.0, 4.0, 50.0, 0.0}) {
      int calls = 0;
      const ChebyshevSeries series(
          [&](double x) {
            ++calls;
            const double half = kappa * kappa * x / 2;
            return nu > 0 ? std::exp(-nu * std::log1p(half / nu)) : std::exp(-half);
          },
          2);
      EXPECT_LE(calls, 100 + 64 * series.degreeFor(1e-13)) << "nu " << nu << " kappa " << kappa;
      EXPECT_LE(series.degree(), 100 + 64 * series.degreeFor(1e-13)) << "nu " << nu << " kappa " << kappa;
    }
}

TEST(ChebyshevSeriesTest, ShortSeriesAreShort) {
  EXPECT_EQ(ChebyshevSeries([](double) { return 3.0; }, 2).degreeFor(1e-14), 0);
  EXPECT_EQ(ChebyshevSeries([](double x) { return 3 * x; }, 2).degreeFor(1e-14), 1);
  const ChebyshevSeries square([](double x) { return x * x; }, 2);  // (1 + y)² = 3/2 + 2 T_1 + T_2/2
  ASSERT_GE(square.degree(), 2);
  EXPECT_NEAR(square.coefficients()[0], 1.5, 1e-15);
  EXPECT_NEAR(square.coefficients()[1], 2, 1e-15);
  EXPECT_NEAR(square.coefficients()[2], 0.5, 1e-15);
  EXPECT_LT(square.tail(2), 1e-14);
}

TEST(ChebyshevSeriesTest, ACutSeriesSaysHowMuchIsMissing) {
  const auto f = [](double x) { return 1 / (1 + 100 * x); };
  const ChebyshevSeries whole(f, 2), cut(f, 2, 20);
  EXPECT_EQ(cut.degree(), 20);
  EXPECT_EQ(cut.degreeFor(1e-9), 20);
  EXPECT_GT(cut.tail(20), 0.5 * whole.tail(20));
}

// matern and heat are mixtures of e^{−τλ}; their rounding is bounded without their coefficients.
TEST(ChebyshevSeriesTest, RoundingOfAMonotoneFunctionFollowsFromItsSlope) {
  for (const Function& function : functions) {
    if (std::string_view(function.name) == "line") continue;
    const ChebyshevSeries series(function.f, function.upper);
    const double step = 1e-7 * function.upper, slope = (function.f(0) - function.f(step)) / step;
    const double sum = series.rounding(series.degree(), 1, 1);
    const double bound = monotoneRounding(function.upper, slope * (1 + 1e-3), 1, 1);
    EXPECT_LE(sum, bound * (1 + 1e-9)) << function.name;
    EXPECT_GE(sum, bound / 3) << function.name;
  }
}

TEST(ChebyshevSeriesTest, RoundingOfABoundedPolynomialFollowsFromItsDegree) {
  Random random(3);
  for (const int degree : {0, 1, 2, 7, 40}) {
    std::vector<double> c;
    for (int k = 0; k <= degree; ++k) c.push_back(random.normal());
    double size = 0;
    for (int i = 0; i <= 2000; ++i) {
      double value = 0;
      for (int k = 0; k <= degree; ++k) value += c[k] * std::cos(k * M_PI * i / 2000);
      size = std::max(size, std::abs(value));
    }
    EXPECT_LE(polynomialRounding(c, 1, 1), boundedRounding(degree, size, 1, 1)) << degree;
  }
}

TEST(ChebyshevSeriesTest, AnIntervalOfLengthZeroHoldsTheValueAtZero) {
  const ChebyshevSeries series([](double x) { return 5 - x; }, 0);
  EXPECT_EQ(series.degree(), 0);
  EXPECT_EQ(series.at(0, 0), 5);
  EXPECT_EQ(series.tail(0), 0);
}

TEST(ChebyshevSeries, FunctionsThatFallBeforeTheFirstPointAreSeen) {
  for (const auto& [kappa, upper] :
       {std::pair{1000.0, 2.0}, {30.0, 1000.0}, {20.0, 2000.0}, {10.0, 10000.0}}) {
    const auto heat = [k = kappa](double lambda) { return std::exp(-k * k * lambda / 2); };
    const ChebyshevSeries series(heat, upper);
    for (const double lambda : {0.0, 1 / (kappa * kappa), 4 / (kappa * kappa), upper})
      EXPECT_NEAR(series.at(lambda, series.degree()), heat(lambda), 1e-10) << kappa << " " << upper;
  }
}

}  // namespace
}  // namespace sispde
