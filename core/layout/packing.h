#pragma once
// Boxes side by side: the first stays where it is, the others follow in rows, to its right while there is room beside it and beneath
// it after that, so that the whole is a little wider than high.

#include <span>
#include <vector>

#include "core/layout/quadtree.h"

namespace sispde {

// By how much each box is to be moved; boxes are then at least `gap` apart. Their order is kept: give large ones first.
std::vector<Point> packBoxes(std::span<const Box> boxes, float gap);

}  // namespace sispde
