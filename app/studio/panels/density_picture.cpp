#include "app/studio/panels/density_picture.h"

#include <algorithm>

namespace sispde::studio {
namespace {

DensityLive::Look lookOf(const Studio& studio, const CanvasScene& scene) {
  const Theme& theme = studio.theme;
  const Workspace& w = studio.workspace();
  DensityLive::Look look{scene.placed.camera, scene.placed.view.size};
  look.node = classColour(-1, theme.dark());
  look.edge = colourOf(theme.palette.quiet);
  look.rim = colourOf(theme.palette.ground);
  look.ring = colourOf(theme.palette.warning);
  look.ringWidth = theme.px(1.5f);
  look.nodeRadius = baseRadius(studio, scene.placed);
  look.sizing = sizingOf(studio);
  look.edgeStrength = 0.12;
  look.positions = scene.placesRevision;
  look.colours = scene.coloursRevision;
  look.shapes = scene.shapesRevision;
  look.alone = w.selectionAlone ? w.selection : nullptr;
  look.selection = w.selection;
  return look;
}

// The picture has no edges of their own colours; more would be no picture of single edges.
void drawFewOverlayEdges(const Theme& theme, const CanvasScene& scene) {
  constexpr std::size_t most = 4000;
  if (scene.added.size() + scene.dropped.size() > most) return;
  const PlacedGraph& placed = scene.placed;
  const auto place = [&](const Point& p) {
    const DoublePoint at = placed.camera.toScreen({p.x, p.y}, placed.view.size);
    return ImVec2(placed.view.at.x + static_cast<float>(at.x), placed.view.at.y + static_cast<float>(at.y));
  };
  for (const OverlayEdge& edge : overlayEdges(theme, scene))
    ImGui::GetWindowDrawList()->AddLine(place(edge.a), place(edge.b), edge.colour.packed(), theme.px(1.5f));
}

// Rings around the flagged nodes in the view that are points in the picture, where they are few enough to be told apart.
void drawFlaggedPoints(const Studio& studio, const CanvasScene& scene) {
  constexpr std::size_t most = 3000;
  const PlacedGraph& placed = scene.placed;
  std::vector<ImVec2> places;
  for (std::size_t u = 0; u < scene.shapes.size(); ++u) {
    const auto node = static_cast<NodeId>(u);
    if ((scene.shapes[u] & ringShape) == 0 || !studio.isShown(node)) continue;
    const ImVec2 at = onScreen(placed, node);
    if (!isInView(placed.view, at) || nodeRadius(studio, placed, node) > 1) continue;
    if (places.size() == most) return;
    places.push_back(at);
  }
  for (const ImVec2& at : places)
    ImGui::GetWindowDrawList()->AddCircle(at, studio.theme.px(3.5f), packed(studio.theme.palette.warning), 12,
                                          studio.theme.px(1.25f));
}

}  // namespace

void DensityPicture::draw(Studio& studio, DensityLive& live, GraphLayers* layers,
                          const std::shared_ptr<const Graph>& graph, const CanvasScene& scene) {
  const PlacedGraph& placed = scene.placed;
  const GraphView& view = placed.view;
  const ImVec2 end{view.at.x + static_cast<float>(view.size.width),
                   view.at.y + static_cast<float>(view.size.height)};
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(view.at, end, packed(studio.theme.palette.ground));
  live.ask({graph, placed.positions, scene.colours, scene.shapes, placed.values}, lookOf(studio, scene));
  const DensityLive::Look* drawn = live.drawn();
  if (drawn == nullptr || layers == nullptr) return;
  if (seen_ != live.revision()) {
    seen_ = live.revision();
    const Image& image = live.image();
    layers->setPicture(image.size.width, image.size.height, image.pixels);
  }
  const auto corner = [&](double x, double y) {
    const DoublePoint place = placed.camera.toScreen(drawn->camera.toWorld({x, y}, drawn->view), view.size);
    return ImVec2(view.at.x + static_cast<float>(place.x), view.at.y + static_cast<float>(place.y));
  };
  draw.PushClipRect(view.at, end, true);
  draw.AddImage(static_cast<ImTextureID>(layers->drawPicture()), corner(0, 0),
                corner(drawn->view.width, drawn->view.height));
  drawFewOverlayEdges(studio.theme, scene);
  drawFlaggedPoints(studio, scene);
  draw.PopClipRect();
}

}  // namespace sispde::studio
