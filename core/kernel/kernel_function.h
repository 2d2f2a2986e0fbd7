#pragma once
// A kernel's density as a function of λ, in log space and float64: φ(λ)^p = exp(logScale) · shape(λ), where shape is at most 1 on
// [0, λ_max] (1 at λ = 0 for matern, heat and white; λ/λ_max for laplacian), so that no parameter overflows. All methods compute
// with the shape; the scale is applied at the end.

#include <optional>

#include "core/kernel/kernel_spec.h"

namespace sispde {

class KernelFunction {
 public:
  // `power` is 1 for the covariance, 1/2 for its square root.
  KernelFunction(const KernelSpec& spec, double power, double lambdaMax);

  const KernelSpec& spec() const { return spec_; }
  double power() const { return power_; }
  double logShape(double lambda) const;
  double operator()(double lambda) const;  // shape

  // log of K^p / shape(Δ), given the trace of the shape of power 1 (used by Normalisation::Trace alone). −∞ for σ = 0.
  double logScale(double nodes, double shapeTrace) const;

  // |shape(0) − shape(λ)|/λ without cancellation; finite at 0 but for √λ.
  double slope(double lambda) const;
  // Where the shape begins to fall: 2ν/κ² or 2/κ²; λ_max for the others.
  double fallScale() const;
  // A lower bound of ‖shape(Δ)e_u‖: the function is convex, so K_uu ≥ shape(Δ_uu) (Jensen); laplacian: Δ_uu/λ_max to the power.
  double leastRowNorm(double diagonal) const { return (*this)(diagonal); }
  bool smooth() const { return spec_.kind != KernelKind::Laplacian || power_ == 1; }

 private:
  KernelSpec spec_;
  double power_, lambdaMax_;
};

// Which κ makes the curve pass through a point, φ(λ)/φ(0) = share: what a drag on a picture of φ means. Within the range of parameters. Nothing for a kind without κ, or where λ ≤ 0.
//   matern  (1 + κ²λ/(2ν))^−ν = s   ⇒   κ² = 2ν (s^(−1/ν) − 1) / λ
//   heat    exp(−κ²λ/2) = s         ⇒   κ² = −2 log(s) / λ
std::optional<double> kappaThrough(const KernelSpec& spec, double lambda, double share);

}  // namespace sispde
