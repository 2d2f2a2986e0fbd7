#include "core/layout/packing.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sispde {
namespace {

constexpr double widerThanHigh = 1.4;

// A region that is filled by rows from its top left corner downwards.
struct Rows {
  float left, top, width;
  float room;  // height that may be used
  float x = 0, y = 0, height = 0;

  // Where the top left corner of a box goes; false when there is no room for it.
  bool place(float boxWidth, float boxHeight, float gap, Point& corner) {
    if (x > 0 && x + boxWidth > width) {
      x = 0;
      y += height + gap;
      height = 0;
    }
    if (boxWidth > width || y + boxHeight > room) return false;
    corner = {left + x, top - y};
    x += boxWidth + gap;
    height = std::max(height, boxHeight);
    return true;
  }
};

}  // namespace

std::vector<Point> packBoxes(std::span<const Box> boxes, float gap) {
  std::vector<Point> shifts(boxes.size());
  if (boxes.size() < 2) return shifts;
  double area = 0;
  float widest = 0;
  for (const Box& box : boxes) {
    area += static_cast<double>(box.right - box.left + gap) * (box.top - box.bottom + gap);
    widest = std::max(widest, box.right - box.left);
  }
  const Box& first = boxes[0];
  const float width = std::max(widest, static_cast<float>(std::sqrt(widerThanHigh * area)));
  const float unlimited = std::numeric_limits<float>::max();
  Rows beside{first.right + gap, first.top, width - (first.right - first.left) - gap,
              first.top - first.bottom};
  Rows beneath{first.left, first.bottom - gap, width, unlimited};
  bool room = true;  // one box that does not fit ends it, so that the order is kept
  for (std::size_t i = 1; i < boxes.size(); ++i) {
    const float w = boxes[i].right - boxes[i].left, h = boxes[i].top - boxes[i].bottom;
    Point corner;
    room = room && beside.place(w, h, gap, corner);
    if (!room) beneath.place(w, h, gap, corner);
    shifts[i] = {corner.x - boxes[i].left, corner.y - boxes[i].top};
  }
  return shifts;
}

}  // namespace sispde
