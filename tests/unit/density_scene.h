#pragma once
// Small graphs with places and colours for the tests of the density picture.

#include <vector>

#include "app/studio/render/density.h"
#include "core/base/random.h"
#include "core/graph/graph_builder.h"

namespace sispde::studio {

// request() draws it one pixel per world unit, with the origin in the upper left corner.
struct Scene {
  std::vector<Point> positions;
  std::vector<Colour> colours;
  std::vector<Edge> edges;
  ViewSize view{64, 48};

  DensityRequest request() const {
    DensityRequest r;
    r.graph = buildGraph(static_cast<NodeId>(positions.size()), edges).graph;
    r.positions = positions;
    r.nodeColours = colours;
    r.view = view;
    r.camera = {0.5 * view.width, 0.5 * view.height, 1};
    return r;
  }
};

// Positions in the view and up to `outside` pixels around it; edges between any two nodes.
inline Scene randomScene(std::size_t nodes, std::size_t edges, double outside, std::uint64_t seed) {
  Scene scene;
  Random random(seed);
  for (std::size_t i = 0; i < nodes; ++i) {
    const double x = random.uniform() * (scene.view.width + 2 * outside) - outside;
    const double y = random.uniform() * (scene.view.height + 2 * outside) - outside;
    scene.positions.push_back({static_cast<float>(x), static_cast<float>(y)});
    scene.colours.push_back(classColour(static_cast<int>(random.below(8)), false));
  }
  for (std::size_t i = 0; i < edges; ++i)
    scene.edges.push_back(
        {static_cast<NodeId>(random.below(nodes)), static_cast<NodeId>(random.below(nodes))});
  return scene;
}

}  // namespace sispde::studio
