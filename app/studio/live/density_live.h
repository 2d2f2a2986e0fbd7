#pragma once
// DensityLive keeps a picture of a large graph, made by the processor, up to date: a sample of the edges in the frame in which something
// changed, and all of them from the background once it has come to rest.

#include <optional>

#include "app/studio/live/document.h"
#include "app/studio/render/density.h"
#include "core/base/jobs.h"

namespace sispde::studio {

class DensityLive {
 public:
  explicit DensityLive(Jobs& jobs) : jobs_(jobs) {}

  // Graphs that are drawn this way.
  static bool wanted(const Document& document) {
    return document.data.nodeCount() > 30'000 || document.data.graph.edgeCount() > 80'000;
  }

  struct Look {
    Camera camera;
    ViewSize view;
    Colour node, edge;
    double nodeRadius = 0.6, edgeStrength = 0.2;
    std::uint64_t positions = 0, colours = 0;          // revisions
    std::shared_ptr<const std::vector<NodeId>> alone;  // nothing else is drawn; null: all
    friend bool operator==(const Look& a, const Look& b) {
      return a.camera == b.camera && a.view.width == b.view.width && a.view.height == b.view.height &&
             a.node == b.node && a.edge == b.edge && a.nodeRadius == b.nodeRadius &&
             a.edgeStrength == b.edgeStrength && a.positions == b.positions && a.colours == b.colours &&
             a.alone == b.alone;
    }
  };
  // The newest picture of this look; the revision grows with each.
  const Image& picture(const std::shared_ptr<const Document>& document, std::span<const Point> positions,
                       std::span<const Colour> colours, const Look& look);
  std::uint64_t revision() const { return revision_; }

 private:
  // Those of `alone` at their places, all others nowhere.
  std::span<const Point> placesOf(std::span<const Point> positions, const Look& look);

  Jobs& jobs_;
  std::vector<Point> some_;
  Image image_;
  std::optional<Look> drawn_;
  bool whole_ = true;  // all edges are drawn, or asked for
  std::uint64_t revision_ = 0;
};

}  // namespace sispde::studio
