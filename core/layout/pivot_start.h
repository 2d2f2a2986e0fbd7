#pragma once
// Pivot-MDS (Brandes and Pich 2007): a first drawing of a connected graph from the hop distances to some far-apart pivots. The
// two leading principal axes of the doubly centred squared distances are the coordinates.

#include "core/layout/layout_level.h"
#include "core/layout/point.h"

namespace sispde {

// Positions centred on 0 with a root-mean-square radius of 1. Nodes that no pivot tells apart get small seeded shifts.
std::vector<Point> pivotStart(const LayoutLevel& level, std::uint64_t seed);

}  // namespace sispde
