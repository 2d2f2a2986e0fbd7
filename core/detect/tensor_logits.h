#pragma once
// What LibTorch's tensors are to the functions of core/ood.

#include <ATen/ATen.h>

#include "core/ood/scores.h"

namespace sispde {

// A view of samples × nodes × classes without gaps, which must outlive it.
inline Logits logitsOf(const at::Tensor& tensor) {
  return {{tensor.const_data_ptr<float>(), static_cast<std::size_t>(tensor.numel())},
          tensor.size(0),
          tensor.size(1),
          tensor.size(2)};
}

// One value per node.
inline std::vector<double> valuesOf(const at::Tensor& tensor) {
  const at::Tensor packed = tensor.detach().to(at::kDouble).contiguous();
  const double* data = packed.const_data_ptr<double>();
  return {data, data + packed.numel()};
}

}  // namespace sispde
