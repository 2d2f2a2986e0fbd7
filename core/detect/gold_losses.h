#pragma once
// The terms of GOLD's joint loss beside the margins (energy_margins.h), on energies E = −log Σ_c exp(z_c). `id` are those of the
// graph itself, `drawn` those of activations that the diffusion drew. All means are over the training nodes.

#include <ATen/ATen.h>

namespace sispde {

at::Tensor energyOf(const at::Tensor& logits);  // nodes × classes to nodes

struct EnergyPair {
  at::Tensor id, drawn;
};

// Cross entropy of the detector's two logits: class 1 for the first half of the rows (ID), class 0 for the second (drawn).
at::Tensor detectorLoss(const at::Tensor& logits);

// mean relu(E' − E)² + mean relu(E_drawn − E'_drawn)², with E' the energies of the detector's logits.
at::Tensor gapLoss(const EnergyPair& network, const EnergyPair& detector);

}  // namespace sispde
