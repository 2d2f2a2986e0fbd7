#pragma once
// A place in the plane of a layout. One unit is the mean length of an edge.

namespace sispde {

struct Point {
  float x = 0, y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};

}  // namespace sispde
