#pragma once
// Nodes as discs and squares, painted by the processor, pixel by pixel as the shader node.frag does: where there is no GPU this is several times faster than
// OpenGL's emulation.

#include <cstdint>
#include <span>

#include "app/studio/render/camera.h"
#include "app/studio/render/colour_map.h"
#include "app/studio/render/node_shape.h"
#include "core/layout/point.h"

namespace sispde::studio {

struct Disc {
  Point place;       // world coordinates; one that is not finite is left out
  float radius = 2;  // pixels
  Colour colour;
  NodeShape shape = discShape;  // a square has the area of the disc; a ring lies outside of either
};

struct DiscLook {
  Colour
      rim;  // of discs and squares larger than 2.5 pixels: keeps neighbours apart, and a ring from what it is around
  Colour ring;              // opaque
  float ringWidth = 1.75f;  // pixels
};

// Paints them in their order over `pixels`: opaque, view.width × view.height, the upper row first.
void paintDiscs(std::span<const Disc> discs, const Camera& camera, ViewSize view, const DiscLook& look,
                std::span<std::uint32_t> pixels);

}  // namespace sispde::studio
