#pragma once
// Edges of their own colours painted by the processor, pixel by pixel as the shader edge.frag does: OpenGL's emulation needs ten times
// as long for them.

#include <cstdint>
#include <span>

#include "app/studio/render/camera.h"
#include "app/studio/render/colour_map.h"
#include "core/layout/point.h"

namespace sispde::studio {

// An edge of its own colour over all others; a part of one where it grows. World coordinates.
struct OverlayEdge {
  Point a, b;
  Colour colour;
};

// Paints stripes of `width` pixels, without caps, in their order over `pixels`: opaque, the upper row first.
void paintLines(std::span<const OverlayEdge> edges, const Camera& camera, ViewSize view, float width,
                std::span<std::uint32_t> pixels);

}  // namespace sispde::studio
