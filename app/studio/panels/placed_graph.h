#pragma once
// A graph as it lies in a view: enough to find its nodes and to mark them. The first and the second graph are both seen through it.

#include "app/studio/shell/studio.h"

namespace sispde::studio {

// Where a graph is drawn on the screen.
struct GraphView {
  ImVec2 at;
  ViewSize size;
};

// Lives as long as what it points to: a frame.
struct PlacedGraph {
  const Graph* graph = nullptr;
  std::span<const Point> positions;
  std::span<const float> values;  // that may size the nodes; empty: none
  Camera camera;
  GraphView view;
};
PlacedGraph firstGraph(const Studio& studio, const GraphView& view);

// A node has its share of the view, more of it by what the workspace chose. Pixels.
float nodeRadius(const Studio& studio, const PlacedGraph& placed, NodeId node);
float nodeRadius(const Studio& studio, NodeId node);  // in the first graph
// The node under a place of the view, or −1.
NodeId nodeAt(const Studio& studio, const PlacedGraph& placed, DoublePoint place);
ImVec2 onScreen(const PlacedGraph& placed, NodeId node);
// The camera that a view was fitted with last: one that differs was moved since.
struct FittedCamera {
  Camera camera{0, 0, 0};
  ViewSize view;
};
// The second graph's camera in a view of that size. Where both are linked they show the same part of the plane, each as large as it fits:
// secondScale is how much larger the second is.
Camera secondCamera(const Studio& studio, ViewSize view);
double secondScale(const Studio& studio, ViewSize view);
// What a turn of the wheel makes of a camera, the mouse at a place of the view.
Camera turnedWheel(const Camera& camera, DoublePoint mouse, float wheel, ViewSize view);

// Rings: watched nodes, those of the heatmap's cell, the hovered and the picked one; names where the nodes are few.
void drawMarks(const Studio& studio, const PlacedGraph& placed);
// Over a density picture, which has discs alone: rings around the flagged nodes in the view, where they are few enough to be told apart.
void drawFlagged(const Studio& studio, const PlacedGraph& placed);
// A dot in the middle of the nodes that are pinned.
void drawPins(const Studio& studio, const PlacedGraph& placed);
// Lines over the card's node; kept inside the view.
void drawCard(const Studio& studio, const PlacedGraph& placed, NodeId node,
              const std::vector<std::string>& lines);

}  // namespace sispde::studio
