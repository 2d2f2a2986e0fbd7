#pragma once
// Fields of the laplacian kernel: B e with the signed incidence matrix B, one standard normal number e per edge. B Bᵀ = Δ, so nothing
// needs to be factored, and what flows out of one node flows into another: the sum over a component is 0.

#include <span>

#include "core/base/normals.h"
#include "core/base/progress.h"
#include "core/spectral/laplacian.h"

namespace sispde {

// factor · B e (combinatorial) or factor · D^{-1/2} B e (symmetric); edges are numbered by (u, v), u < v. What stands in `out` is not a
// field where `progress` was stopped meanwhile.
void incidenceField(const Laplacian& laplacian, const NormalPlace& place, double factor, std::span<float> out,
                    const Progress& progress = {});

}  // namespace sispde
