#pragma once
// What stands under the trajectories of the Noise window: its controls, and what the numbers rest on.

#include "app/studio/shell/studio.h"

namespace sispde::studio {

// `both`: the paths of A and B are drawn.
void drawNoiseFoot(Studio& studio, bool both);
void setNoiseTime(Studio& studio, double time);  // joins the edits of one gesture

}  // namespace sispde::studio
