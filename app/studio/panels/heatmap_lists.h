#pragma once
// The lists of the Covariance window, and the words for what they choose.

#include "app/studio/shell/studio.h"

namespace sispde::studio {

// "correlation", or "correlation, A − B" where two kernels are compared.
std::string quantityWords(const Workspace& workspace, HeatmapQuantity quantity);

// Quantity and order side by side, behind the title where that leaves room; a choice is an edit.
void drawHeatmapLists(Studio& studio);

}  // namespace sispde::studio
