#include "app/studio/render/node_layer.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/base/parallel.h"

namespace sispde::studio {
namespace {

// A node smaller than a pixel covers it in part.
double pointStrength(const DensityRequest& request) {
  return request.nodeStrength * std::min(1.0, std::numbers::pi * request.nodeRadius * request.nodeRadius);
}

}  // namespace

NodeLayer::NodeLayer(const DensityRequest& request, std::span<const Point> screen)
    : request_(request), screen_(screen), tone_(pointStrength(request)), discs_(request.nodeRadius > 1) {
  bands_ = (request.view.height + bandRows - 1) / bandRows;
  bandBegin_.assign(bands_ + 1, 0);
  radius_ = static_cast<float>(
      std::min(request.nodeRadius, 65536.0));  // more than any view, and still a pixel number
  if (discs_) reach_ = radius_ + 1;
  if (request.nodeRadius > 0) sort();
}

inline std::pair<int, int> NodeLayer::bandsOf(Point p) const {
  const auto width = static_cast<float>(request_.view.width),
             height = static_cast<float>(request_.view.height);
  if (!(p.x >= -reach_ && p.x < width + reach_ && p.y >= -reach_ && p.y < height + reach_)) return {0, 0};
  const float top = std::max(p.y - reach_, 0.0f), bottom = std::min(p.y + reach_, height - 0.5f);
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
      for (auto [band, last] = bandsOf(screen_[i]); band < last; ++band) ++number[band];
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
      for (auto [band, last] = bandsOf(screen_[i]); band < last; ++band)
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
  const int top = band * bandRows;
  if (discs_)
    drawDiscs(nodes, top, std::min(top + bandRows, request_.view.height), pixels);
  else
    addPoints(nodes, top, pixels);
  return true;
}

// The mean colour of the nodes in a pixel, with the opacity of their number.
void NodeLayer::addPoints(std::span<const NodeId> nodes, int top, std::span<LayerPixel> pixels) const {
  const int width = request_.view.width;
  for (const NodeId node : nodes) {
    const Point p = screen_[node];
    const LayerPixel c = colourOf(node);
    LayerPixel& sum = pixels[(static_cast<int>(p.y) - top) * width + static_cast<int>(p.x)];
    sum = {sum.r + c.r, sum.g + c.g, sum.b + c.b, sum.a + c.a};
  }
  for (LayerPixel& pixel : pixels) {
    if (pixel.a == 0) continue;
    const float opacity = tone_(pixel.a), scale = opacity / pixel.a;
    pixel = {pixel.r * scale, pixel.g * scale, pixel.b * scale, opacity};
  }
}

void NodeLayer::drawDiscs(std::span<const NodeId> nodes, int top, int bottom,
                          std::span<LayerPixel> pixels) const {
  const int width = request_.view.width;
  for (const NodeId node : nodes) {
    const Point p = screen_[node];
    const LayerPixel c = colourOf(node);
    const int y0 = std::max(top, static_cast<int>(std::max(p.y - reach_, 0.0f)));
    const int y1 = std::min(bottom, static_cast<int>(std::max(p.y + reach_, 0.0f)) + 1);
    const int x0 = static_cast<int>(std::max(p.x - reach_, 0.0f));
    const int x1 = std::min(width, static_cast<int>(std::max(p.x + reach_, 0.0f)) + 1);
    for (int y = y0; y < y1; ++y)
      for (int x = x0; x < x1; ++x) {
        const float dx = static_cast<float>(x) + 0.5f - p.x, dy = static_cast<float>(y) + 0.5f - p.y;
        const float squared = dx * dx + dy * dy;
        if (squared >= (radius_ + 0.5f) * (radius_ + 0.5f)) continue;
        // The rim is taken as straight across a pixel.
        const float cover = std::min(1.0f, radius_ + 0.5f - std::sqrt(squared)), rest = 1 - cover * c.a;
        LayerPixel& below = pixels[(y - top) * width + x];
        below = {below.r * rest + c.r * cover, below.g * rest + c.g * cover, below.b * rest + c.b * cover,
                 below.a * rest + c.a * cover};
      }
  }
}

}  // namespace sispde::studio
