#pragma once
// The share of eigenvalues of a Laplacian in equal bins of [0, λ_max], without computing them: the kernel polynomial method. Moments
// μ_k = tr T_k(X)/N, X = 2Δ/λ_max − I, are estimated with random signs and damped by Jackson's factors (Weiße et al., Rev. Mod. Phys. 78,
// 275, 2006); the integral of the resulting density over a bin has a closed form. Bins narrower than about π λ_max/(2·moments) share
// their contents with their neighbours.

#include <vector>

#include "core/spectral/laplacian.h"

namespace sispde {

struct SpectralDensityOptions {
  int bins = 64;
  int moments = 256;  // even, at least 2; half as many products with Δ per probe
  int probes = 16;
  std::uint64_t seed = 0;
};

// `bins` shares that sum to 1 within rounding; small negative ones are possible where there is nothing.
Result<std::vector<double>> spectralDensity(const Laplacian& laplacian,
                                            const SpectralDensityOptions& options = {},
                                            const Progress& progress = {});

}  // namespace sispde
