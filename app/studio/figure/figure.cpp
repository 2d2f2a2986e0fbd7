#include "app/studio/figure/figure.h"

#include <algorithm>
#include <cmath>

namespace sispde::studio {
namespace {

constexpr Colour rgb(std::uint32_t value) {
  return {static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
          static_cast<std::uint8_t>(value)};
}

bool isRange(double low, double high) {
  return std::isfinite(high - low) && low < high;
}

bool isWidth(double width) {
  return width > 0 && width <= 1000;
}

Result<void> checkFrame(const FigureFrame& frame) {
  const auto [width, height] = frame.plot;
  if (std::min(width, height) < 32 || std::max(width, height) > 16384)
    return usageError("A plot of {} × {} points cannot be drawn; each side must be 32 to 16384", width,
                      height);
  if (frame.colourBar && !isRange(frame.colourBar->scale.low, frame.colourBar->scale.high))
    return usageError("The colour bar needs a low end below its high end");
  return {};
}

Result<void> check(const GraphFigure& figure) {
  const auto n = static_cast<std::size_t>(figure.graph.nodeCount());
  if (figure.positions.size() != n || figure.nodeColours.size() != n ||
      (!figure.radii.empty() && figure.radii.size() != n) ||
      (!figure.shapes.empty() && figure.shapes.size() != n))
    return usageError(
        "The graph has {} nodes, but {} positions, {} colours, {} radii and {} shapes were given", n,
        figure.positions.size(), figure.nodeColours.size(), figure.radii.size(), figure.shapes.size());
  if (!figure.camera.valid()) return usageError("The camera of the graph is not valid");
  if (figure.picked < -1 || figure.picked >= figure.graph.nodeCount())
    return usageError("There is no node {} to pick", figure.picked);
  if (!figure.names.empty() && figure.names.size() != n)
    return usageError("The graph has {} nodes, but {} names were given", n, figure.names.size());
  for (const NodeRing& ring : figure.rings)
    if (ring.node < 0 || ring.node >= figure.graph.nodeCount() || !isWidth(ring.width))
      return usageError("There is no ring of width {} to be drawn around node {}", ring.width, ring.node);
  for (const NodeId node : figure.pinned)
    if (node < 0 || node >= figure.graph.nodeCount())
      return usageError("There is no node {} that could be pinned", node);
  for (const float radius : figure.radii)
    if (!(radius >= 0 && radius <= 1000)) return usageError("The radius of a node must be 0 to 1000 points");
  for (const EdgeGroup& group : figure.edges) {
    if (!isWidth(group.width))
      return usageError("The width of edges must be above 0 and at most 1000 points");
    for (const auto [u, v] : group.edges)
      if (std::min(u, v) < 0 || std::max(u, v) >= figure.graph.nodeCount())
        return usageError("There is no edge between {} and {} in a graph of {} nodes", u, v, n);
  }
  return {};
}

Result<void> check(const HeatmapFigure& figure) {
  if (figure.bins < 1 || figure.bins > 16384) return usageError("A heatmap has 1 to 16384 bins");
  const auto side = static_cast<std::size_t>(figure.bins);
  if (figure.cells.size() != side * side)
    return usageError("A heatmap of {} × {} bins has {} cells, not {}", side, side, side * side,
                      figure.cells.size());
  for (const auto* boundaries : {&figure.boundaries, &figure.rowBoundaries})
    for (const double place : *boundaries)
      if (!(place > 0 && place < 1)) return usageError("Class boundaries must lie between 0 and 1");
  return {};
}

Result<void> check(const CurvesFigure& figure) {
  for (const FigureAxis* axis : {&figure.x, &figure.y, figure.right ? &*figure.right : &figure.y}) {
    if (!isRange(axis->low, axis->high)) return usageError("An axis needs a low end below its high end");
    if (axis->logarithmic && !(axis->low > 0)) return usageError("A logarithmic axis begins above 0");
  }
  for (const FigureLine& line : figure.lines) {
    if (line.right && !figure.right)
      return usageError("The line \"{}\" is against an axis on the right, which is not there", line.name);
    if (line.x.size() != line.y.size())
      return usageError("The line \"{}\" has {} places, but {} values", line.name, line.x.size(),
                        line.y.size());
    if (!isWidth(line.width))
      return usageError("The width of a line must be above 0 and at most 1000 points");
  }
  if (figure.inset && figure.inset->line.x.size() != figure.inset->line.y.size())
    return usageError("The inset has {} places, but {} values", figure.inset->line.x.size(),
                      figure.inset->line.y.size());
  for (const FigureBand& band : figure.bands) {
    if (band.right && !figure.right)
      return usageError("The band \"{}\" is against an axis on the right, which is not there", band.name);
    if (band.x.size() != band.low.size() || band.x.size() != band.high.size())
      return usageError("The band \"{}\" has {} places, but {} low and {} high values", band.name,
                        band.x.size(), band.low.size(), band.high.size());
    for (const auto* values : {&band.x, &band.low, &band.high})
      if (!std::ranges::all_of(*values, [](double value) { return std::isfinite(value); }))
        return usageError("The band \"{}\" has values that are not finite", band.name);
  }
  return {};
}

}  // namespace

Colour colourOf(const ColourScale& scale, double value) {
  const double range = scale.high - scale.low;
  double t = std::clamp((value - scale.low) / range, 0.0, 1.0);
  if (scale.logarithmic) t = std::log1p(t * range) / std::log1p(range);
  return colourAt(scale.map, scale.squareRoot ? std::sqrt(t) : t);
}

std::vector<Colour> coloursOf(const ColourScale& scale, std::span<const float> values) {
  std::vector<Colour> colours;
  colours.reserve(values.size());
  for (const float value : values) colours.push_back(colourOf(scale, value));
  return colours;
}

FigureColours figureColours(bool dark) {
  if (dark) return {rgb(0x15171A), rgb(0xE7E9EC), rgb(0x99A1AC), rgb(0x2E3238), rgb(0x79AEFF), rgb(0xE0B252)};
  return {rgb(0xFFFFFF), rgb(0x1E2226), rgb(0x6A717B), rgb(0xDEDEDA), rgb(0x2B66C9), rgb(0xB7791F)};
}

std::vector<EdgeGroup> plainEdges(const Graph& graph, const FigureColours& colours) {
  const double opacity = std::clamp(18 / std::sqrt(static_cast<double>(graph.edgeCount()) + 1), 0.05, 0.55);
  Colour colour = colours.quiet;
  colour.a = static_cast<std::uint8_t>(std::lround(255 * opacity));
  return {{graph.edges(), colour}};
}

const FigureFrame& frameOf(const Figure& figure) {
  return std::visit([](const auto& one) -> const FigureFrame& { return one.frame; }, figure);
}

Result<void> checkFigure(const Figure& figure) {
  SISPDE_CHECK(checkFrame(frameOf(figure)));
  return std::visit([](const auto& one) { return check(one); }, figure);
}

}  // namespace sispde::studio
