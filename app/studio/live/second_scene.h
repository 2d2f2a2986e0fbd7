#pragma once
// A SecondScene is what the second graph's window shows beside the first graph: another graph on the same nodes, such as the shifted or
// the rewired one. It never changes and is shared; whoever has something to compare makes one (Studio::compareWith).

#include <memory>
#include <string>
#include <vector>

#include "app/studio/render/colour_map.h"
#include "app/studio/render/node_shape.h"
#include "core/graph/graph.h"

namespace sispde::studio {

struct SecondScene {
  std::string title;                               // which graph it is: "shifted: structure"
  std::shared_ptr<const Graph> graph;              // of as many nodes as the first
  std::shared_ptr<const std::vector<Edge>> edges;  // in the quiet colour
  std::vector<Edge> added, dropped;                // over them, in the colours of good and bad
  std::vector<Colour> colours;                     // one per node
  std::vector<NodeShape> shapes;                   // one per node; empty: discs
  std::string valueName;                           // what the values are
  std::vector<float> values;                       // behind the colours, one per node; empty: none
  // The nodes lie where they lie in the first graph, and both cameras move together. Otherwise the graph has a layout of its own.
  bool linkedCamera = false;
  bool planned = false;  // of the plan in the Rewiring window: it lags as that one does
};

}  // namespace sispde::studio
