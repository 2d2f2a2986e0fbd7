#pragma once
// A KernelSpec says which covariance is meant: K = s·φ(Δ) with a spectral density φ, its parameters, the Laplacian and the
// normalisation that fixes s. A small value: compare and copy freely.
//
//   matern     φ(λ) = (2ν/κ² + λ)^−ν     smooth for large ν, far-reaching for large κ
//   heat       φ(λ) = exp(−κ²λ/2)        the limit of the rescaled Matérn density for ν → ∞
//   laplacian  φ(λ) = λ                  the paper's remark on GNSD: neighbours anti-correlated, singular
//   white      φ(λ) = 1                  independent nodes
//
// Normalisation `trace`: mean variance σ², s = σ²N / Σ_k φ(λ_k); `none`: s = σ².

#include <string>

#include "core/base/result.h"
#include "core/spectral/laplacian.h"

namespace sispde {

enum class KernelKind { Matern, Heat, Laplacian, White };
enum class Normalisation { Trace, None };

const char* kernelName(KernelKind kind);  // "matern", "heat", "laplacian", "white"

// Range of ν and κ that is accepted; nothing overflows or underflows to a wrong number inside it.
inline constexpr double smallestParameter = 0.01, largestParameter = 1000;

struct KernelSpec {
  KernelKind kind = KernelKind::Matern;
  double nu = 1;     // smoothness, matern alone
  double kappa = 1;  // length scale, matern and heat
  double sigma = 1;  // standard deviation, ≥ 0
  LaplacianKind laplacian = LaplacianKind::Symmetric;
  Normalisation normalisation = Normalisation::Trace;
  friend bool operator==(const KernelSpec&, const KernelSpec&) = default;
};

// ν and κ in range, σ finite and not negative.
Result<void> checkKernel(const KernelSpec& spec);

}  // namespace sispde
