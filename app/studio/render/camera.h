#pragma once
// A Camera says which part of the plane a view shows: the world point in the middle of the view and how many
// pixels a world unit takes. Screen points are in pixels from the upper left corner of the view, y downwards;
// the world's y points downwards too. Cameras are values: a change gives a new one.

#include <span>

#include "core/layout/point.h"

namespace sispde::studio {

// A point in double precision, of the world or of the screen: deep zooms need more digits than the layout
// has.
struct DoublePoint {
  double x = 0, y = 0;
  friend bool operator==(const DoublePoint&, const DoublePoint&) = default;
};

struct ViewSize {
  int width = 0, height = 0;  // pixels
  bool empty() const { return width <= 0 || height <= 0; }
};

struct Camera {
  double x = 0, y = 0;  // world point in the middle of the view
  double scale = 1;     // pixels per world unit, > 0

  static constexpr double smallestScale = 1e-9, largestScale = 1e9;

  bool valid() const;  // all finite and scale > 0; pictures of other cameras are empty
  DoublePoint toScreen(DoublePoint world, ViewSize view) const;
  DoublePoint toWorld(DoublePoint screen, ViewSize view) const;

  // Multiplies the scale by factor (> 0, limited to [smallestScale, largestScale]); the world point under
  // `screen` stays there.
  Camera zoomAt(DoublePoint screen, double factor, ViewSize view) const;

  // Moves the picture by so many pixels, as a drag with the mouse does.
  Camera pan(double dx, double dy) const;

  friend bool operator==(const Camera&, const Camera&) = default;
};

// The camera that shows all points with `margin` pixels to spare on each side. Points that are not finite are
// left out. Without any the origin is in the middle at scale 1; one point, or several at one place, is
// centred at scale 1 too. On the left `leftMargin` pixels are spared where that is more; the points stay in
// the middle of the view as long as they do not reach into them.
Camera fit(std::span<const Point> points, ViewSize view, double margin = 24, double leftMargin = 0);

// From a (t = 0) to b (t = 1), t clamped. The scale changes by equal factors in equal times; the world point
// that has the same place on the screen in a and in b, if there is one, keeps it all the way, so that a zoom
// does not swerve.
Camera between(const Camera& a, const Camera& b, double t);

}  // namespace sispde::studio
