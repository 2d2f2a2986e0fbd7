#include "core/detect/detector_tensors.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numeric>

#include <ATen/core/grad_mode.h>

#include "core/detect/tensor_logits.h"

namespace sispde {

Unexpected errorOf(const c10::Error& error) {
  const std::string text = error.what_without_backtrace();
  if (text.find("allocate memory") != std::string::npos) return outOfMemory();
  return failure({}, "LibTorch failed ({})", text.substr(0, text.find('\n')));
}

Unexpected outOfMemory() {
  return failure({},
                 "There is not enough memory for this model on this graph; take a smaller hidden, fewer "
                 "samples or fewer steps");
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

ModelState stateOf(const std::vector<NamedTensor>& tensors) {
  ModelState state;
  for (const NamedTensor& each : tensors) {
    const at::Tensor packed = each.tensor.detach().contiguous();
    const float* data = packed.const_data_ptr<float>();
    state.push_back({each.name, packed.sizes().vec(), {data, data + packed.numel()}});
  }
  return state;
}

Result<void> checkFits(std::span<const NamedArray> state, const std::vector<NamedTensor>& tensors) {
  if (state.size() != tensors.size())
    return usageError("The stored model has {} arrays; this one has {}", state.size(), tensors.size());
  for (std::size_t i = 0; i < tensors.size(); ++i) {
    const auto sizes = tensors[i].tensor.sizes();
    if (state[i].name != tensors[i].name || state[i].shape != sizes.vec())
      return usageError("The stored model has {} of {} numbers where this one has {} of {}", state[i].name,
                        fmt::join(state[i].shape, " × "), tensors[i].name, fmt::join(sizes, " × "));
    if (static_cast<std::int64_t>(state[i].values.size()) != tensors[i].tensor.numel())
      return usageError("The stored model's {} is not whole", state[i].name);
  }
  return {};
}

at::Tensor tensorOf(const NamedArray& array) {
  return at::from_blob(const_cast<float*>(array.values.data()), array.shape, at::kFloat);
}

void fill(const std::vector<NamedTensor>& tensors, std::span<const NamedArray> state) {
  const at::NoGradGuard none;
  for (std::size_t i = 0; i < tensors.size(); ++i) tensors[i].tensor.detach().copy_(tensorOf(state[i]));
}

bool allFinite(const at::Tensor& tensor) {
  const at::Tensor packed = tensor.detach().contiguous();
  const float* data = packed.const_data_ptr<float>();
  return std::all_of(data, data + packed.numel(), [](float x) { return std::isfinite(x); });
}

std::vector<std::int32_t> labelsAt(const std::vector<std::int32_t>& labels,
                                   const std::vector<NodeId>& nodes) {
  std::vector<std::int32_t> found;
  for (const NodeId u : nodes) found.push_back(labels[u]);
  return found;
}

Fit fitAll(const at::Tensor& logits, const std::vector<std::int32_t>& labels) {
  std::vector<NodeId> all(labels.size());
  std::iota(all.begin(), all.end(), 0);
  return fitOf(logitsOf(logits), labels, all);
}

}  // namespace sispde
