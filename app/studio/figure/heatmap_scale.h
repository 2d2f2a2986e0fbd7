#pragma once
// The colours of a heatmap.

#include <span>

#include "app/studio/figure/figure.h"

namespace sispde::studio {

struct HeatmapScaleOptions {
  bool dark = true;
  bool change = false;  // differences: always centred on zero
  double smallest = 0;  // what is rounding and must not be seen as a pattern
};

// From zero to the 99.5 % quantile, so that the diagonal does not take the whole scale.
// Sequential and on a square-root scale, which shows what is weak beside the diagonal; where a good part is negative, and for changes,
// diverging about zero and linear. Quantiles of large pictures are those of a sample.
ColourScale heatmapScale(std::span<const float> values, const HeatmapScaleOptions& options);

// The colours as the graphics side takes them (Colour::packed).
std::vector<std::uint32_t> heatmapPixels(const ColourScale& scale, std::span<const float> values);

}  // namespace sispde::studio
