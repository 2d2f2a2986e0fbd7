#include "core/experiment/statistics_tails.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace sispde {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();
constexpr double tiny = 1e-300;  // stands for 0 in a denominator (modified Lentz algorithm)

// std::lgamma writes a global sign.
double logGamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

// Lentz's evaluation of the continued fraction of the incomplete beta function; converges fast for x < (a + 1)/(a + b + 2).
double betaFraction(double x, double a, double b) {
  double c = 1, d = 1 / std::max(1 - (a + b) * x / (a + 1), tiny), value = d;
  for (int m = 1; m < 10'000; ++m) {
    double factor = 1;
    for (const double term : {m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
                              -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))}) {
      d = 1 + term * d;
      d = 1 / (std::abs(d) < tiny ? tiny : d);
      c = 1 + term / c;
      c = std::abs(c) < tiny ? tiny : c;
      factor = c * d;
      value *= factor;
    }
    if (std::abs(factor - 1) < epsilon) break;
  }
  return value;
}

// The regularised incomplete beta function I_x(a, b).
double incompleteBeta(double x, double a, double b) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front =
      std::exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * betaFraction(x, a, b) / a;
  return 1 - front * betaFraction(1 - x, b, a) / b;
}

// The regularised upper incomplete gamma function Q(a, x).
double upperGamma(double a, double x) {
  if (x <= 0) return 1;
  const double front = std::exp(a * std::log(x) - x - logGamma(a));
  if (x < a + 1) {
    double term = 1 / a, sum = term;
    for (double n = a + 1; term > sum * epsilon; ++n) sum += term *= x / n;
    return 1 - front * sum;
  }
  double b = x + 1 - a, c = 1 / tiny, d = 1 / b, value = d;
  for (int i = 1; i < 10'000; ++i) {
    const double term = -i * (i - a);
    b += 2;
    d = 1 / std::max(term * d + b, tiny);
    c = std::max(b + term / c, tiny);
    value *= c * d;
    if (std::abs(c * d - 1) < epsilon) break;
  }
  return front * value;
}

// The argument at which a falling tail reaches `wanted`.
template <class Tail>
double whereTail(double wanted, const Tail& tail) {
  double low = 0, high = 1;
  while (tail(high) > wanted) high *= 2;
  for (int i = 0; i < 200 && high - low > epsilon * high; ++i) {
    const double middle = (low + high) / 2;
    (tail(middle) > wanted ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace

double chiSquareTail(double x, double freedom) {
  return upperGamma(freedom / 2, x / 2);
}

double fisherTail(double x, double freedom1, double freedom2) {
  if (x <= 0) return 1;
  return incompleteBeta(freedom2 / (freedom2 + freedom1 * x), freedom2 / 2, freedom1 / 2);
}

double studentTail(double t, double freedom) {
  const double half = incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5) / 2;
  return t >= 0 ? half : 1 - half;
}

double studentTwoSided(double level, double freedom) {
  return whereTail((1 - level) / 2, [&](double t) { return studentTail(t, freedom); });
}

double rangeTail(double q, int k) {
  if (q <= 0) return 1;
  // P(R ≤ q) = k ∫ φ(z) [Φ(z) − Φ(z − q)]^(k−1) dz, z the largest of the values. The integrand and all its derivatives vanish
  // at the ends, where the trapezoidal rule is exact to rounding.
  const auto below = [](double z) { return std::erfc(-z / std::numbers::sqrt2) / 2; };
  constexpr double reach = 9, step = 1.0 / 32;
  double sum = 0;
  for (double z = -reach; z <= reach; z += step)
    sum += std::exp(-z * z / 2) * std::pow(below(z) - below(z - q), k - 1);
  return std::max(0.0, 1 - k * sum * step / std::sqrt(2 * std::numbers::pi));
}

double nemenyiCritical(int k, double alpha) {
  return whereTail(alpha, [&](double q) { return rangeTail(q, k); }) / std::numbers::sqrt2;
}

}  // namespace sispde
