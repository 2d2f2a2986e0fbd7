#pragma once
// The picture of GraphLayers by the obvious way, straight from its definition: edges and discs one after the other in the order given,
// each by the share of every pixel that it covers, in double.

#include <algorithm>

#include "app/studio/render/graph_layers.h"
#include "tests/unit/plain_drawing.h"

namespace sispde::studio {

using Pixels = std::vector<std::array<double, 3>>;  // opaque; the upper row first

struct LayersScene {
  std::vector<Point> positions;
  std::vector<Edge> edges;
  std::vector<OverlayEdge> overlay;
  std::vector<GraphLayers::Disc> discs;
  GraphStyle style{{0xF4, 0xF4, 0xF1}, {0x30, 0x50, 0x90, 90}, 1, 1.5f, {0xB7, 0x79, 0x1F}};
  Camera camera;
  ViewSize view{160, 120};
};

// An edge is a stripe without caps.
inline void coverEdge(std::vector<PlainPixel>& pixels, const LayersScene& scene, const OverlayEdge& edge,
                      double width) {
  const auto& [u, v, colour] = edge;
  const DoublePoint a = scene.camera.toScreen({u.x, u.y}, scene.view),
                    b = scene.camera.toScreen({v.x, v.y}, scene.view);
  const double size = std::hypot(b.x - a.x, b.y - a.y), half = 0.5 * width;
  const auto within = [&](double x, double y, double margin) {
    const double along = ((x - a.x) * (b.x - a.x) + (y - a.y) * (b.y - a.y)) / size;
    const double across = ((x - a.x) * (b.y - a.y) - (y - a.y) * (b.x - a.x)) / size;
    return along >= -margin && along <= size + margin && std::abs(across) <= half + margin;
  };
  for (int y = 0; y < scene.view.height; ++y)
    for (int x = 0; x < scene.view.width; ++x) {
      if (!within(x + 0.5, y + 0.5, 1)) continue;
      const double share = plainCoverage(x, y, [&](double px, double py) { return within(px, py, 0); });
      pixels[static_cast<std::size_t>(y) * scene.view.width + x].cover(colour, share * colour.a / 255);
    }
}

// A disc, or a square of its area. Large enough ones have a rim, one pixel wide, in the ground's colour; a ring lies outside.
inline void coverDisc(std::vector<PlainPixel>& pixels, const LayersScene& scene,
                      const GraphLayers::Disc& disc) {
  const DoublePoint p = scene.camera.toScreen({disc.place.x, disc.place.y}, scene.view);
  const bool square = (disc.shape & squareShape) != 0, ringed = (disc.shape & ringShape) != 0;
  const double size = square ? std::sqrt(M_PI) / 2 * disc.radius : disc.radius;
  const double inner = size > 2.5 ? size - 1 : size, outer = ringed ? size + scene.style.ringWidth : size;
  const auto distance = [&](double x, double y) {
    return square ? std::max(std::abs(x - p.x), std::abs(y - p.y)) : std::hypot(x - p.x, y - p.y);
  };
  for (int y = 0; y < scene.view.height; ++y)
    for (int x = 0; x < scene.view.width; ++x) {
      if (distance(x + 0.5, y + 0.5) > outer + 1) continue;
      const auto share = [&](double reach) {
        return plainCoverage(x, y, [&](double px, double py) { return distance(px, py) <= reach; });
      };
      const double whole = share(outer), body = share(size);
      if (whole == 0) continue;
      Colour colour = scene.style.ring;
      if (body > 0)
        colour = mix(mix(disc.colour, scene.style.ground, 1 - share(inner) / body), colour, 1 - body / whole);
      pixels[static_cast<std::size_t>(y) * scene.view.width + x].cover(colour, whole * disc.colour.a / 255);
    }
}

inline Pixels drawLayersPlain(const LayersScene& scene) {
  std::vector<PlainPixel> pixels(static_cast<std::size_t>(scene.view.width) * scene.view.height);
  for (PlainPixel& p : pixels) p.cover(scene.style.ground, 1);
  for (const Edge& edge : scene.edges)
    coverEdge(pixels, scene, {scene.positions[edge.u], scene.positions[edge.v], scene.style.edge},
              scene.style.edgeWidth);
  for (const OverlayEdge& edge : scene.overlay) coverEdge(pixels, scene, edge, scene.style.overlayWidth);
  for (const GraphLayers::Disc& disc : scene.discs) coverDisc(pixels, scene, disc);
  Pixels seen;
  for (const PlainPixel& p : pixels) seen.push_back({p.r, p.g, p.b});
  return seen;
}

// How a picture differs from the plain one, in levels of a channel.
struct Difference {
  double mean = 0, greatest = 0;
  double inside = 0;  // the greatest where the nine plain pixels at and around it are equal: not at a border
  // How far the worst pixel lies outside the range of these nine: 0 as long as borders are within a pixel of their place.
  double beyond = 0;
};

inline Difference compare(const Pixels& shown, const Pixels& plain, ViewSize view) {
  Difference d;
  for (int y = 0; y < view.height; ++y)
    for (int x = 0; x < view.width; ++x)
      for (std::size_t channel = 0; channel < 3; ++channel) {
        const auto at = [&](const Pixels& pixels, int px, int py) {
          return pixels[static_cast<std::size_t>(py) * view.width + px][channel];
        };
        const double value = at(shown, x, y), off = std::abs(value - at(plain, x, y));
        double low = 255, high = 0;
        for (int py = std::max(y - 1, 0); py <= std::min(y + 1, view.height - 1); ++py)
          for (int px = std::max(x - 1, 0); px <= std::min(x + 1, view.width - 1); ++px) {
            low = std::min(low, at(plain, px, py));
            high = std::max(high, at(plain, px, py));
          }
        d.mean += off / (3.0 * view.width * view.height);
        d.greatest = std::max(d.greatest, off);
        if (high - low < 0.5) d.inside = std::max(d.inside, off);
        d.beyond = std::max({d.beyond, low - value, value - high});
      }
  return d;
}

}  // namespace sispde::studio
