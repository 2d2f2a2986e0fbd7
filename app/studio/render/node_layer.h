#pragma once
// Nodes of the density picture. They are sorted into bands of rows first, so that each band can be drawn by
// one thread within its cache: points first, then discs and squares in their order.

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
  std::pair<int, int> bandsOf(NodeId node) const;  // first and end, equal for nodes outside the view
  float radiusOf(NodeId node) const;
  bool isPoint(float radius) const { return radius <= 1; }
  NodeShape shapeOf(NodeId node) const;
  float reachOf(NodeId node, float radius) const;  // pixels around its place that it may touch
  std::vector<NodeId> addPoints(std::span<const NodeId> nodes, int top, std::span<LayerPixel> pixels) const;
  template <bool square>
  void drawShape(NodeId node, int top, int bottom, std::span<LayerPixel> pixels) const;
  LayerPixel colourOf(NodeId node) const;

  const DensityRequest& request_;
  std::span<const Point> screen_;
  ToneCurve tone_;
  float radius_ = 0;  // of a node of size 1
  float area_ = 1;    // that such a node covers as a point, at most 1
  int bands_ = 0;
  std::vector<std::size_t> bandBegin_;  // into nodes_, bands_ + 1 entries
  Buffer<NodeId> nodes_;                // by band, ascending in each
};

}  // namespace sispde::studio
