#include "app/studio/panels/placed_graph.h"

#include <algorithm>
#include <cmath>

namespace sispde::studio {
namespace {

void ring(const Studio& studio, const PlacedGraph& placed, NodeId node, const ImVec4& colour, float thickness,
          float gap) {
  if (node < 0 || node >= std::ssize(placed.positions) || !studio.isShown(node)) return;
  ImGui::GetWindowDrawList()->AddCircle(onScreen(placed, node),
                                        nodeRadius(studio, placed, node) + studio.theme.px(gap),
                                        packed(colour), 0, studio.theme.px(thickness));
}

}  // namespace

PlacedGraph firstGraph(const Studio& studio, const GraphView& view) {
  return {&studio.document->data.graph,
          studio.layout.positions(),
          studio.shown().values,
          studio.view.camera,
          view,
          studio.layout.revision(),
          studio.drawsDensity(),
          studio.drawsDensity() ? studio.layout.spacing() : 0};
}

PlacedGraph secondGraph(const Studio& studio, const GraphView& view) {
  const SecondScene& scene = *studio.second();
  const LayoutLive& layout = studio.layoutOfSecond();
  const bool density = studio.isLarge(*scene.graph);
  return {scene.graph.get(),
          layout.positions(),
          scene.values,
          secondCamera(studio, view.size),
          view,
          layout.revision(),
          density,
          density ? layout.spacing() : 0};
}

bool isInView(const GraphView& view, ImVec2 place) {
  return place.x >= view.at.x && place.y >= view.at.y &&
         place.x <= view.at.x + static_cast<float>(view.size.width) &&
         place.y <= view.at.y + static_cast<float>(view.size.height);
}

NodeSizing sizingOf(const Studio& studio) {
  const SizeBy by = studio.workspace().sizeBy;
  if (by != SizeBy::Value) return {by, 1};
  const Shown& shown = studio.shown();
  return {by, std::max({std::abs(shown.low), std::abs(shown.high), 1e-30})};
}

double baseRadius(const Studio& studio, const PlacedGraph& placed) {
  if (placed.density)  // grows with the zoom, from less than a pixel
    return std::clamp(0.25 * placed.spacing * placed.camera.scale, 0.6, 6.0 * studio.theme.scale);
  const double n = placed.graph->nodeCount();
  const double area = static_cast<double>(placed.view.size.width) * placed.view.size.height;
  return std::clamp(0.19 * std::sqrt(area / n) / studio.theme.scale, 1.4, 7.0) * studio.theme.scale;
}

float nodeRadius(const Studio& studio, const PlacedGraph& placed, NodeId node) {
  return static_cast<float>(baseRadius(studio, placed) *
                            nodeSize(sizingOf(studio), *placed.graph, placed.values, node));
}

float nodeRadius(const Studio& studio, NodeId node) {
  return nodeRadius(studio, firstGraph(studio, {{}, studio.view.graphSize}), node);
}

NodeId nodeAt(const Studio& studio, const PlacedGraph& placed, DoublePoint place) {
  constexpr double largestSize = 4;  // of nodeSize
  const DoublePoint world = placed.camera.toWorld(place, placed.view.size);
  const double reach = baseRadius(studio, placed) * largestSize + studio.theme.px(4);
  const double far = reach / placed.camera.scale;  // in the world
  NodeId best = -1;
  double least = 1e300;
  for (std::size_t u = 0; u < placed.positions.size(); ++u) {
    const Point p = placed.positions[u];
    const double x = p.x - world.x, y = p.y - world.y;
    if (!(x * x + y * y < far * far) || !studio.isShown(static_cast<NodeId>(u))) continue;
    const double beyond =
        std::hypot(x, y) * placed.camera.scale - nodeRadius(studio, placed, static_cast<NodeId>(u));
    if (beyond < least && beyond < studio.theme.px(4)) {
      least = beyond;
      best = static_cast<NodeId>(u);
    }
  }
  return best;
}

ImVec2 onScreen(const PlacedGraph& placed, NodeId node) {
  const Point p = placed.positions[static_cast<std::size_t>(node)];
  const DoublePoint place = placed.camera.toScreen({p.x, p.y}, placed.view.size);
  return {placed.view.at.x + static_cast<float>(place.x), placed.view.at.y + static_cast<float>(place.y)};
}

double secondScale(const Studio& studio, ViewSize view) {
  const ViewSize first = studio.view.graphSize;
  return std::min(static_cast<double>(view.width) / std::max(first.width, 1),
                  static_cast<double>(view.height) / std::max(first.height, 1));
}

Camera secondCamera(const Studio& studio, ViewSize view) {
  if (!studio.second()->linkedCamera) return studio.view.second.camera;
  Camera camera = studio.view.camera;
  camera.scale *= secondScale(studio, view);
  return camera;
}

Camera turnedWheel(const Camera& camera, DoublePoint mouse, float wheel, ViewSize view) {
  // Edges have a mean length of about 1; OpenGL's floats would show beyond.
  constexpr double closest = 1e5;
  return camera.zoomAt(mouse, std::min(std::pow(1.2, wheel), std::max(1.0, closest / camera.scale)), view);
}

void drawPins(const Studio& studio, const PlacedGraph& placed) {
  const Theme& theme = studio.theme;
  for (const NodeId u : studio.layout.pinnedNodes()) {
    if (!studio.isShown(u)) continue;
    const ImVec2 at = onScreen(placed, u);
    ImGui::GetWindowDrawList()->AddCircleFilled(at, theme.px(2.5f), packed(theme.palette.ground));
    ImGui::GetWindowDrawList()->AddCircleFilled(at, theme.px(1.5f), packed(theme.palette.text));
  }
}

void drawMarks(const Studio& studio, const PlacedGraph& placed) {
  const Palette& p = studio.theme.palette;
  const Workspace& w = studio.workspace();
  for (const NodeId node : w.watched)
    if (node != w.picked)
      ring(studio, placed, node, ImGui::ColorConvertU32ToFloat4(studio.watchColour(node).packed()), 1.5f, 2);
  for (const NodeId u : studio.view.hoveredCell) ring(studio, placed, u, p.warning, 2, 3);
  ring(studio, placed, studio.view.hovered, p.text, 1, 1.5f);
  ring(studio, placed, w.picked, p.accent, 2, 2.5f);
}

void drawCard(const Studio& studio, const PlacedGraph& placed, NodeId node,
              const std::vector<std::string>& lines) {
  const Theme& theme = studio.theme;
  const GraphView& view = placed.view;
  float width = 0;
  for (const std::string& line : lines) width = std::max(width, ImGui::CalcTextSize(line.c_str()).x);
  const float pad = theme.px(10), step = ImGui::GetTextLineHeight() + theme.px(2);
  const ImVec2 size{width + 2 * pad, step * static_cast<float>(lines.size()) + 2 * pad - theme.px(2)};
  ImVec2 at = onScreen(placed, node);
  at = {at.x + theme.px(16), at.y - size.y - theme.px(8)};
  at.x = std::clamp(at.x, view.at.x,
                    std::max(view.at.x, view.at.x + static_cast<float>(view.size.width) - size.x));
  at.y = std::clamp(at.y, view.at.y,
                    std::max(view.at.y, view.at.y + static_cast<float>(view.size.height) - size.y));
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 end{at.x + size.x, at.y + size.y};
  draw.AddRectFilled(at, end, packed(theme.palette.panel), theme.px(6));
  draw.AddRect(at, end, packed(theme.palette.line), theme.px(6));
  for (std::size_t i = 0; i < lines.size(); ++i)
    draw.AddText({at.x + pad, at.y + pad + step * static_cast<float>(i)},
                 packed(i == 0 ? theme.palette.text : theme.palette.quiet), lines[i].c_str());
}

}  // namespace sispde::studio
