#pragma once
// From CSR arrays as a file gives them to checked Features.

#include "core/base/result.h"
#include "core/graph/features.h"

namespace sispde {

// Checks offsets and column ids, sorts the columns of each row where the file did not, refuses a column given twice in a
// row. `values` may be empty (all ones).
Result<Features> checkedSparseFeatures(std::int64_t rows, std::int64_t columns,
                                       std::vector<std::int64_t> offsets, std::vector<std::int32_t> indices,
                                       std::vector<float> values, const Place& place);

}  // namespace sispde
