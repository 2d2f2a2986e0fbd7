#include "app/studio/render/density.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>

#include "app/studio/render/edge_density.h"
#include "app/studio/render/node_layer.h"
#include "core/base/parallel.h"

namespace sispde::studio {
namespace {

constexpr int largestSide = 16384;  // the walk along edges has 15 bits before the point

// Where each node of the graph lies in the view. Positions that are not finite give such again.
std::vector<Point> screenPoints(const DensityRequest& request) {
  auto screen = std::vector<Point>(static_cast<std::size_t>(request.graph.nodeCount()));
  const DoublePoint middle{request.camera.x, request.camera.y};
  const DoublePoint shift{0.5 * request.view.width, 0.5 * request.view.height};
  const double scale = request.camera.scale;
  parallelBlocks(screen.size(), 1 << 15, [&](std::size_t begin, std::size_t end) {
    const std::size_t placed = std::clamp(request.positions.size(), begin, end);
    const Point* const from = request.positions.data();
    Point* const to = screen.data();
    for (std::size_t i = begin; i < placed; ++i) {
      to[i].x = static_cast<float>((from[i].x - middle.x) * scale + shift.x);
      to[i].y = static_cast<float>((from[i].y - middle.y) * scale + shift.y);
    }
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    std::fill(to + placed, to + end, Point{nan, nan});
  });
  return screen;
}

// Edges toned and covered by the nodes.
class Composer {
 public:
  Composer(const DensityRequest& request, const EdgeDensity& edges)
      : edges_(edges), tone_(request.edgeStrength), edgeColour_(request.edgeColour) {
    edgeOpacity_ = static_cast<float>(edgeColour_.a) / 255;
    edgeColour_.a = 0;
  }

  void row(int y, const LayerPixel* nodes, std::span<std::uint32_t> out) const {
    const std::uint32_t* const sums = edges_.empty() ? nullptr : edges_.row(y);
    const float perSum = 1 / edges_.unit;
    for (std::size_t x = 0; x < out.size(); ++x) {
      const float edge = sums && sums[x] ? tone_(static_cast<float>(sums[x]) * perSum) * edgeOpacity_ : 0;
      out[x] = nodes && nodes[x].a > 0 ? over(nodes[x], edge) : edgeColour_.packed() | byte(edge * 255) << 24;
    }
  }

 private:
  static std::uint32_t byte(float value) {
    return static_cast<std::uint32_t>(static_cast<int>(value + 0.5f));
  }

  std::uint32_t over(LayerPixel node, float edge) const {
    const float seen = edge * (1 - node.a), opacity = node.a + seen, scale = 1 / opacity;
    const auto channel = [&](float n, std::uint8_t e) {
      return byte(std::min(255.0f, (n + seen * static_cast<float>(e)) * scale));
    };
    return channel(node.r, edgeColour_.r) | channel(node.g, edgeColour_.g) << 8 |
           channel(node.b, edgeColour_.b) << 16 | byte(std::min(255.0f, opacity * 255)) << 24;
  }

  const EdgeDensity& edges_;
  ToneCurve tone_;
  Colour edgeColour_;
  float edgeOpacity_;
};

// What is left when cancelled has no meaning.
void compose(const DensityRequest& request, const EdgeDensity& edges, const NodeLayer& nodes, Image& image,
             const Progress& progress) {
  const Composer composer(request, edges);
  const std::size_t width = request.view.width;
  // Each thread keeps one band of pixels in its cache and takes the next band that is left.
  std::atomic<int> next{0};
  const int helpers = std::min(threadCount(), nodes.bands());
  parallelBlocks(helpers, 1, [&](std::size_t, std::size_t) {
    Buffer<LayerPixel> layer(width * bandRows);
    for (int band = next++; band < nodes.bands() && !progress.stopped(); band = next++) {
      const int top = band * bandRows, bottom = std::min(top + bandRows, request.view.height);
      const bool any = nodes.drawBand(band, {layer.data(), width * (bottom - top)});
      for (int y = top; y < bottom; ++y)
        composer.row(y, any ? layer.data() + width * (y - top) : nullptr,
                     {image.pixels.data() + width * y, width});
    }
  });
}

}  // namespace

Colour Image::at(int x, int y) const {
  const std::uint32_t p = pixels[static_cast<std::size_t>(y) * size.width + x];
  return {static_cast<std::uint8_t>(p), static_cast<std::uint8_t>(p >> 8), static_cast<std::uint8_t>(p >> 16),
          static_cast<std::uint8_t>(p >> 24)};
}

Result<Image> drawDensity(const DensityRequest& request, const Progress& progress) {
  const ViewSize view = request.view;
  if (view.empty()) return Image{};
  if (view.width > largestSide || view.height > largestSide)
    return usageError("a picture of {} × {} pixels is too large: {} each way are possible", view.width,
                      view.height, largestSide);
  Image image{view, hugeBuffer<std::uint32_t>(static_cast<std::size_t>(view.width) * view.height)};
  if (!request.camera.valid()) {
    Colour nothing = request.edgeColour;
    nothing.a = 0;
    std::fill(image.pixels.begin(), image.pixels.end(), nothing.packed());
    return image;
  }
  const std::vector<Point> screen = screenPoints(request);
  if (progress.stopped()) return cancelled();
  const auto edges = edgeDensity(request, screen, progress);
  if (!edges) return cancelled();
  const NodeLayer nodes(request, screen);
  compose(request, *edges, nodes, image, progress);
  if (progress.stopped()) return cancelled();
  return image;
}

}  // namespace sispde::studio
