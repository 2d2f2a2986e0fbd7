#pragma once
// Placeholder nodes. The Planetoid construction gives ids that are missing from the test list (15 in CiteSeer) zero
// features and label 0; they have no true label. They are known by their content: the nodes in no mask, with label 0 and
// no feature, that together with the test nodes of the only split fill the end of the node range without a gap.

#include "core/graph/dataset.h"

namespace sispde {

// A mask of the placeholder nodes; empty when there are none.
Mask findPlaceholders(const Dataset& data);

}  // namespace sispde
