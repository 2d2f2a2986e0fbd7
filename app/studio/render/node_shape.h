#pragma once
// What a node is drawn as beside its colour, as flags: a disc or a square, with or without a ring around it.

#include <cstdint>

namespace sispde::studio {

using NodeShape = std::uint8_t;
inline constexpr NodeShape discShape = 0, squareShape = 1, ringShape = 2;

// Half the side of a square by the radius of the disc of the same area, √π / 2.
inline constexpr float squareHalf = 0.88622693f;

}  // namespace sispde::studio
