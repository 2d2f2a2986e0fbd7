#pragma once
// The pull of the edges on the nodes of a level.

#include <array>

#include "core/layout/layout_level.h"
#include "core/layout/point.h"

namespace sispde {

// Σ over the edges of a node.
struct Pull {
  float x = 0, y = 0;   // force, w·√d·(q − p)
  float stiffness = 0;  // w·√d
  float energy = 0;     // w·d^(5/2)
  float length = 0;     // w·d
};

inline constexpr std::size_t pullBlock = 1024;  // most nodes at a time

// The pulls on the nodes begin to end − 1, at most pullBlock of them.
void pullOn(const LayoutLevel& level, std::span<const Point> points, std::size_t begin, std::size_t end,
            std::array<Pull, pullBlock>& pulls);

}  // namespace sispde
