#pragma once
// GraphCanvas draws one graph as a picture: edges, edges laid over them, nodes. Each part is made anew only where it changed.

#include "app/studio/panels/placed_graph.h"
#include "app/studio/render/graph_layers.h"

namespace sispde::studio {

// What is drawn in a frame. The numbers are revisions: they grow when what stands beside them changes.
struct CanvasScene {
  PlacedGraph placed;
  std::shared_ptr<const void> source;  // of the edges; with another one nothing that was drawn is of use
  std::uint64_t placesRevision = 0;
  std::span<const Edge> edges;
  std::span<const Edge> added, dropped;  // over them
  std::uint64_t overlayRevision = 0;
  double phase = 1;             // of their coming and going, 0 … 1
  bool overlayIsStale = false;  // they are of before: paler
  std::span<const Colour> colours;
  std::span<const NodeShape> shapes;  // empty: discs
  std::uint64_t coloursRevision = 0, shapesRevision = 0;
};

// How an added and a dropped edge look in a phase: the one grows from an end, the other fades to a remainder.
std::vector<OverlayEdge> overlayEdges(const Theme& theme, const CanvasScene& scene);

class GraphCanvas {
 public:
  // The texture of the view's size; 0 where OpenGL fails, which is told once.
  unsigned draw(Studio& studio, const CanvasScene& scene);
  // A finished picture instead, see GraphLayers::setPicture.
  GraphLayers* layers(Studio& studio);

 private:
  void refresh(const Studio& studio, const CanvasScene& scene);
  std::vector<Disc> discs(const Studio& studio, const CanvasScene& scene);

  // All that the edges depend on.
  struct EdgeKey {
    std::shared_ptr<const void> source;
    const void* alone = nullptr;
    std::uint64_t places = 0;
    friend bool operator==(const EdgeKey&, const EdgeKey&) = default;
  };
  struct OverlayKey {
    std::uint64_t overlay = 0;
    double phase = 1;
    bool stale = false, dark = false;
    friend bool operator==(const OverlayKey&, const OverlayKey&) = default;
  };
  // All that the discs depend on beside the positions.
  struct DiscKey {
    std::uint64_t colours = 0, shapes = 0;
    const void* selection = nullptr;
    bool alone = false;
    SizeBy sizeBy = SizeBy::Degree;
    float scale = 1;
    int width = 0, height = 0;
    friend bool operator==(const DiscKey&, const DiscKey&) = default;
  };
  std::unique_ptr<GraphLayers> layers_;
  bool failed_ = false;
  std::optional<EdgeKey> seenEdges_;
  OverlayKey seenOverlay_;
  DiscKey seenDiscs_;
  std::vector<NodeId> order_;  // hubs last: they are drawn on top
  std::shared_ptr<const void> orderOf_;
};

}  // namespace sispde::studio
