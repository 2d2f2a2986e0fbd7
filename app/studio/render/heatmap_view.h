#pragma once
// Which part of a heatmap of N × N node pairs is in view. Nodes stand at places 0 … N − 1 in the heatmap's order; x and y are shares of
// the whole matrix, columns from the left and rows from the top, and positions in the view are shares of the view's side. A view is a
// value: a change gives a new one, kept within the matrix.

#include <cstddef>
#include <span>
#include <vector>

namespace sispde::studio {

// Consecutive places.
struct PlaceRange {
  std::size_t first = 0, count = 0;
  std::size_t end() const { return first + count; }
  bool contains(PlaceRange other) const { return first <= other.first && other.end() <= end(); }
  friend bool operator==(const PlaceRange&, const PlaceRange&) = default;
};

// One axis of a view: the share of the matrix where it begins, and how much of it is seen.
struct HeatmapAxis {
  double from = 0, span = 1;

  // The place under a position, and the position (which may lie outside of [0, 1]) where a place begins.
  std::size_t placeAt(double position, std::size_t nodes) const;
  double positionOf(double place, std::size_t nodes) const;
  // The places that are seen, those at the edges too.
  PlaceRange visible(std::size_t nodes) const;
  // The places between two positions, in either order, with both ends.
  PlaceRange between(double a, double b, std::size_t nodes) const;
};

struct HeatmapView {
  double x = 0, y = 0, span = 1;
  double side = 320;  // pixels of the square on the screen

  static constexpr double fewestNodes = 4;  // that a view can be zoomed to

  HeatmapAxis columns() const { return {x, span}; }
  HeatmapAxis rows() const { return {y, span}; }
  bool whole() const { return span >= 1; }
  // Magnifies by factor (> 0); what is under the position stays there.
  HeatmapView zoomAt(double positionX, double positionY, double factor, std::size_t nodes) const;
  // Moves the picture by shares of the view, as a drag does.
  HeatmapView pan(double dx, double dy) const;
  HeatmapView reset() const { return {0, 0, 1, side}; }
  friend bool operator==(const HeatmapView&, const HeatmapView&) = default;
};

// The bin of a place where N nodes share so many bins, as KernelEngine::prepareImage has them.
inline std::size_t binOf(std::size_t place, std::size_t bins, std::size_t nodes) {
  return place * bins / nodes;
}

// `range` with room around it: at most `most` places (or as many as it has) of the N that there are.
PlaceRange widened(PlaceRange range, std::size_t most, std::size_t nodes);

// Pixels [begin, end) along an edge of a view that belong to chosen places, joined where they touch; ascending.
struct PixelRun {
  int begin = 0, end = 0;
  friend bool operator==(const PixelRun&, const PixelRun&) = default;
};
std::vector<PixelRun> runsOf(HeatmapAxis axis, std::span<const std::size_t> places, std::size_t nodes,
                             int pixels);

}  // namespace sispde::studio
