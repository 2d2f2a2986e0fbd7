#pragma once
// The components of a graph as parts of a layout: each with its nodes, its own drawing, and its place in the whole.

#include <memory>
#include <optional>

#include "core/layout/component_layout.h"

namespace sispde {

struct LayoutPart {
  std::vector<NodeId> nodes;                // ascending; empty: all nodes of the graph
  bool isolated = false;                    // not one component, but all nodes without neighbours
  std::unique_ptr<ComponentLayout> moving;  // a drawing that is advanced step by step, or
  std::vector<Point> still;                 // one that is complete
  std::optional<Point> offset;              // where a fixed frame has put it

  std::size_t size(const Graph& graph) const {
    return nodes.empty() ? static_cast<std::size_t>(graph.nodeCount()) : nodes.size();
  }
  std::vector<Point> positions() const { return moving != nullptr ? moving->positions() : still; }
};

// One part per component of two nodes or more, the largest first, then one with all isolated nodes. Without drawings.
std::vector<LayoutPart> splitComponents(const Graph& graph);

// The graph of the nodes of a part; placeIn has the place of every node of the whole in its part. Not whole when stopped.
Graph componentGraph(const Graph& graph, const LayoutPart& part, std::span<const NodeId> placeIn,
                     const Progress& progress);

// The complete drawing of a small component: of two or three nodes at once, of more by forces. Whatever is there when stopped.
std::vector<Point> drawSmall(const Graph& component, const LayoutOptions& options, const Progress& progress);

// Rows of points, one unit apart, a little wider than high.
std::vector<Point> drawBlock(std::size_t count);

// A drawing with mean edge length 1 whose box has its centre at 0.
void normalise(const Graph& component, std::vector<Point>& points);

// By how much each part is to be moved: parts with an offset by that, the others packed around them. `places` are the positions.
std::vector<Point> arrangeParts(const std::vector<LayoutPart>& parts,
                                const std::vector<std::vector<Point>>& places);

}  // namespace sispde
