#pragma once
// What the shifts share, and their entry points. applyShift (shift.h) is the door for users.

#include "core/base/random.h"
#include "core/shift/shift.h"

namespace sispde {

Result<ShiftedData> shiftLabels(const Dataset& data, const ShiftOptions& options);
Result<ShiftedData> shiftStructure(const Dataset& data, const ShiftOptions& options);
Result<ShiftedData> shiftFeatures(const Dataset& data, const ShiftOptions& options);
Result<ShiftedData> shiftLocally(const Dataset& data, const ShiftOptions& options);
Result<ShiftedData> shiftAsGiven(const Dataset& data, const ShiftOptions& options);
Result<ShiftedData> shiftNothing(const Dataset& data, const ShiftOptions& options);

// 1 for every node that is no placeholder.
Mask realNodes(const Dataset& data);

// Training and test data as they are, with one split: the stored one that the options ask for, or a random
// one, restricted to the nodes of `id` and, for training and validation, to nodes with a label. idTest is its
// test mask.
Result<ShiftedData> startShift(const Dataset& data, const ShiftOptions& options, const Mask& id);

// An error when the data set has no features.
Result<void> requireFeatures(const Dataset& data);

// Row i is w·row(a) + (1 − w)·row(b) for the chosen nodes, w ~ U(0, 1), a and b uniform over `sources` with replacement; without
// sources over all nodes (placeholders included, as in the reference code). Other rows stay as they are.
Features interpolate(const Features& features, const Mask& chosen, Random& random,
                     const std::vector<NodeId>& sources = {});

}  // namespace sispde
