#include "app/studio/render/node_layer.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/base/parallel.h"

namespace sispde::studio {
namespace {

// A node smaller than a pixel covers it in part.
float pointArea(float radius) {
  return std::min(1.0f, std::numbers::pi_v<float> * radius * radius);
}
double pointStrength(const DensityRequest& request) {
  return request.nodeStrength * std::min(1.0, std::numbers::pi * request.nodeRadius * request.nodeRadius);
}

// The share of a pixel, its centre (dx, dy) from that of the shape, that lies within `reach`; borders are taken as straight across it.
template <bool square>
float covered(float dx, float dy, float reach) {
  if constexpr (square)
    return std::clamp(reach + 0.5f - std::abs(dx), 0.0f, 1.0f) *
           std::clamp(reach + 0.5f - std::abs(dy), 0.0f, 1.0f);
  else
    return std::clamp(reach + 0.5f - std::sqrt(dx * dx + dy * dy), 0.0f, 1.0f);
}

}  // namespace

NodeLayer::NodeLayer(const DensityRequest& request, std::span<const Point> screen)
    : request_(request), screen_(screen), tone_(pointStrength(request)) {
  bands_ = (request.view.height + bandRows - 1) / bandRows;
  bandBegin_.assign(bands_ + 1, 0);
  radius_ = static_cast<float>(
      std::min(request.nodeRadius, 65536.0));  // more than any view, and still a pixel number
  area_ = pointArea(radius_);
  if (request.nodeRadius > 0) sort();
}

inline float NodeLayer::radiusOf(NodeId node) const {
  const auto i = static_cast<std::size_t>(node);
  return i < request_.sizes.size() ? std::min(radius_ * request_.sizes[i], 65536.0f) : radius_;
}

inline NodeShape NodeLayer::shapeOf(NodeId node) const {
  const auto i = static_cast<std::size_t>(node);
  return i < request_.shapes.size() ? request_.shapes[i] : discShape;
}

inline float NodeLayer::reachOf(NodeId node, float radius) const {
  if (isPoint(radius)) return 0;
  return radius + 1 + ((shapeOf(node) & ringShape) != 0 ? request_.ringWidth : 0);
}

inline std::pair<int, int> NodeLayer::bandsOf(NodeId node) const {
  const auto width = static_cast<float>(request_.view.width),
             height = static_cast<float>(request_.view.height);
  const Point p = screen_[node];
  const float reach = reachOf(node, radiusOf(node));
  if (!(p.x >= -reach && p.x < width + reach && p.y >= -reach && p.y < height + reach)) return {0, 0};
  const float top = std::max(p.y - reach, 0.0f), bottom = std::min(p.y + reach, height - 0.5f);
  return {static_cast<int>(top) / bandRows,
          std::max(static_cast<int>(bottom), static_cast<int>(top)) / bandRows + 1};
}

void NodeLayer::sort() {
  constexpr std::size_t chunk = 1 << 15;
  const std::size_t count = screen_.size(), chunks = (count + chunk - 1) / chunk;
  std::vector<std::size_t> places(chunks * bands_,
                                  0);  // number, then first place, of the nodes of a chunk in a band
  parallelBlocks(count, chunk, [&](std::size_t begin, std::size_t end) {
    std::size_t* const number = places.data() + begin / chunk * bands_;
    for (std::size_t i = begin; i < end; ++i)
      for (auto [band, last] = bandsOf(static_cast<NodeId>(i)); band < last; ++band) ++number[band];
  });
  std::size_t sum = 0;
  for (int band = 0; band < bands_; ++band) {
    bandBegin_[band] = sum;
    for (std::size_t c = 0; c < chunks; ++c) sum += std::exchange(places[c * bands_ + band], sum);
  }
  bandBegin_[bands_] = sum;
  nodes_ = hugeBuffer<NodeId>(sum);
  parallelBlocks(count, chunk, [&](std::size_t begin, std::size_t end) {
    std::size_t* const place = places.data() + begin / chunk * bands_;
    for (std::size_t i = begin; i < end; ++i)
      for (auto [band, last] = bandsOf(static_cast<NodeId>(i)); band < last; ++band)
        nodes_[place[band]++] = static_cast<NodeId>(i);
  });
}

inline LayerPixel NodeLayer::colourOf(NodeId node) const {
  const Colour c = static_cast<std::size_t>(node) < request_.nodeColours.size() ? request_.nodeColours[node]
                                                                                : request_.nodeColour;
  const float a = static_cast<float>(c.a) * (1.0f / 255);
  return {static_cast<float>(c.r) * a, static_cast<float>(c.g) * a, static_cast<float>(c.b) * a, a};
}

bool NodeLayer::drawBand(int band, std::span<LayerPixel> pixels) const {
  const std::span<const NodeId> nodes{nodes_.data() + bandBegin_[band],
                                      bandBegin_[band + 1] - bandBegin_[band]};
  if (nodes.empty()) return false;
  std::fill(pixels.begin(), pixels.end(), LayerPixel{0, 0, 0, 0});
  const int top = band * bandRows, bottom = std::min(top + bandRows, request_.view.height);
  std::vector<NodeId> shapes = addPoints(nodes, top, pixels);
  if (request_.hubsOnTop)
    std::stable_sort(shapes.begin(), shapes.end(),
                     [&](NodeId u, NodeId v) { return request_.graph.degree(u) < request_.graph.degree(v); });
  for (const NodeId node : shapes)
    if ((shapeOf(node) & squareShape) != 0)
      drawShape<true>(node, top, bottom, pixels);
    else
      drawShape<false>(node, top, bottom, pixels);
  return true;
}

// The mean colour of the nodes in a pixel, with the opacity of their number. Gives the nodes that are no points.
std::vector<NodeId> NodeLayer::addPoints(std::span<const NodeId> nodes, int top,
                                         std::span<LayerPixel> pixels) const {
  const int width = request_.view.width;
  std::vector<NodeId> others;
  for (const NodeId node : nodes) {
    const float radius = radiusOf(node);
    if (!isPoint(radius)) {
      others.push_back(node);
      continue;
    }
    const Point p = screen_[node];
    const LayerPixel c = colourOf(node);
    const float part = request_.sizes.empty() ? 1 : pointArea(radius) / area_;
    LayerPixel& sum = pixels[(static_cast<int>(p.y) - top) * width + static_cast<int>(p.x)];
    sum = {sum.r + part * c.r, sum.g + part * c.g, sum.b + part * c.b, sum.a + part * c.a};
  }
  if (others.size() == nodes.size()) return others;
  for (LayerPixel& pixel : pixels) {
    if (pixel.a == 0) continue;
    const float opacity = tone_(pixel.a), scale = opacity / pixel.a;
    pixel = {pixel.r * scale, pixel.g * scale, pixel.b * scale, opacity};
  }
  return others;
}

// A disc or a square of its area, its rim inside and its ring outside of it.
template <bool square>
void NodeLayer::drawShape(NodeId node, int top, int bottom, std::span<LayerPixel> pixels) const {
  const int width = request_.view.width;
  const Point p = screen_[node];
  const float radius = radiusOf(node), reach = reachOf(node, radius);
  const float size = square ? squareHalf * radius : radius;
  const bool ringed = (shapeOf(node) & ringShape) != 0;
  const float outer = size + (ringed ? request_.ringWidth : 0);
  const float rim = size > 2.5f ? static_cast<float>(request_.rim.a) * (1.0f / 255) : 0;
  const LayerPixel own = colourOf(node);
  const auto ofNode = [&](Colour c) {  // a colour with the node's opacity
    return LayerPixel{static_cast<float>(c.r) * own.a, static_cast<float>(c.g) * own.a,
                      static_cast<float>(c.b) * own.a, own.a};
  };
  const auto between = [](const LayerPixel& a, const LayerPixel& b, float t) {
    return LayerPixel{a.r + (b.r - a.r) * t, a.g + (b.g - a.g) * t, a.b + (b.b - a.b) * t, a.a};
  };
  const LayerPixel rimColour = ofNode(request_.rim), ringColour = ofNode(request_.ring);
  const int y0 = std::max(top, static_cast<int>(std::max(p.y - reach, 0.0f)));
  const int y1 = std::min(bottom, static_cast<int>(std::max(p.y + reach, 0.0f)) + 1);
  const int x0 = static_cast<int>(std::max(p.x - reach, 0.0f));
  const int x1 = std::min(width, static_cast<int>(std::max(p.x + reach, 0.0f)) + 1);
  for (int y = y0; y < y1; ++y)
    for (int x = x0; x < x1; ++x) {
      const float dx = static_cast<float>(x) + 0.5f - p.x, dy = static_cast<float>(y) + 0.5f - p.y;
      const float squared = square ? std::max(dx * dx, dy * dy) : dx * dx + dy * dy;
      if (squared >= (outer + 0.5f) * (outer + 0.5f)) continue;
      LayerPixel c = own;
      if (rim > 0) c = between(c, rimColour, (1 - covered<square>(dx, dy, size - 1)) * rim);
      if (ringed) c = between(ringColour, c, covered<square>(dx, dy, size));
      const float cover = covered<square>(dx, dy, outer), rest = 1 - cover * c.a;
      LayerPixel& below = pixels[(y - top) * width + x];
      below = {below.r * rest + c.r * cover, below.g * rest + c.g * cover, below.b * rest + c.b * cover,
               below.a * rest + c.a * cover};
    }
}

}  // namespace sispde::studio
