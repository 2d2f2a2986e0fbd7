#pragma once
// How a selection's curve looks in every plot.

#include "app/studio/live/brushed.h"
#include "app/studio/shell/theme.h"

namespace sispde::studio {

// Inside an ImPlot: the mean as a line in the colour of the letters, its spread as a band.
void plotBrushed(const Theme& theme, const BrushedCurve& curve);

}  // namespace sispde::studio
