#pragma once
// Lanczos: Δ restricted to the Krylov space of a vector b is a small tridiagonal matrix T, and f(Δ)b ≈ ‖b‖ V f(T) e_1. After m
// steps this is within twice the best that any polynomial of degree m − 1 could do, and better where eigenvalues cluster.

#include <functional>
#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/spectral/laplacian.h"

namespace sispde {

using ScalarFunction = std::function<double(double)>;

// The recurrence itself, one step at a time, in float64.
class LanczosProcess {
 public:
  // With `orthogonalise` each new vector is freed of all earlier ones: needed for eigenvalues, not for f(Δ)b.
  LanczosProcess(const Laplacian& laplacian, std::span<const double> start, bool orthogonalise);

  // One more step; false when the space is exhausted (T is then exact).
  bool advance(const Progress& progress = {});
  int steps() const { return static_cast<int>(alpha_.size()); }
  double startNorm() const { return startNorm_; }

  double coupling() const { return beta_.empty() ? 0 : beta_.back(); }  // β_m, to the vector that comes next
  std::vector<double> ritzValues() const;                               // ascending
  // f(T) e_1, and |[g(T)]_{m1}| where g is given.
  struct Coefficients {
    std::vector<double> values;
    double last = 0;
  };
  Coefficients coefficients(const ScalarFunction& f, const ScalarFunction& g = {}) const;
  std::vector<double> combine(std::span<const double> weights) const;  // Σ_j weights[j] v_j

 private:
  const Laplacian& laplacian_;
  bool orthogonalise_, exhausted_ = false;
  double startNorm_ = 0;
  std::vector<double> alpha_, beta_;
  std::vector<std::vector<double>> basis_;
  std::vector<double> next_;
};

struct LanczosOptions {
  double tolerance = 1e-6;  // 2-norm error relative to the norm of the result
  // |f(0) − f(λ)|/λ where it is known without cancellation; otherwise it is formed from f.
  ScalarFunction slope;
  int maxSteps = 400;                           // the small eigenproblem, m³, cannot be interrupted
  std::size_t maxBytes = std::size_t{4} << 30;  // for the basis, 8·N bytes a step
};

struct LanczosResult {
  std::vector<double> values;
  int steps = 0;
  double error = 0;  // bound of ‖values − f(Δ)b‖
};

// For f with f(λ) = ∫ e^{−τλ} dμ(τ), μ ≥ 0 (matern, heat and their roots), or a constant minus such a function (√λ), |f| ≤ 1 on
// [0, λ_max]. The error after m steps is at most
//
//   ‖b‖ β_m |[g(T)]_{m1}|,  g(λ) = |f(0) − f(λ)|/λ:
//
// for e^{−τΔ} the residual bound β_m ∫_0^τ |[e^{−xT}]_{m1}| dx holds because e^{−Δ} does not lengthen any vector, the entry keeps its
// sign for all x since −T has positive off-diagonal entries up to a change of signs, and the integral over τ and μ gives g. It cannot
// be fooled by a pause before a small eigenvalue is found, as looking at the change of the result can.
Result<LanczosResult> lanczosApply(const Laplacian& laplacian, std::span<const double> b,
                                   const ScalarFunction& f, const LanczosOptions& options = {},
                                   const Progress& progress = {});

}  // namespace sispde
