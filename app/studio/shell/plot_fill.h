#pragma once
// How the plots fill.

#include <cmath>

#include <implot.h>

namespace sispde::studio {

// This version of ImPlot multiplies a fill's opacity by FillAlpha twice; so its root is given.
inline void setFill(ImPlotSpec& spec, const ImVec4& colour, float alpha) {
  spec.FillColor = colour;
  spec.FillAlpha = std::sqrt(alpha);
}

}  // namespace sispde::studio
