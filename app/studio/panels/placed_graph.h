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
  std::uint64_t places = 0;  // revision of the positions
  bool density = false;      // drawn by density
  double spacing = 0;        // of its nodes, in units of the layout; where it is drawn by density
};
PlacedGraph firstGraph(const Studio& studio, const GraphView& view);
PlacedGraph secondGraph(const Studio& studio, const GraphView& view);  // there is one
bool isInView(const GraphView& view, ImVec2 place);                    // of the screen

// A node has its share of the view, in a density picture of the part that the camera sees; more of it by what the workspace chose. Pixels.
NodeSizing sizingOf(const Studio& studio);
double baseRadius(const Studio& studio, const PlacedGraph& placed);  // of a node of size 1
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

// Rings: watched nodes, those of the heatmap's cell, the hovered and the picked one; hidden ones have none.
void drawMarks(const Studio& studio, const PlacedGraph& placed);
// A dot in the middle of the nodes that are pinned and shown.
void drawPins(const Studio& studio, const PlacedGraph& placed);
// Lines over the card's node; kept inside the view.
void drawCard(const Studio& studio, const PlacedGraph& placed, NodeId node,
              const std::vector<std::string>& lines);

}  // namespace sispde::studio
