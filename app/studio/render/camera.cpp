#include "app/studio/render/camera.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sispde::studio {

bool Camera::valid() const {
  return std::isfinite(x) && std::isfinite(y) && std::isfinite(scale) && scale > 0;
}

DoublePoint Camera::toScreen(DoublePoint world, ViewSize view) const {
  return {(world.x - x) * scale + 0.5 * view.width, (world.y - y) * scale + 0.5 * view.height};
}

DoublePoint Camera::toWorld(DoublePoint screen, ViewSize view) const {
  return {x + (screen.x - 0.5 * view.width) / scale, y + (screen.y - 0.5 * view.height) / scale};
}

Camera Camera::zoomAt(DoublePoint screen, double factor, ViewSize view) const {
  if (!(factor > 0) || !valid()) return *this;
  Camera zoomed = *this;
  zoomed.scale = std::clamp(scale * factor, smallestScale, largestScale);
  // The offset from the middle in world units shrinks as the scale grows.
  const double shrink = 1 / scale - 1 / zoomed.scale;
  zoomed.x += (screen.x - 0.5 * view.width) * shrink;
  zoomed.y += (screen.y - 0.5 * view.height) * shrink;
  return zoomed;
}

Camera Camera::pan(double dx, double dy) const {
  return {x - dx / scale, y - dy / scale, scale};
}

Camera fit(std::span<const Point> points, ViewSize view, double margin, double leftMargin) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  double left = infinity, right = -infinity, top = infinity, bottom = -infinity;
  for (const Point p : points) {
    if (!std::isfinite(p.x) || !std::isfinite(p.y)) continue;
    left = std::min<double>(left, p.x);
    right = std::max<double>(right, p.x);
    top = std::min<double>(top, p.y);
    bottom = std::max<double>(bottom, p.y);
  }
  if (left > right) return {};
  Camera camera{0.5 * (left + right), 0.5 * (top + bottom), 1};
  // A margin that leaves no room, or a view without area, still shows the points in one pixel.
  const double width = std::max(1.0, view.width - margin - std::max(margin, leftMargin)),
               height = std::max(1.0, view.height - 2 * margin);
  const double scale = std::min(width / (right - left), height / (bottom - top));  // x / 0 is infinite
  if (std::isfinite(scale)) camera.scale = std::clamp(scale, Camera::smallestScale, Camera::largestScale);
  if (leftMargin > margin) {
    const double begin = 0.5 * (view.width - camera.scale * (right - left));  // in pixels
    camera.x -= std::max(0.0, leftMargin - begin) / camera.scale;
  }
  return camera;
}

Camera between(const Camera& a, const Camera& b, double t) {
  if (!(t > 0)) return a;
  if (t >= 1) return b;
  if (!a.valid() || !b.valid()) return b;
  const double ratio = b.scale / a.scale, growth = std::log(ratio);
  // x(t) moves with 1 / scale(t): this keeps the fixed point of the two views where it is. Equal scales: a
  // straight line.
  const double share = std::abs(growth) < 1e-6 ? t : std::expm1(-growth * t) / std::expm1(-growth);
  return {a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share, a.scale * std::exp(growth * t)};
}

}  // namespace sispde::studio
