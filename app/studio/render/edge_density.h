#pragma once
// Length of edges per pixel. The sums are integers, so it makes no difference which thread adds which edge:
// up to eight threads each have a histogram of their own, which are added in the end.

#include <cstdint>
#include <optional>
#include <span>

#include "app/studio/render/density.h"
#include "app/studio/render/line_adder.h"

namespace sispde::studio {

struct EdgeDensity {
  Buffer<std::uint32_t> sums;  // rows of width + 2 LineAdder::border, empty where there are no edges to draw
  int stride = 0;
  float unit = 1;  // of the sums per pixel of line

  bool empty() const { return sums.empty(); }
  const std::uint32_t* row(int y) const {
    return sums.data() + static_cast<std::size_t>(y + LineAdder::border) * stride + LineAdder::border;
  }
};

// `screen` holds the pixel position of each node, not finite where it has none. Nothing when cancelled.
std::optional<EdgeDensity> edgeDensity(const DensityRequest& request, std::span<const Point> screen,
                                       const Progress& progress);

// The part of the line from a to b with 0 ≤ x ≤ width and 0 ≤ y ≤ height, each enlarged by `border` on all
// sides.
struct Segment {
  DoublePoint a, b;
};
std::optional<Segment> clipped(Segment line, ViewSize view, double border);

}  // namespace sispde::studio
