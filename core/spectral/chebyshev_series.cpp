#include "core/spectral/chebyshev_series.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

#include <unsupported/Eigen/FFT>

namespace sispde {
namespace {

// c_k = (2/M) Σ_j f(θ_j) cos(kθ_j), θ_j = π(j+½)/M, for k < M, by one FFT of length M (Makhoul's ordering); c_0 halved.
std::vector<double> cosineTransform(const std::function<double(double)>& f, double upper, std::size_t count,
                                    double& largest) {
  const auto m = static_cast<double>(count);
  std::vector<double> samples(count);
  for (std::size_t j = 0; j < count; ++j) {
    const double half = std::numbers::pi * (static_cast<double>(j) + 0.5) / m / 2;
    const double lambda = upper * std::cos(half) * std::cos(half);  // b(cos θ + 1)/2 without cancellation
    const double value = f(lambda);
    samples[j % 2 == 0 ? j / 2 : count - 1 - j / 2] = value;
    largest = std::max(largest, std::abs(value));
  }
  Eigen::FFT<double> fft;
  std::vector<std::complex<double>> spectrum;
  fft.fwd(spectrum, samples);
  std::vector<double> coefficients(count);
  for (std::size_t k = 0; k < count; ++k) {
    const double angle = -std::numbers::pi * static_cast<double>(k) / (2 * m);
    const std::complex<double> turned = spectrum[k] * std::polar(1.0, angle);
    coefficients[k] = 2 / m * turned.real();
  }
  coefficients[0] /= 2;
  return coefficients;
}

// The sum at x = 1 or −1.
double endOf(std::span<const double> coefficients, double x) {
  double sum = 0, power = 1;
  for (const double c : coefficients) {
    sum += c * power;
    power *= x;
  }
  return sum;
}

}  // namespace

ChebyshevSeries::ChebyshevSeries(const std::function<double(double)>& f, double upper, int maxDegree)
    : upper_(upper) {
  if (upper <= 0) {
    coefficients_ = {f(0)};
    return;
  }
  const auto limit = static_cast<std::size_t>(maxDegree);
  double largest = std::abs(f(0));  // of f: rounding in the coefficients scales with it
  double unseen = 0;
  for (std::size_t count = 64;; count *= 4) {
    coefficients_ = cosineTransform(f, upper, count, largest);
    double end = 0;  // the last quarter is at rounding: nothing was folded back
    for (std::size_t k = count - count / 4; k < count; ++k) end = std::max(end, std::abs(coefficients_[k]));
    // A function that falls between the ends and the first point is not seen by any point: the ends must agree too.
    unseen =
        std::max(std::abs(endOf(coefficients_, -1) - f(0)), std::abs(endOf(coefficients_, 1) - f(upper)));
    if ((end <= 1e-16 * largest && unseen <= 1e-13 * largest) || count >= 4 * limit) break;
  }
  if (unseen <= 1e-13 * largest) unseen = 0;  // rounding of the two sums
  // Rounding of the transform leaves noise of some 1e-17 in every coefficient; what lies below it is dropped.
  const double floor = 2e-17 * largest;
  std::size_t kept = coefficients_.size();
  while (kept > 1 && std::abs(coefficients_[kept - 1]) <= floor) --kept;
  tails_.assign(coefficients_.size(), 0);
  double sum = 0;
  for (std::size_t k = kept; k-- > 1;) {
    sum += std::abs(coefficients_[k]);
    tails_[k - 1] = sum;
  }
  const std::size_t size = std::min(kept, limit + 1);
  coefficients_.resize(size);
  tails_.resize(size);
  for (double& tail : tails_) tail += unseen + 4e-16 * largest;
}

double ChebyshevSeries::tail(int degree) const {
  return tails_[static_cast<std::size_t>(std::clamp(degree, 0, this->degree()))];
}

int ChebyshevSeries::degreeFor(double error) const {
  const auto at =
      std::partition_point(tails_.begin(), tails_.end(), [&](double tail) { return tail > error; });
  return std::min(static_cast<int>(at - tails_.begin()), degree());
}

double ChebyshevSeries::at(double lambda, int degree) const {
  degree = std::clamp(degree, 0, this->degree());
  const double x = upper_ > 0 ? 2 * lambda / upper_ - 1 : -1;
  double b1 = 0, b2 = 0;
  for (int k = degree; k >= 1; --k) {
    const double b0 = coefficients_[k] + 2 * x * b1 - b2;
    b2 = b1;
    b1 = b0;
  }
  return coefficients_[0] + x * b1 - b2;
}

double ChebyshevSeries::rounding(int degree, double unitRoundoff, double perStep) const {
  return polynomialRounding(
      coefficients().first(static_cast<std::size_t>(std::clamp(degree, 0, this->degree())) + 1), unitRoundoff,
      perStep);
}

double polynomialRounding(std::span<const double> coefficients, double unitRoundoff, double perStep) {
  double sum = 0, k = 0;
  for (const double c : coefficients) {
    sum += std::abs(c) * (k + 1) * (k + 2) / 2;
    ++k;
  }
  return sum * unitRoundoff * perStep;
}

double monotoneRounding(double upper, double slopeAtZero, double unitRoundoff, double perStep) {
  const double second = upper / 2 * slopeAtZero;
  return (second + 3 * std::sqrt(second) + 2) / 2 * unitRoundoff * perStep;
}

double boundedRounding(int degree, double size, double unitRoundoff, double perStep) {
  // Σ ((k+1)(k+2)/2)² for k ≤ m is at most (m + 3)^5 / 20.
  return size * std::sqrt(2 * std::pow(degree + 3.0, 5) / 20) * unitRoundoff * perStep;
}

}  // namespace sispde
