#pragma once
// Exposure nodes: what stands for OOD data in the training of detectors that learn from some (outlier exposure). Never a node of the OOD
// test set as it is tested.

#include "core/shift/shift.h"

namespace sispde {

struct Exposure {
  std::optional<Dataset> copy;  // the data in which the nodes are; none: the data that are trained on
  std::vector<NodeId> nodes;
  std::string origin;  // "the nodes of the class that is kept for it", for a sentence
};

// Under a label shift the nodes of the exposure class, where there is one; under a structure or feature shift the OOD nodes of a second,
// independent draw; otherwise the nodes outside the OOD test set, of a copy whose features are interpolated between such nodes. Never a
// node of the OOD test set. `seed` draws; `data` are those that are trained on and have features unless the shift is that of the structure.
Result<Exposure> exposureOf(const Dataset& data, const ShiftedData& shifted, std::uint64_t seed);

}  // namespace sispde
