#pragma once
// What is looked for in a placed graph, node by node: the one under the mouse, and those that are few enough to be named. Both are found
// anew only where something changed, because a large graph takes a millisecond to look through.

#include "app/studio/panels/placed_graph.h"

namespace sispde::studio {

// All that both depend on.
struct PlacedKey {
  const void* graph = nullptr;
  std::uint64_t places = 0, colours = 0;
  Camera camera{0, 0, 0};
  int width = 0, height = 0;
  const void* selection = nullptr;
  bool alone = false;
  SizeBy sizeBy = SizeBy::Nothing;
  float scale = 0;
  friend bool operator==(const PlacedKey&, const PlacedKey&) = default;
};
PlacedKey keyOf(const Studio& studio, const PlacedGraph& placed);

class NodeFinder {
 public:
  NodeId at(const Studio& studio, const PlacedGraph& placed, DoublePoint place);

 private:
  PlacedKey key_;
  DoublePoint place_;
  NodeId found_ = -1;
};

// Nodes in the view that are shown, hubs first; none where there are more than mostNamed.
inline constexpr std::size_t mostNamed = 60;
std::vector<NodeId> nodesToName(const Studio& studio, const PlacedGraph& placed);

// A name beside its node, on the screen.
struct NodeName {
  NodeId node = -1;
  std::string text;
  ImVec2 at, end;
};
// Of these nodes, in their order: one that would lie over another's name, the colour bar or the line under the graph is left out.
std::vector<NodeName> namesOf(const Studio& studio, const PlacedGraph& placed,
                              const std::vector<NodeId>& nodes);

class NodeNames {
 public:
  void draw(const Studio& studio, const PlacedGraph& placed);

 private:
  PlacedKey key_;
  std::vector<NodeId> nodes_;
};

}  // namespace sispde::studio
