#pragma once
// The Chebyshev series of a function on [0, b]: f(λ) = Σ_k c_k T_k(2λ/b − 1), c_0 already halved. Coefficients come from a
// cosine transform on so many points that what is left out lies at rounding, so the tail Σ_{k>m} |c_k| bounds the error of the
// partial sum of degree m everywhere on [0, b], and with it ‖f(Δ)v − p_m(Δ)v‖ ≤ tail(m)·‖v‖ whatever the graph.

#include <functional>
#include <span>
#include <vector>

namespace sispde {

class ChebyshevSeries {
 public:
  ChebyshevSeries() = default;
  // `f` must be finite on [0, upper]. At most `maxDegree` coefficients are kept; where f needs more, tail() says how much
  // is missing (as far as it can be seen on four times as many points).
  ChebyshevSeries(const std::function<double(double)>& f, double upper, int maxDegree = 1 << 18);

  double upper() const { return upper_; }
  int degree() const { return static_cast<int>(coefficients_.size()) - 1; }
  std::span<const double> coefficients() const { return coefficients_; }
  // Σ_{k>degree} |c_k| and what lies beyond the last coefficient.
  double tail(int degree) const;
  // Smallest degree whose tail is at most `error`; degree() where none is.
  int degreeFor(double error) const;
  // Value of the partial sum, by Clenshaw's recurrence.
  double at(double lambda, int degree) const;

  // polynomialRounding of the partial sum.
  double rounding(int degree, double unitRoundoff, double perStep) const;

 private:
  double upper_ = 0;
  std::vector<double> coefficients_{0};
  std::vector<double> tails_{0};  // tails_[m] = tail(m)
};

// How much rounding with unit roundoff u can add to p(Δ)v, ‖v‖ = 1: an error made in step j reaches the result multiplied by
// Σ_{k≥j} c_k U_{k−j}, at most Σ_k |c_k| (k−j+1). `perStep` is the relative error of one step in units of u.
double polynomialRounding(std::span<const double> coefficients, double unitRoundoff, double perStep);

// The same for f(λ) = ∫e^{−τλ}dμ(τ) with μ ≥ 0 and f(0) = 1 on [0, upper], without its coefficients: (−1)^k c_k ≥ 0, so that
// Σ|c_k| = 1, Σ|c_k|k² = upper·|f'(0)|/2, and Σ|c_k|k is at most the root of that.
double monotoneRounding(double upper, double slopeAtZero, double unitRoundoff, double perStep);

// … and at most this for a polynomial of a degree that is nowhere larger than `size`: Σc_k² ≤ 2·size², and Cauchy–Schwarz.
double boundedRounding(int degree, double size, double unitRoundoff, double perStep);

}  // namespace sispde
