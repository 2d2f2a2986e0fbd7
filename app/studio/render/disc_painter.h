#pragma once
// Discs painted by the processor, pixel by pixel as the shader node.frag does: where there is no GPU this is several times faster than
// OpenGL's emulation.

#include <cstdint>
#include <span>

#include "app/studio/render/camera.h"
#include "app/studio/render/colour_map.h"
#include "core/layout/point.h"

namespace sispde::studio {

struct Disc {
  Point place;       // world coordinates; one that is not finite is left out
  float radius = 2;  // pixels
  Colour colour;
};

// Paints them in their order over `pixels`: opaque, view.width × view.height, the upper row first. Discs of a radius above 2.5 have a
// rim in the colour `rim`, which keeps neighbours apart.
void paintDiscs(std::span<const Disc> discs, const Camera& camera, ViewSize view, Colour rim,
                std::span<std::uint32_t> pixels);

}  // namespace sispde::studio
