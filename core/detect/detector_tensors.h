#pragma once
// What detectors that train with LibTorch share: its errors as sentences, tensors as stored arrays, and how well logits fit.

#include <span>

#include "core/detect/detector.h"
#include "core/model/layers.h"
#include "core/ood/scores.h"

namespace sispde {

// The sentence for what LibTorch threw, without its stack.
Unexpected errorOf(const c10::Error& error);
Unexpected outOfMemory();

template <class Work>
auto guarded(const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const c10::Error& error) {
    return errorOf(error);
  } catch (const std::bad_alloc&) {
    return outOfMemory();
  }
}

double now();  // seconds of a clock that never goes back

ModelState stateOf(const std::vector<NamedTensor>& tensors);
// A usage error where names or shapes differ.
Result<void> checkFits(std::span<const NamedArray> state, const std::vector<NamedTensor>& tensors);
at::Tensor tensorOf(const NamedArray& array);  // a view
// Copies arrays that fit.
void fill(const std::vector<NamedTensor>& tensors, std::span<const NamedArray> state);

bool allFinite(const at::Tensor& tensor);

std::vector<std::int32_t> labelsAt(const std::vector<std::int32_t>& labels, const std::vector<NodeId>& nodes);
// `labels` are those of the logits' nodes; samples × nodes × classes without gaps.
Fit fitAll(const at::Tensor& logits, const std::vector<std::int32_t>& labels);

}  // namespace sispde
