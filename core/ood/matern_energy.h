#pragma once
// Energies E smoothed by the Matérn density: S = φ(I − D^{-1}A) E = D^{-1/2} φ(L_sym) D^{1/2} E with
// φ(λ) = (1 + κ²λ/(2ν))^−ν. It is the propagation of energy_propagation.h with a continuous length: for ν ≥ 5
// it is close to K ≈ κ²/(2(1 − a)) steps. ν and κ act on the score at once, without training anew.

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/ood/energy_propagation.h"

namespace sispde {

// The defaults of ν and κ were chosen after seeing OOD results; whatever shows the score with them says so.
struct MaternEnergyOptions {
  double nu = 5;     // smoothness, in the range of kernel_spec.h
  double kappa = 4;  // length scale, in the same range
  // At a node without neighbours: Shrink gives φ(1) E, Keep gives E.
  IsolatedNodes isolated = IsolatedNodes::Shrink;
};

// In float64, by a Chebyshev series that is cut so that ‖D^{1/2}(S − exact)‖ ≤ 1e-10 ‖D^{1/2}E‖ but for
// rounding. `energy` has one finite value per node. An error for ν or κ out of range, for a φ too steep for
// 8000 terms, and for a wrong number of energies.
Result<std::vector<double>> maternEnergy(std::span<const double> energy, const Graph& graph,
                                         const MaternEnergyOptions& options = {},
                                         const Progress& progress = {});

}  // namespace sispde
