#pragma once
// Adds lines to a histogram of their length per pixel. A line is walked along its longer side, one pixel at a
// time; what it covers of a column (or row) is shared between the two nearest pixels across it. Lines wait
// until there are enough of them for their slopes and weights to be found several at a time.

#include <array>
#include <cstddef>
#include <cstdint>

namespace sispde::studio {

// Of one batch of lines: the ends, and the walks along them.
struct LineBatch {
  static constexpr int capacity = 256;
  template <class T>
  using Column = std::array<T, capacity>;

  int size = 0;
  // Pixels of the histogram. All set from the start, because vectors read beyond size.
  alignas(64) Column<float> x0{}, y0{}, x1{}, y1{};

  // From pixel `first` to `last` along the longer side, which is y where steep is 1. Places across it are in
  // fixed point with 16 binary places: float steps would drift by half a pixel over a long line.
  alignas(64) Column<std::int32_t> steep, first, last, headPlace, place, tailPlace, step;
  // What the first, a middle and the last pixel get; 0 for the last where it is the first too.
  alignas(64) Column<float> headWeight, weight, tailWeight;
};

class LineAdder {
 public:
  // Pixels around the view which the histogram must have: the walk writes there unchecked.
  static constexpr int border = 2;

  // sums: rows of `stride` ≥ width + 2 border; weight: what a pixel of line adds, rounded to an integer in
  // each pixel.
  LineAdder(std::uint32_t* sums, int stride, float weight) : sums_(sums), stride_(stride), weight_(weight) {}

  // In pixels of the view; both ends at most one pixel outside it. Takes effect with flush() at the latest.
  void add(float x0, float y0, float x1, float y1) {
    batch_.x0[batch_.size] = x0 + border;
    batch_.y0[batch_.size] = y0 + border;
    batch_.x1[batch_.size] = x1 + border;
    batch_.y1[batch_.size] = y1 + border;
    if (++batch_.size == LineBatch::capacity) flush();
  }
  void flush();

 private:
  void put(std::ptrdiff_t start, std::int32_t place, std::ptrdiff_t across, float weight);

  std::uint32_t* sums_;
  int stride_;
  float weight_;
  LineBatch batch_;
};

}  // namespace sispde::studio
