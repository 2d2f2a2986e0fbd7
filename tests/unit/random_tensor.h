#pragma once
// Tensors for tests of models.

#include <algorithm>

#include <ATen/ATen.h>

#include "core/base/random.h"

namespace sispde::testing {

// Normal numbers times `scale`.
inline at::Tensor randomTensor(at::IntArrayRef sizes, std::uint64_t seed, double scale) {
  at::Tensor tensor = at::empty(sizes, at::kFloat);
  Random random(seed);
  for (std::int64_t i = 0; i < tensor.numel(); ++i)
    tensor.data_ptr<float>()[i] = static_cast<float>(scale * random.normal());
  return tensor;
}

// The largest difference, relative to the largest number where that exceeds 1.
inline double difference(const at::Tensor& a, const at::Tensor& b) {
  return (a - b).abs().max().item<double>() / std::max(1.0, b.abs().max().item<double>());
}

}  // namespace sispde::testing
