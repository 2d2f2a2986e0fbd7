#include "app/studio/render/line_painter.h"

#include <algorithm>
#include <cmath>

#include "app/studio/render/edge_density.h"
#include "app/studio/render/pixel_mix.h"

namespace sispde::studio {
namespace {

// A stripe in coordinates along its longer side (p) and across it (q).
struct Stripe {
  float p0, q0;    // one end, that of the smaller p
  float p1;        // the other one's
  float slope;     // dq/dp, −1 … 1
  float size;      // length, pixels
  float reach;     // half the width and half a pixel
  float straight;  // cos of the angle to the p axis
  std::uint32_t colour;
  float alpha;
};

// Pixel (p, q) is at pixels[p · pStep + q · qStep].
void paint(const Stripe& s, int pEnd, int qEnd, std::ptrdiff_t pStep, std::ptrdiff_t qStep,
           std::uint32_t* pixels) {
  const float across = s.reach / s.straight, lean = s.slope * s.straight;
  const int first = std::max(0, static_cast<int>(std::floor(s.p0 - s.reach))),
            last = std::min(pEnd - 1, static_cast<int>(std::ceil(s.p1 + s.reach)));
  for (int p = first; p <= last; ++p) {
    const float dp = static_cast<float>(p) + 0.5f - s.p0, middle = s.q0 + dp * s.slope;
    const int low = std::max(0, static_cast<int>(std::ceil(middle - across - 0.5f))),
              high = std::min(qEnd - 1, static_cast<int>(std::floor(middle + across - 0.5f)));
    for (int q = low; q <= high; ++q) {
      const float centre = static_cast<float>(q) + 0.5f;
      const float along = dp * s.straight + (centre - s.q0) * lean;
      if (along < 0 || along > s.size) continue;
      const float cover = std::min(s.reach - std::abs(centre - middle) * s.straight, 1.0f);
      if (cover <= 0) continue;
      std::uint32_t& pixel = pixels[p * pStep + q * qStep];
      pixel = mixed(pixel, s.colour, partOf(cover * s.alpha));
    }
  }
}

}  // namespace

void paintLines(std::span<const OverlayEdge> edges, const Camera& camera, ViewSize view, float width,
                std::span<std::uint32_t> pixels) {
  const auto row = static_cast<std::ptrdiff_t>(view.width);
  if (view.empty() || std::ssize(pixels) < row * view.height) return;
  const float reach = 0.5f * width + 0.5f;
  for (const OverlayEdge& edge : edges) {
    // Cut well outside of the view: far ends would lose their digits as float.
    const auto part =
        clipped({camera.toScreen({edge.a.x, edge.a.y}, view), camera.toScreen({edge.b.x, edge.b.y}, view)},
                view, 2.0 * width + 4);
    if (!part) continue;
    const auto [a, b] = *part;
    const double dx = b.x - a.x, dy = b.y - a.y, size = std::hypot(dx, dy);
    if (!(size > 1e-6)) continue;
    const bool steep = std::abs(dy) > std::abs(dx);
    const bool turned = (steep ? dy : dx) < 0;
    const DoublePoint& from = turned ? b : a;
    const DoublePoint& to = turned ? a : b;
    const Stripe stripe{static_cast<float>(steep ? from.y : from.x),
                        static_cast<float>(steep ? from.x : from.y),
                        static_cast<float>(steep ? to.y : to.x),
                        static_cast<float>(steep ? dx / dy : dy / dx),
                        static_cast<float>(size),
                        reach,
                        static_cast<float>(std::abs(steep ? dy : dx) / size),
                        edge.colour.packed(),
                        static_cast<float>(edge.colour.a) / 255};
    if (steep)
      paint(stripe, view.height, view.width, row, 1, pixels.data());
    else
      paint(stripe, view.width, view.height, 1, row, pixels.data());
  }
}

}  // namespace sispde::studio
