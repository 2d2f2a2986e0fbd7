#pragma once
// Nodes of the density picture. They are sorted into bands of rows first, so that each band can be drawn by
// one thread in node order within its cache.

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "app/studio/render/density.h"
#include "app/studio/render/tone_curve.h"

namespace sispde::studio {

constexpr int bandRows = 16;

// Colour multiplied with the opacity: r, g, b in [0, 255], a in [0, 1].
struct LayerPixel {
  float r, g, b, a;
};

class NodeLayer {
 public:
  // `screen` holds the pixel position of each node, not finite where it has none, and must outlive the layer.
  NodeLayer(const DensityRequest& request, std::span<const Point> screen);

  int bands() const { return bands_; }

  // Fills `pixels`, the rows of this band from left to right and from the top. False when nothing is in it.
  bool drawBand(int band, std::span<LayerPixel> pixels) const;

 private:
  void sort();
  std::pair<int, int> bandsOf(Point p) const;  // first and end, equal for nodes outside the view
  void addPoints(std::span<const NodeId> nodes, int top, std::span<LayerPixel> pixels) const;
  void drawDiscs(std::span<const NodeId> nodes, int top, int bottom, std::span<LayerPixel> pixels) const;
  LayerPixel colourOf(NodeId node) const;

  const DensityRequest& request_;
  std::span<const Point> screen_;
  ToneCurve tone_;
  bool discs_ = false;
  float radius_ = 0;
  float reach_ = 0;  // pixels around its position that a node may touch
  int bands_ = 0;
  std::vector<std::size_t> bandBegin_;  // into nodes_, bands_ + 1 entries
  Buffer<NodeId> nodes_;                // by band, ascending in each
};

}  // namespace sispde::studio
