#pragma once
// One step of GNSD's diffusion as a differentiable function: some ten operations of LibTorch on nodes × hidden blocks in one pass each way.

#include <ATen/ATen.h>

namespace sispde {

// H + dt (f + g ⊙ ξ) with f = s_f + b_f − H and g = H − s_g − b_g, where `seen` is [s_f | s_g]. ξ gets no gradient.
at::Tensor diffusionStep(const at::Tensor& h, const at::Tensor& seen, const at::Tensor& driftBias,
                         const at::Tensor& diffusionBias, const at::Tensor& xi, double dt);

}  // namespace sispde
