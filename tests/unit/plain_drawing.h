#pragma once
// The density picture by the obvious way, straight from its definition: lines in many small steps, discs by
// many points in each pixel, all in double and without clipping, sorting or tables.

#include <array>
#include <cmath>
#include <vector>

#include "app/studio/render/density.h"

namespace sispde::studio {

// Pixels of line in each pixel of the view.
inline std::vector<double> plainEdgeLength(const DensityRequest& request) {
  const auto [width, height] = request.view;
  std::vector<double> length(static_cast<std::size_t>(width) * height, 0.0);
  const auto put = [&](double x, double y, double amount) {
    if (x >= 0 && x < width && y >= 0 && y < height)
      length[static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x)] += amount;
  };
  for (const Edge e : request.graph.edges()) {
    const Point u = request.positions[e.u], v = request.positions[e.v];
    if (!std::isfinite(u.x + u.y) || !std::isfinite(v.x + v.y)) continue;
    const DoublePoint a = request.camera.toScreen({u.x, u.y}, request.view);
    const DoublePoint b = request.camera.toScreen({v.x, v.y}, request.view);
    const double whole = std::hypot(b.x - a.x, b.y - a.y);
    const int steps = static_cast<int>(std::ceil(whole * 64)) + 1;
    const bool steep = std::abs(b.y - a.y) > std::abs(b.x - a.x);
    for (int i = 0; i < steps; ++i) {
      const double t = (i + 0.5) / steps, x = a.x + t * (b.x - a.x), y = a.y + t * (b.y - a.y);
      const double across = (steep ? x : y) - 0.5, low = std::floor(across), second = across - low;
      for (const auto& [place, share] : {std::pair{low, 1 - second}, std::pair{low + 1, second}})
        put(steep ? place : x, steep ? y : place, share * whole / steps);
    }
  }
  return length;
}

// The share of a pixel for which inside(x, y) holds, by 16 × 16 points in it.
template <typename Inside>
double plainCoverage(int x, int y, const Inside& inside) {
  int hits = 0;
  for (int k = 0; k < 256; ++k) hits += inside(x + (k % 16 + 0.5) / 16, y + (k / 16 + 0.5) / 16) ? 1 : 0;
  return hits / 256.0;
}

struct PlainPixel {
  double r = 0, g = 0, b = 0, a = 0;  // multiplied with the opacity a
  void cover(Colour c, double opacity) {
    r += (c.r - r) * opacity;
    g += (c.g - g) * opacity;
    b += (c.b - b) * opacity;
    a += (1 - a) * opacity;
  }
};

// Opaque pixels of `ground` where nothing is: compares what a person sees, not colours of opacity 0.
inline std::vector<std::array<double, 3>> drawGraphPlain(const DensityRequest& request, Colour ground) {
  const auto [width, height] = request.view;
  std::vector<PlainPixel> pixels(static_cast<std::size_t>(width) * height);
  for (PlainPixel& p : pixels) p.cover(ground, 1);
  const auto toned = [](double strength, double coverage) {
    return 1 - std::pow(1 - strength, std::log2(1 + coverage));
  };
  const auto length = plainEdgeLength(request);
  for (std::size_t i = 0; i < pixels.size(); ++i)
    pixels[i].cover(request.edgeColour, toned(request.edgeStrength, length[i]) * request.edgeColour.a / 255);

  std::vector<PlainPixel> sums(pixels.size());  // of colours in r, g, b and of opacities in a
  for (std::size_t n = 0; n < request.positions.size(); ++n) {
    const Point world = request.positions[n];
    if (!std::isfinite(world.x + world.y)) continue;
    const Colour colour = n < request.nodeColours.size() ? request.nodeColours[n] : request.nodeColour;
    const DoublePoint p = request.camera.toScreen({world.x, world.y}, request.view);
    for (int y = 0; y < height; ++y)
      for (int x = 0; x < width; ++x) {
        const std::size_t i = static_cast<std::size_t>(y) * width + x;
        if (request.nodeRadius > 1) {
          if (std::hypot(x + 0.5 - p.x, y + 0.5 - p.y) > request.nodeRadius + 1) continue;
          const double share = plainCoverage(x, y, [&](double px, double py) {
            return std::hypot(px - p.x, py - p.y) <= request.nodeRadius;
          });
          pixels[i].cover(colour, share * colour.a / 255);
        } else if (std::floor(p.x) == x && std::floor(p.y) == y) {
          const double a = colour.a / 255.0;
          sums[i] = {sums[i].r + a * colour.r, sums[i].g + a * colour.g, sums[i].b + a * colour.b,
                     sums[i].a + a};
        }
      }
  }
  const double area = std::min(1.0, 3.14159265358979 * request.nodeRadius * request.nodeRadius);
  std::vector<std::array<double, 3>> seen;
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    PlainPixel& p = pixels[i];
    if (const PlainPixel& s = sums[i]; s.a > 0) {
      const double opacity = toned(request.nodeStrength * area, s.a);
      p.r += (s.r / s.a - p.r) * opacity;
      p.g += (s.g / s.a - p.g) * opacity;
      p.b += (s.b / s.a - p.b) * opacity;
    }
    seen.push_back({p.r, p.g, p.b});
  }
  return seen;
}

}  // namespace sispde::studio
