#include "app/studio/render/disc_painter.h"

#include <algorithm>
#include <cmath>

#include "app/studio/render/pixel_mix.h"

namespace sispde::studio {
namespace {

// The share of a pixel, its centre (dx, dy) from that of the shape, that lies within `reach`.
template <bool square>
float covered(float dx, float dy, float reach) {
  if constexpr (square)
    return std::clamp(reach + 0.5f - std::abs(dx), 0.0f, 1.0f) *
           std::clamp(reach + 0.5f - std::abs(dy), 0.0f, 1.0f);
  else
    return std::clamp(reach + 0.5f - std::sqrt(dx * dx + dy * dy), 0.0f, 1.0f);
}

class Painter {
 public:
  Painter(const Disc& disc, float x, float y, const DiscLook& look)
      : x_(x),
        y_(y),
        size_((disc.shape & squareShape) != 0 ? squareHalf * disc.radius : disc.radius),
        outer_(size_ + ((disc.shape & ringShape) != 0 ? look.ringWidth : 0)),
        fill_(disc.colour.packed()),
        rim_(look.rim.packed()),
        ring_(look.ring.packed()),
        alpha_(disc.colour.a),
        rimAlpha_(static_cast<float>(look.rim.a) / 255),
        hasRim_(size_ > 2.5f) {}

  template <bool square>
  void paint(ViewSize view, std::span<std::uint32_t> pixels) const {
    const float reach = outer_ + 1;
    const int left = std::max(0, static_cast<int>(std::floor(x_ - reach))),
              right = std::min(view.width, static_cast<int>(std::ceil(x_ + reach)) + 1),
              top = std::max(0, static_cast<int>(std::floor(y_ - reach))),
              bottom = std::min(view.height, static_cast<int>(std::ceil(y_ + reach)) + 1);
    const float outside = (outer_ + 0.5f) * (outer_ + 0.5f);
    // Within it every pixel has the plain colour: a part of a pixel before the rim, or before the edge.
    const float plain = std::max(0.0f, size_ - (hasRim_ ? 1.5f : 0.5f)), inside = plain * plain;
    for (int row = top; row < bottom; ++row) {
      const float dy = static_cast<float>(row) + 0.5f - y_;
      std::uint32_t* line =
          pixels.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(view.width);
      for (int column = left; column < right; ++column) {
        const float dx = static_cast<float>(column) + 0.5f - x_;
        const float squared = square ? std::max(dx * dx, dy * dy) : dx * dx + dy * dy;
        if (squared >= outside) continue;
        if (squared <= inside)
          line[column] = alpha_ == 255 ? fill_ : mixed(line[column], fill_, alpha_);
        else
          line[column] = atEdge<square>(line[column], dx, dy);
      }
    }
  }

 private:
  template <bool square>
  std::uint32_t atEdge(std::uint32_t under, float dx, float dy) const {
    std::uint32_t colour = fill_;
    if (hasRim_) colour = mixed(fill_, rim_, partOf((1 - covered<square>(dx, dy, size_ - 1)) * rimAlpha_));
    if (outer_ > size_) colour = mixed(ring_, colour, partOf(covered<square>(dx, dy, size_)));
    return mixed(under, colour, partOf(covered<square>(dx, dy, outer_) * static_cast<float>(alpha_) / 255));
  }

  float x_, y_, size_, outer_;  // outer_: with the ring
  std::uint32_t fill_, rim_, ring_, alpha_;
  float rimAlpha_;
  bool hasRim_;
};

}  // namespace

void paintDiscs(std::span<const Disc> discs, const Camera& camera, ViewSize view, const DiscLook& look,
                std::span<std::uint32_t> pixels) {
  if (view.empty() ||
      pixels.size() < static_cast<std::size_t>(view.width) * static_cast<std::size_t>(view.height))
    return;
  for (const Disc& disc : discs) {
    if (disc.colour.a == 0) continue;
    const DoublePoint at = camera.toScreen({disc.place.x, disc.place.y}, view);
    const double reach = disc.radius + look.ringWidth + 1;
    // Also false where a place is not finite.
    if (!(at.x > -reach && at.y > -reach && at.x < view.width + reach && at.y < view.height + reach))
      continue;
    const Painter painter(disc, static_cast<float>(at.x), static_cast<float>(at.y), look);
    if ((disc.shape & squareShape) != 0)
      painter.paint<true>(view, pixels);
    else
      painter.paint<false>(view, pixels);
  }
}

}  // namespace sispde::studio
