#pragma once
// Sorting of the short rows of a graph.

#include <cstdint>
#include <span>

namespace sispde {

// Ascending order, in place.
void sortRow(std::span<std::int32_t> row);

}  // namespace sispde
