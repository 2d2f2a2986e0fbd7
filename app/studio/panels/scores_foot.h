#pragma once
// What stands under the histograms of the Scores window: the threshold, to be typed into, and what it does.

#include "app/studio/shell/studio.h"

namespace sispde::studio {

// Where there are scores with a curve. In small letters; as many pieces in a line as fit into `room`.
int scoresFootLines(Studio& studio, float room);
void drawScoresFoot(Studio& studio, float room);

void setThreshold(Studio& studio, double wanted);  // joins the edits of one gesture
void bestThreshold(Studio& studio);                // the one with the largest DET-ACC

}  // namespace sispde::studio
