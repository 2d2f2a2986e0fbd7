#include <algorithm>
#include <cmath>

#include "app/studio/panels/graph_overlay.h"

namespace sispde::studio {
namespace {

bool inside(DoublePoint p, const std::vector<DoublePoint>& path) {
  if (path.size() == 2)
    return (p.x - path[0].x) * (p.x - path[1].x) <= 0 && (p.y - path[0].y) * (p.y - path[1].y) <= 0;
  bool odd = false;
  for (std::size_t i = 0, j = path.size() - 1; i < path.size(); j = i++)
    if ((path[i].y > p.y) != (path[j].y > p.y) &&
        p.x < (path[j].x - path[i].x) * (p.y - path[i].y) / (path[j].y - path[i].y) + path[i].x)
      odd = !odd;
  return odd;
}

std::vector<NodeId> selected(const Studio& studio) {
  const auto& selection = studio.workspace().selection;
  return selection ? *selection : std::vector<NodeId>{};
}

// Of a node against one of no particular size, 1.
double growthOf(const Studio& studio, NodeId node) {
  switch (studio.workspace().sizeBy) {
    case SizeBy::Nothing: return 1;
    case SizeBy::Degree:
      return std::min(0.75 + 0.22 * std::sqrt(static_cast<double>(studio.document->data.graph.degree(node))),
                      4.0);
    case SizeBy::Value: break;
  }
  const Shown& shown = studio.shown();
  if (shown.values.empty()) return 1;
  const double most = std::max({std::abs(shown.low), std::abs(shown.high), 1e-30});
  return 0.6 + 2 * std::sqrt(std::min(std::abs(shown.values[static_cast<std::size_t>(node)]) / most, 1.0));
}

}  // namespace

float nodeRadius(const Studio& studio, NodeId node) {
  const double n = studio.document->data.nodeCount();
  // A node has its share of the view.
  const double area = static_cast<double>(studio.view.graphSize.width) * studio.view.graphSize.height;
  const double base = std::clamp(0.19 * std::sqrt(area / n) / studio.theme.scale, 1.4, 7.0);
  return studio.theme.px(static_cast<float>(base * growthOf(studio, node)));
}

NodeId nodeAt(const Studio& studio, DoublePoint place, ViewSize view) {
  const auto& positions = studio.layout.positions();
  const DoublePoint world = studio.view.camera.toWorld(place, view);
  const double scale = studio.view.camera.scale;
  NodeId best = -1;
  double least = 1e300;
  for (std::size_t u = 0; u < positions.size(); ++u) {
    const double distance = std::hypot(positions[u].x - world.x, positions[u].y - world.y) * scale;
    if (distance > studio.theme.px(16) || !studio.isShown(static_cast<NodeId>(u))) continue;
    const double beyond = distance - nodeRadius(studio, static_cast<NodeId>(u));
    if (beyond < least && beyond < studio.theme.px(4)) {
      least = beyond;
      best = static_cast<NodeId>(u);
    }
  }
  return best;
}

void selectInside(Studio& studio, ViewSize view, const std::vector<DoublePoint>& path) {
  const bool more = ImGui::GetIO().KeyShift;
  std::vector<NodeId> nodes = more ? selected(studio) : std::vector<NodeId>{};
  const auto& positions = studio.layout.positions();
  std::size_t found = 0;
  for (std::size_t u = 0; u < positions.size(); ++u)
    if (studio.isShown(static_cast<NodeId>(u)) &&
        inside(studio.view.camera.toScreen({positions[u].x, positions[u].y}, view), path)) {
      nodes.push_back(static_cast<NodeId>(u));
      ++found;
    }
  studio.select(std::move(nodes), fmt::format("{} {} nodes", more ? "Added" : "Selected", found));
}

void addToSelection(Studio& studio, NodeId node) {
  std::vector<NodeId> nodes = selected(studio);
  const bool had = std::find(nodes.begin(), nodes.end(), node) != nodes.end();
  if (had)
    std::erase(nodes, node);
  else
    nodes.push_back(node);
  studio.select(std::move(nodes),
                fmt::format("{} node {}", had ? "Deselected" : "Selected", studio.document->nodeName(node)));
}

void growSelection(Studio& studio) {
  if (!studio.document) return;
  std::vector<NodeId> nodes = selected(studio);
  if (nodes.empty() && studio.workspace().picked >= 0) nodes.push_back(studio.workspace().picked);
  const std::size_t before = nodes.size();
  for (std::size_t i = 0; i < before; ++i)
    for (const NodeId v : studio.document->data.graph.neighbours(nodes[i])) nodes.push_back(v);
  studio.select(std::move(nodes), "Grew the selection by one hop");
}

}  // namespace sispde::studio
