#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/studio/figure/figure_parts.h"

namespace sispde::studio {
namespace {

constexpr float plainRadius = 2.5f;

// Above so many edges SVG and PDF have paths of several edges. A path is painted at once: its lines do not add up where
// they cross. Small paths whose edges come from all over the list (an edge list is sorted by node, so neighbours in it
// meet) look like single lines and take no more room than one large path.
constexpr std::size_t mostSingleEdges = 20000, edgesPerPath = 250;

struct Segment {
  DoublePoint from, to;
};

// Cuts a line off at the box (Liang and Barsky, 1984); false where nothing is left. Coordinates far outside would
// overflow cairo's fixed point numbers.
bool clip(Segment& line, const Box& box) {
  const double dx = line.to.x - line.from.x, dy = line.to.y - line.from.y;
  double begin = 0, end = 1;
  const auto side = [&](double direction, double distance) {
    if (direction == 0) return distance >= 0;
    const double t = distance / direction;
    direction < 0 ? begin = std::max(begin, t) : end = std::min(end, t);
    return true;
  };
  if (!side(-dx, line.from.x - box.x) || !side(dx, box.x + box.width - line.from.x) ||
      !side(-dy, line.from.y - box.y) || !side(dy, box.y + box.height - line.from.y) || begin > end)
    return false;
  const DoublePoint from = line.from;
  line = {{from.x + begin * dx, from.y + begin * dy}, {from.x + end * dx, from.y + end * dy}};
  return true;
}

std::vector<DoublePoint> onPage(const GraphFigure& figure, const Box& plot) {
  std::vector<DoublePoint> places;
  places.reserve(figure.positions.size());
  for (const Point p : figure.positions) {
    const DoublePoint screen = figure.camera.toScreen({p.x, p.y}, figure.frame.plot);
    places.push_back({plot.x + screen.x, plot.y + screen.y});
  }
  return places;
}

bool isFinite(DoublePoint p) {
  return std::isfinite(p.x) && std::isfinite(p.y);
}

void drawEdges(cairo_t* cairo, const EdgeGroup& group, const std::vector<DoublePoint>& places,
               const Box& plot, const Progress& progress) {
  const std::size_t count = group.edges.size();
  const bool single = count <= mostSingleEdges || !isVector(cairo);
  const std::size_t paths = single ? count : (count + edgesPerPath - 1) / edgesPerPath;
  const Box room{plot.x - group.width, plot.y - group.width, plot.width + 2 * group.width,
                 plot.height + 2 * group.width};
  setColour(cairo, group.colour);
  cairo_set_line_width(cairo, group.width);
  for (std::size_t path = 0; path < paths && !progress.stopped(); ++path) {
    for (std::size_t i = path; i < count; i += paths) {
      Segment line{places[static_cast<std::size_t>(group.edges[i].u)],
                   places[static_cast<std::size_t>(group.edges[i].v)]};
      if (!isFinite(line.from) || !isFinite(line.to) || !clip(line, room)) continue;
      cairo_move_to(cairo, line.from.x, line.from.y);
      cairo_line_to(cairo, line.to.x, line.to.y);
    }
    cairo_stroke(cairo);
  }
}

// Few neighbours first, the picked node last.
std::vector<NodeId> drawingOrder(const GraphFigure& figure) {
  std::vector<NodeId> order(figure.positions.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {},
                           [&](NodeId u) { return std::pair(u == figure.picked, figure.graph.degree(u)); });
  return order;
}

struct DrawnNode {
  DoublePoint at;
  double radius;
  Colour colour;
  NodeShape shape;
  bool picked;
};

// A hairline in the ground's colour keeps nodes that overlap apart; a ring, and that of the picked node, have a gap of it.
void drawNode(cairo_t* cairo, const DrawnNode& node, const FigureColours& colours) {
  const bool square = (node.shape & squareShape) != 0, ringed = (node.shape & ringShape) != 0;
  const double size = square ? squareHalf * node.radius : node.radius;
  const auto outline = [&](double reach) {
    if (square) {
      cairo_rectangle(cairo, node.at.x - reach, node.at.y - reach, 2 * reach, 2 * reach);
    } else {
      cairo_new_sub_path(cairo);
      cairo_arc(cairo, node.at.x, node.at.y, reach, 0, 2 * M_PI);
    }
  };
  const auto ring = [&](double reach, Colour colour, double width) {
    outline(reach);
    setColour(cairo, colours.ground);
    cairo_fill_preserve(cairo);
    setColour(cairo, colour);
    cairo_set_line_width(cairo, width);
    cairo_stroke(cairo);
  };
  constexpr double ringWidth = 1.25;
  const double gap = std::min(0.75, 0.3 * size);
  const double outer = ringed ? size + gap + ringWidth : size;
  if (node.picked) ring(outer + 3, colours.accent, 2);
  if (ringed) ring(size + gap + 0.5 * ringWidth, colours.warning, ringWidth);
  outline(size);
  setColour(cairo, node.colour);
  cairo_fill_preserve(cairo);
  setColour(cairo, colours.ground);
  cairo_set_line_width(cairo, std::min(0.4, 0.3 * size));
  cairo_stroke(cairo);
}

// What lies over the nodes: rings of the watched ones, dots of the pinned ones, names.
void drawNodeMarks(cairo_t* cairo, const GraphFigure& figure, const std::vector<DoublePoint>& places) {
  const auto radiusOf = [&](NodeId u) {
    return figure.radii.empty() ? plainRadius : figure.radii[static_cast<std::size_t>(u)];
  };
  const auto circle = [&](NodeId u, double radius) {
    const DoublePoint at = places[static_cast<std::size_t>(u)];
    cairo_new_sub_path(cairo);
    cairo_arc(cairo, at.x, at.y, radius, 0, 2 * M_PI);
  };
  // cairo's numbers are 32-bit fixed point: what is far outside is left out.
  const auto seen = [&](NodeId u) {
    const DoublePoint at = places[static_cast<std::size_t>(u)];
    return isFinite(at) && std::abs(at.x) < 1e5 && std::abs(at.y) < 1e5;
  };
  for (const NodeRing& ring : figure.rings) {
    if (!seen(ring.node)) continue;
    circle(ring.node, radiusOf(ring.node) + ring.gap);
    setColour(cairo, ring.colour);
    cairo_set_line_width(cairo, ring.width);
    cairo_stroke(cairo);
  }
  for (const NodeId u : figure.pinned)
    for (const auto& [radius, colour] :
         {std::pair(2.5, figure.frame.colours.ground), std::pair(1.5, figure.frame.colours.text)}) {
      if (!seen(u)) continue;
      circle(u, radius);
      setColour(cairo, colour);
      cairo_fill(cairo);
    }
  const TextStyle style{.size = page::textSize, .colour = figure.frame.colours.quiet};
  for (std::size_t i = 0; i < figure.names.size(); ++i)
    if (const auto u = static_cast<NodeId>(i); seen(u))
      drawText(cairo, figure.names[i], places[i].x + radiusOf(u) + 2, places[i].y - 4, style);
}

}  // namespace

void drawPlot(cairo_t* cairo, const GraphFigure& figure, const Box& plot, const Progress& progress) {
  const std::vector<DoublePoint> places = onPage(figure, plot);
  const FigureColours& colours = figure.frame.colours;
  bool isCut = false;
  {
    const CairoState clipped(cairo);
    cairo_rectangle(cairo, plot.x, plot.y, plot.width, plot.height);
    cairo_clip(cairo);
    for (const EdgeGroup& group : figure.edges) drawEdges(cairo, group, places, plot, progress);
    std::size_t drawn = 0;
    for (const NodeId u : drawingOrder(figure)) {
      if (drawn++ % 1024 == 0 && progress.stopped()) return;
      const auto i = static_cast<std::size_t>(u);
      const double r = figure.radii.empty() ? plainRadius : figure.radii[i], reach = r + 6;
      const auto [x, y] = places[i];
      if (!isFinite(places[i])) continue;
      // How far the centre is outside, by the wider gap of the two directions.
      const double outside =
          std::max({plot.x - x, x - plot.x - plot.width, plot.y - y, y - plot.y - plot.height});
      isCut = isCut || outside > 0;
      if (outside > reach) continue;
      drawNode(cairo,
               {places[i], r, figure.nodeColours[i], figure.shapes.empty() ? discShape : figure.shapes[i],
                u == figure.picked},
               colours);
    }
    drawNodeMarks(cairo, figure, places);
  }
  // A part of a graph has a frame; a whole one needs none.
  if (isCut) strokeBox(cairo, plot, colours.line, 0.75);
}

}  // namespace sispde::studio
