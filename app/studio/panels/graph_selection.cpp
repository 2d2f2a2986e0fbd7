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

}  // namespace

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
