#pragma once
// A small basis g_1 … g_r of functions on [0, λ_max] that holds the whole kernel family over the slider range: matern for ν in [0.1, 50]
// and κ in [0.25, 20], heat for the same κ, white and laplacian, powers 1 and ½. Once g_j(Δ)B is known, φ(Δ)B for any of them is the
// linear combination Σ_j a_j g_j(Δ)B, whatever the degree.
//
// The family is sampled on a grid of λ, even in log λ; a greedy choice of members (largest error first) spans it, and a singular value
// decomposition orders the span, so that the first functions matter most. For one kernel the coefficients a are its projection, and the
// error is what the projection leaves on the grid: a bound for exactly this kernel, not for the family.

#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/kernel/kernel_function.h"

namespace sispde {

struct BasisOptions {
  double tolerance = 1e-6;  // largest error over the family, relative to the kernel's value at λ = 0
  int maxRank = 48;
  double nuLow = 0.1, nuHigh = 50, kappaLow = 0.25, kappaHigh = 20;
};

class ReducedBasis {
 public:
  static Result<ReducedBasis> make(double lambdaMax, const BasisOptions& options = {},
                                   const Progress& progress = {});

  // T_0 … T_degree instead: one kernel's partial sums of its Chebyshev series, each with its tail as the error. A few steps of the
  // recurrence fill them: a first look.
  static ReducedBasis chebyshev(double lambdaMax, int degree);

  int rank() const { return rank_; }
  double lambdaMax() const { return lambdaMax_; }
  // Polynomial degree that represents every g_j, and the coefficients c[k · rank + j], k = 0 … degree.
  int degree() const { return degree_; }
  std::span<const double> coefficients() const { return coefficients_; }
  std::vector<double> at(double lambda) const;  // g_1(λ) … g_r(λ)
  // Largest error seen over the family's grid.
  double familyError() const { return familyError_; }

  struct Projection {
    std::vector<double> weights;  // a_j
    double error = 0;             // sup |shape − Σ a_j g_j| on the grid, and the truncation of the g_j
    double rounding = 0;          // what float32 storage of g_j(Δ)B adds
  };
  // With fewer than rank() functions the error is larger, and says so.
  Projection project(const KernelFunction& shape, int rank = 0) const;

 private:
  explicit ReducedBasis(double lambdaMax) : lambdaMax_(lambdaMax) {}
  Projection partialSum(const KernelFunction& shape) const;

  double lambdaMax_;
  int rank_ = 0, degree_ = 0;
  double familyError_ = 0;
  bool chebyshev_ = false;
  std::vector<double> grid_, weightRoots_;  // λ and √weight of the inner product
  std::vector<double> values_;              // g_j(grid[i]) at i · rank + j
  std::vector<double> largest_, tails_;     // per function: sup |g_j|, and what the degree leaves out
  std::vector<double> coefficients_;
};

}  // namespace sispde
