#include "app/studio/panels/node_names.h"

#include <algorithm>

namespace sispde::studio {

PlacedKey keyOf(const Studio& studio, const PlacedGraph& placed) {
  const Workspace& w = studio.workspace();
  return {placed.graph,
          placed.places,
          studio.coloursRevision(),  // values may size the nodes
          placed.camera,
          placed.view.size.width,
          placed.view.size.height,
          w.selection.get(),
          w.selectionAlone,
          w.sizeBy,
          studio.theme.scale};
}

NodeId NodeFinder::at(const Studio& studio, const PlacedGraph& placed, DoublePoint place) {
  const PlacedKey key = keyOf(studio, placed);
  if (key == key_ && place == place_) return found_;
  key_ = key;
  place_ = place;
  found_ = nodeAt(studio, placed, place);
  return found_;
}

std::vector<NodeId> nodesToName(const Studio& studio, const PlacedGraph& placed) {
  const ViewSize view = placed.view.size;
  const DoublePoint least = placed.camera.toWorld({0, 0}, view),
                    most = placed.camera.toWorld(
                        {static_cast<double>(view.width), static_cast<double>(view.height)}, view);
  std::vector<NodeId> nodes;
  for (std::size_t u = 0; u < placed.positions.size(); ++u) {
    const Point p = placed.positions[u];
    const bool inside = p.x >= least.x && p.x <= most.x && p.y >= least.y && p.y <= most.y;
    if (!inside || !studio.isShown(static_cast<NodeId>(u))) continue;
    if (nodes.size() == mostNamed) return {};
    nodes.push_back(static_cast<NodeId>(u));
  }
  std::stable_sort(nodes.begin(), nodes.end(),
                   [&](NodeId u, NodeId v) { return placed.graph->degree(u) > placed.graph->degree(v); });
  return nodes;
}

std::vector<NodeName> namesOf(const Studio& studio, const PlacedGraph& placed,
                              const std::vector<NodeId>& nodes) {
  const Theme& theme = studio.theme;
  const float right = placed.view.at.x + static_cast<float>(placed.view.size.width);
  // The colour bar and the line under the graph have their places.
  const float barLeft = right - theme.px(175), barEnd = placed.view.at.y + theme.px(40);
  const float lineTop = placed.view.at.y + static_cast<float>(placed.view.size.height) - theme.px(26);
  std::vector<NodeName> names;
  for (const NodeId node : nodes) {
    NodeName name{node, studio.document->nodeName(node), {}, {}};
    const ImVec2 centre = onScreen(placed, node), size = ImGui::CalcTextSize(name.text.c_str());
    const float beside = nodeRadius(studio, placed, node) + theme.px(3);
    const bool turned = centre.x + beside + size.x > right;  // there is room on the left alone
    name.at = {turned ? centre.x - beside - size.x : centre.x + beside, centre.y - theme.px(14)};
    name.end = {name.at.x + size.x, name.at.y + size.y};
    if (name.end.y > lineTop || (name.end.x > barLeft && name.at.y < barEnd)) continue;
    const bool covered = std::ranges::any_of(names, [&](const NodeName& other) {
      return name.at.x < other.end.x && other.at.x < name.end.x && name.at.y < other.end.y &&
             other.at.y < name.end.y;
    });
    if (!covered) names.push_back(std::move(name));
  }
  return names;
}

void NodeNames::draw(const Studio& studio, const PlacedGraph& placed) {
  if (const PlacedKey key = keyOf(studio, placed); key != key_) {
    key_ = key;
    nodes_ = nodesToName(studio, placed);
  }
  ImGui::PushFont(nullptr, studio.theme.captionSize());
  for (const NodeName& name : namesOf(studio, placed, nodes_))
    ImGui::GetWindowDrawList()->AddText(name.at, packed(studio.theme.palette.quiet), name.text.c_str());
  ImGui::PopFont();
}

}  // namespace sispde::studio
