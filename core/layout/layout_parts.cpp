#include "core/layout/layout_parts.h"

#include <algorithm>
#include <cmath>

#include "core/graph/components.h"
#include "core/layout/packing.h"

namespace sispde {
namespace {

constexpr float gap = 1.5f;  // between components, in edge lengths

Box boxOf(std::span<const Point> points) {
  Box box{points[0].x, points[0].x, points[0].y, points[0].y};
  for (const Point& p : points)
    box = {std::min(box.left, p.x), std::max(box.right, p.x), std::min(box.bottom, p.y),
           std::max(box.top, p.y)};
  return box;
}

Box moved(const Box& box, Point by) {
  return {box.left + by.x, box.right + by.x, box.bottom + by.y, box.top + by.y};
}

Box around(const Box& a, const Box& b) {
  return {std::min(a.left, b.left), std::max(a.right, b.right), std::min(a.bottom, b.bottom),
          std::max(a.top, b.top)};
}

// Turns a drawing so that its longest axis is horizontal: rows of components are then low.
void layFlat(std::vector<Point>& points) {
  double x = 0, y = 0, xx = 0, xy = 0, yy = 0;
  for (const Point& p : points) {
    x += p.x / static_cast<double>(points.size());
    y += p.y / static_cast<double>(points.size());
  }
  for (const Point& p : points) {
    xx += (p.x - x) * (p.x - x);
    xy += (p.x - x) * (p.y - y);
    yy += (p.y - y) * (p.y - y);
  }
  const double angle = 0.5 * std::atan2(2 * xy, xx - yy), c = std::cos(angle), s = std::sin(angle);
  for (Point& p : points)
    p = {static_cast<float>(c * (p.x - x) + s * (p.y - y)),
         static_cast<float>(c * (p.y - y) - s * (p.x - x))};
}

}  // namespace

std::vector<LayoutPart> splitComponents(const Graph& graph) {
  const Components components = connectedComponents(graph);
  const auto count = static_cast<std::size_t>(components.count);
  if (count == 1 && graph.edgeCount() > 0) return std::vector<LayoutPart>(1);
  std::vector<LayoutPart> parts;
  std::vector<std::size_t> partOf(count, 0);
  LayoutPart isolated;
  isolated.isolated = true;
  for (NodeId u = 0; u < graph.nodeCount(); ++u) {
    if (graph.degree(u) == 0) {
      isolated.nodes.push_back(u);
      continue;
    }
    std::size_t& part = partOf[components.ofNode[u]];
    if (part == 0) {
      parts.emplace_back();
      part = parts.size();  // counted from 1: 0 is none yet
    }
    parts[part - 1].nodes.push_back(u);
  }
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.nodes.size() > b.nodes.size(); });
  if (!isolated.nodes.empty()) parts.push_back(std::move(isolated));
  return parts;
}

Graph componentGraph(const Graph& graph, const LayoutPart& part, std::span<const NodeId> placeIn,
                     const Progress& progress) {
  if (part.nodes.empty()) return graph;
  std::vector<std::int64_t> offsets{0};
  offsets.reserve(part.nodes.size() + 1);
  Buffer<NodeId> targets;
  for (const NodeId u : part.nodes) {
    if (offsets.size() % 4096 == 0 && progress.stopped()) return {};
    for (const NodeId v : graph.neighbours(u)) targets.push_back(placeIn[v]);
    offsets.push_back(static_cast<std::int64_t>(targets.size()));
  }
  return {std::move(offsets), std::move(targets)};
}

std::vector<Point> drawSmall(const Graph& component, const LayoutOptions& options, const Progress& progress) {
  const NodeId n = component.nodeCount();
  if (n == 2) return {{-0.5f, 0}, {0.5f, 0}};
  std::vector<Point> points;
  if (n == 3) {
    points = {{-0.5f, 0}, {0.5f, 0}, {0, std::sqrt(0.75f)}};
    if (component.edgeCount() == 2) {  // the middle of a path lies on top
      NodeId middle = 0;
      while (component.degree(middle) != 2) ++middle;
      std::swap(points[2], points[middle]);
    }
  } else {
    ComponentLayout layout(component, options);
    if (!layout.prepare(progress)) return std::vector<Point>(static_cast<std::size_t>(n));
    while (!layout.finished() && layout.advance(progress)) {
    }
    points = layout.positions();
    layFlat(points);
  }
  normalise(component, points);
  return points;
}

std::vector<Point> drawBlock(std::size_t count) {
  const auto columns = static_cast<std::size_t>(std::ceil(std::sqrt(1.4 * static_cast<double>(count))));
  std::vector<Point> points(count);
  for (std::size_t i = 0; i < count; ++i)
    points[i] = {static_cast<float>(i % columns), -static_cast<float>(i / columns)};
  return points;
}

void normalise(const Graph& component, std::vector<Point>& points) {
  double sum = 0;
  for (NodeId u = 0; u < component.nodeCount(); ++u)
    for (const NodeId v : component.neighbours(u)) {
      const float dx = points[u].x - points[v].x, dy = points[u].y - points[v].y;
      sum += std::sqrt(dx * dx + dy * dy) / 2;
    }
  const double factor = sum > 0 ? static_cast<double>(component.edgeCount()) / sum : 1;
  const Box box = boxOf(points);
  const double cx = (static_cast<double>(box.left) + box.right) / 2;
  const double cy = (static_cast<double>(box.bottom) + box.top) / 2;
  for (Point& p : points)
    p = {static_cast<float>((p.x - cx) * factor), static_cast<float>((p.y - cy) * factor)};
}

std::vector<Point> arrangeParts(const std::vector<LayoutPart>& parts,
                                const std::vector<std::vector<Point>>& places) {
  std::vector<Point> offsets(parts.size());
  std::vector<std::size_t> free;
  std::optional<Box> fixed;
  std::vector<Box> boxes;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (parts[i].offset) {
      offsets[i] = *parts[i].offset;
      const Box box = moved(boxOf(places[i]), offsets[i]);
      fixed = fixed ? around(*fixed, box) : box;
    } else {
      free.push_back(i);
    }
  }
  if (fixed) boxes.push_back(*fixed);
  for (const std::size_t i : free) boxes.push_back(boxOf(places[i]));
  const std::vector<Point> shifts = packBoxes(boxes, gap);
  for (std::size_t k = 0; k < free.size(); ++k) offsets[free[k]] = shifts[k + (fixed ? 1 : 0)];
  if (fixed || boxes.empty()) return offsets;
  Box whole = boxes[0];
  for (std::size_t k = 0; k < boxes.size(); ++k) whole = around(whole, moved(boxes[k], shifts[k]));
  const Point centre{(whole.left + whole.right) / 2, (whole.bottom + whole.top) / 2};
  for (Point& offset : offsets) offset = {offset.x - centre.x, offset.y - centre.y};
  return offsets;
}

}  // namespace sispde
