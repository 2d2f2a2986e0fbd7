#pragma once
// What lies over the graph's picture: marks, cards, the colour bar, the tools; and what a click or a lasso means.

#include "app/studio/panels/placed_graph.h"

namespace sispde::studio {

// Selects what a path encloses; two points are corners of a rectangle. With Shift it is added to the selection.
void selectInside(Studio& studio, ViewSize view, const std::vector<DoublePoint>& path);
void addToSelection(Studio& studio, NodeId node);
// All neighbours of the selection, or of the picked node, join it.
void growSelection(Studio& studio);

void drawGesture(const Studio& studio, const GraphView& view, const std::vector<DoublePoint>& path);
void drawColourBar(Studio& studio, const GraphView& view);
void drawTruth(const Studio& studio, const GraphView& view);  // in the lower left corner
// Of the node under the mouse, here or in another window.
void drawHoverCard(const Studio& studio, const GraphView& view);
// What the card says of a node, line by line.
std::vector<std::string> cardLines(const Studio& studio, NodeId node);
void drawTools(Studio& studio, const GraphView& view);
// Pixels on the left of the view that the tools stand over, with some space; 0 where they are folded or left out, and where the view is
// too narrow to spare so many.
float toolsMargin(const Theme& theme, ViewSize view);
void contextMenu(Studio& studio);
// What colours and sizes the nodes: the list behind the head of the window.
void colourMenu(Studio& studio);

}  // namespace sispde::studio
