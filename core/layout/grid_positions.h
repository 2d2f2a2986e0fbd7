#pragma once
// Grid graphs that are numbered row by row are best drawn as what they are.

#include <optional>
#include <vector>

#include "core/graph/graph.h"
#include "core/layout/point.h"

namespace sispde {

// Positions of a w×h grid, w, h ≥ 2, whose node r·w + c has the neighbours of a rook's (4) or a king's (8) single step, all of
// them and no others; nothing for any other graph. The mean edge length is 1 and the centre is 0.
std::optional<std::vector<Point>> gridPositions(const Graph& graph);

}  // namespace sispde
