#include "app/studio/render/heatmap_view.h"

#include <algorithm>
#include <cmath>

namespace sispde::studio {
namespace {

// A view that ends where a node ends must not show the next one because of a rounding error.
constexpr double slack = 1e-6;

HeatmapView inside(HeatmapView view) {
  view.x = std::clamp(view.x, 0.0, 1 - view.span);
  view.y = std::clamp(view.y, 0.0, 1 - view.span);
  return view;
}

}  // namespace

std::size_t HeatmapAxis::placeAt(double position, std::size_t nodes) const {
  const auto n = static_cast<double>(nodes);
  const double place = std::floor((from + position * span) * n + slack);
  return static_cast<std::size_t>(std::clamp(place, 0.0, n - 1));
}

double HeatmapAxis::positionOf(double place, std::size_t nodes) const {
  return (place / static_cast<double>(nodes) - from) / span;
}

PlaceRange HeatmapAxis::visible(std::size_t nodes) const {
  const auto n = static_cast<double>(nodes);
  const auto first = placeAt(0, nodes);
  const double end = std::clamp(std::ceil((from + span) * n - slack), static_cast<double>(first) + 1, n);
  return {first, static_cast<std::size_t>(end) - first};
}

PlaceRange HeatmapAxis::between(double a, double b, std::size_t nodes) const {
  const std::size_t first = placeAt(std::clamp(std::min(a, b), 0.0, 1.0), nodes);
  const std::size_t last = placeAt(std::clamp(std::max(a, b), 0.0, 1.0), nodes);
  // The right edge of the view belongs to the last place that is seen.
  return {first, std::max(first, std::min(last, visible(nodes).end() - 1)) - first + 1};
}

HeatmapView HeatmapView::zoomAt(double positionX, double positionY, double factor, std::size_t nodes) const {
  HeatmapView zoomed = *this;
  const double least = std::min(1.0, fewestNodes / static_cast<double>(std::max<std::size_t>(nodes, 1)));
  zoomed.span = std::clamp(span / factor, least, 1.0);
  zoomed.x = x + positionX * (span - zoomed.span);
  zoomed.y = y + positionY * (span - zoomed.span);
  return inside(zoomed);
}

HeatmapView HeatmapView::pan(double dx, double dy) const {
  HeatmapView moved = *this;
  moved.x -= dx * span;
  moved.y -= dy * span;
  return inside(moved);
}

PlaceRange widened(PlaceRange range, std::size_t most, std::size_t nodes) {
  const std::size_t count = std::min(std::max(range.count, most), nodes);
  const std::size_t before = (count - range.count) / 2;
  const std::size_t first = std::min(range.first - std::min(range.first, before), nodes - count);
  return {first, count};
}

std::vector<PixelRun> runsOf(HeatmapAxis axis, std::span<const std::size_t> places, std::size_t nodes,
                             int pixels) {
  if (pixels <= 0) return {};
  std::vector<char> marked(static_cast<std::size_t>(pixels), 0);
  for (const std::size_t place : places) {
    const double begin = axis.positionOf(static_cast<double>(place), nodes) * pixels;
    const double end = axis.positionOf(static_cast<double>(place) + 1, nodes) * pixels;
    if (end <= slack || begin >= pixels - slack) continue;
    // Whole pixels, and at least the one where the place begins: a selected node is never invisible.
    const auto first = static_cast<int>(std::max(0.0, std::floor(begin + slack)));
    const auto last =
        std::max(first + 1, static_cast<int>(std::min<double>(pixels, std::floor(end + slack))));
    std::fill(marked.begin() + first, marked.begin() + std::min(last, pixels), 1);
  }
  std::vector<PixelRun> runs;
  for (int i = 0; i < pixels; ++i) {
    if (!marked[static_cast<std::size_t>(i)]) continue;
    if (runs.empty() || runs.back().end != i) runs.push_back({i, i});
    ++runs.back().end;
  }
  return runs;
}

}  // namespace sispde::studio
