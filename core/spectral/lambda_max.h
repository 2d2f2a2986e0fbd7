#pragma once
// The largest eigenvalue of a Laplacian, from above with certainty and from below by Lanczos.
//
// Combinatorial: λ_max(D − A) ≤ λ_max(D + A), and for a non-negative matrix M and any positive x the number max_u (Mx)_u / x_u
// bounds its largest eigenvalue (Collatz–Wielandt). Some steps of x ← Mx, starting from the degrees (Merris' bound
// max_u d_u + mean degree of the neighbours), lower it towards λ_max(D + A). The paper's d_max/2 lies below λ_max and is not used.

#include <cstdint>

#include "core/base/progress.h"
#include "core/spectral/laplacian.h"

namespace sispde {

// What Laplacian::lambdaMax() keeps. Looser, but still certain, after a cancel.
double lambdaUpperBound(const Laplacian& laplacian, const Progress& progress = {});

struct LambdaEstimate {
  double ritz = 0;   // largest Ritz value: λ_max is at least that, but for rounding
  double upper = 0;  // ritz · (1 + margin), no more than the certain bound
  int steps = 0;
};
// Lanczos from a seeded random vector, with full re-orthogonalisation. 20 steps and 1 % are what covers the graphs that were
// measured; for a bound without exception take lambdaMax().
LambdaEstimate estimateLambdaMax(const Laplacian& laplacian, int steps = 20, double margin = 0.01,
                                 std::uint64_t seed = 0);

}  // namespace sispde
