#pragma once
// The noise levels of a denoising diffusion (DDPM, Ho et al. 2020), t = 0 … T − 1: β_t rises linearly from 1e-4 to 0.02,
// α_t = 1 − β_t, ᾱ_t = α_0 ⋯ α_t. Forward: x_t = √ᾱ_t x_0 + √(1 − ᾱ_t) ε. Backward, from a prediction of ε:
//   x_{t−1} = (x_t − β_t ε / √(1 − ᾱ_t)) / √α_t + √v_t z,   v_t = β_t (1 − ᾱ_{t−1}) / (1 − ᾱ_t),   v_0 = 0.

#include <vector>

namespace sispde {

struct DiffusionLevel {
  double signal = 1, noise = 0;                    // √ᾱ_t and √(1 − ᾱ_t)
  double scale = 1, predicted = 0, deviation = 0;  // x_{t−1} = scale·x_t − predicted·ε + deviation·z
};

// `steps` ≥ 1 levels.
std::vector<DiffusionLevel> diffusionLevels(int steps);

}  // namespace sispde
