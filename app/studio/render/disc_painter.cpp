#include "app/studio/render/disc_painter.h"

#include <algorithm>
#include <cmath>

namespace sispde::studio {
namespace {

// a + (b − a)·part/255 of each of the lower three bytes; opaque.
std::uint32_t mixed(std::uint32_t a, std::uint32_t b, std::uint32_t part) {
  std::uint32_t result = 0xff000000u;
  for (int shift = 0; shift < 24; shift += 8) {
    const std::uint32_t x = (a >> shift) & 255, y = (b >> shift) & 255;
    result |= (x * (255 - part) + y * part + 127) / 255 << shift;
  }
  return result;
}

std::uint32_t partOf(float share) {
  return static_cast<std::uint32_t>(std::clamp(share, 0.0f, 1.0f) * 255 + 0.5f);
}

class Painter {
 public:
  Painter(const Disc& disc, float x, float y, Colour rim)
      : x_(x),
        y_(y),
        size_(disc.radius),
        fill_(disc.colour.packed()),
        rim_(rim.packed()),
        alpha_(disc.colour.a),
        rimAlpha_(static_cast<float>(rim.a) / 255),
        hasRim_(disc.radius > 2.5f) {
    const float reach = size_ + 0.5f;
    outside_ = reach * reach;
    // Within it every pixel has the plain colour: a part of a pixel before the rim, or before the edge.
    const float plain = std::max(0.0f, size_ - (hasRim_ ? 1.5f : 0.5f));
    inside_ = plain * plain;
  }

  void paint(ViewSize view, std::span<std::uint32_t> pixels) const {
    const float reach = size_ + 1;
    const int left = std::max(0, static_cast<int>(std::floor(x_ - reach))),
              right = std::min(view.width, static_cast<int>(std::ceil(x_ + reach)) + 1),
              top = std::max(0, static_cast<int>(std::floor(y_ - reach))),
              bottom = std::min(view.height, static_cast<int>(std::ceil(y_ + reach)) + 1);
    for (int row = top; row < bottom; ++row) {
      const float dy = static_cast<float>(row) + 0.5f - y_;
      std::uint32_t* line =
          pixels.data() + static_cast<std::size_t>(row) * static_cast<std::size_t>(view.width);
      for (int column = left; column < right; ++column) {
        const float dx = static_cast<float>(column) + 0.5f - x_;
        const float squared = dx * dx + dy * dy;
        if (squared >= outside_) continue;
        if (squared <= inside_)
          line[column] = alpha_ == 255 ? fill_ : mixed(line[column], fill_, alpha_);
        else
          line[column] = atEdge(line[column], std::sqrt(squared));
      }
    }
  }

 private:
  std::uint32_t atEdge(std::uint32_t under, float distance) const {
    const float inside = std::clamp(size_ + 0.5f - distance, 0.0f, 1.0f);
    const float edge = hasRim_ ? std::clamp(distance - (size_ - 1) + 0.5f, 0.0f, 1.0f) : 0.0f;
    const std::uint32_t colour = edge > 0 ? mixed(fill_, rim_, partOf(edge * rimAlpha_)) : fill_;
    return mixed(under, colour, partOf(inside * static_cast<float>(alpha_) / 255));
  }

  float x_, y_, size_;
  std::uint32_t fill_, rim_, alpha_;
  float rimAlpha_;
  bool hasRim_;
  float outside_ = 0, inside_ = 0;  // squares of distances
};

}  // namespace

void paintDiscs(std::span<const Disc> discs, const Camera& camera, ViewSize view, Colour rim,
                std::span<std::uint32_t> pixels) {
  if (view.empty() ||
      pixels.size() < static_cast<std::size_t>(view.width) * static_cast<std::size_t>(view.height))
    return;
  for (const Disc& disc : discs) {
    if (disc.colour.a == 0) continue;
    const DoublePoint at = camera.toScreen({disc.place.x, disc.place.y}, view);
    const double reach = disc.radius + 1;
    // Also false where a place is not finite.
    if (!(at.x > -reach && at.y > -reach && at.x < view.width + reach && at.y < view.height + reach))
      continue;
    Painter(disc, static_cast<float>(at.x), static_cast<float>(at.y), rim).paint(view, pixels);
  }
}

}  // namespace sispde::studio
