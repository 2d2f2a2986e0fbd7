#include "app/studio/panels/graph_canvas.h"

#include <algorithm>
#include <cmath>

namespace sispde::studio {
namespace {

GraphStyle styleOf(const Theme& theme, std::size_t edges) {
  // Edges fade with their number.
  const double alpha = std::clamp(18 / std::sqrt(static_cast<double>(edges) + 1), 0.05, 0.55);
  GraphStyle style{colourOf(theme.palette.ground), colourOf(theme.palette.quiet, alpha), theme.px(1)};
  style.overlayWidth = theme.px(1.5f);
  style.ring = colourOf(theme.palette.warning);
  style.ringWidth = theme.px(1.5f);
  return style;
}

std::vector<Edge> shownEdges(const Studio& studio, std::span<const Edge> edges) {
  std::vector<Edge> shown;
  for (const Edge& edge : edges)
    if (studio.isShown(edge.u) && studio.isShown(edge.v)) shown.push_back(edge);
  return shown;
}

}  // namespace

std::vector<OverlayEdge> overlayEdges(const Theme& theme, const CanvasScene& scene) {
  const double whole = scene.overlayIsStale ? 0.6 : 1;
  const double most = 0.9 * whole,
               least = 0.45 * whole;  // opacity of an edge that goes, at first and in the end
  const auto phase = static_cast<float>(std::clamp(scene.phase, 0.0, 1.0));
  const Colour good = colourOf(theme.palette.good, most),
               bad = colourOf(theme.palette.bad, most + (least - most) * phase);
  const auto at = [&](NodeId u) { return scene.placed.positions[static_cast<std::size_t>(u)]; };
  std::vector<OverlayEdge> edges;
  edges.reserve(scene.added.size() + scene.dropped.size());
  for (const Edge& edge : scene.dropped) edges.push_back({at(edge.u), at(edge.v), bad});
  for (const Edge& edge : scene.added) {
    const Point a = at(edge.u), b = at(edge.v);
    edges.push_back({a, {a.x + phase * (b.x - a.x), a.y + phase * (b.y - a.y)}, good});
  }
  return edges;
}

GraphLayers* GraphCanvas::layers(Studio& studio) {
  if (!layers_ && !failed_) {
    auto made = GraphLayers::make();
    failed_ = !made;
    if (made)
      layers_ = std::move(*made);
    else
      studio.log.trouble(made.error().sentence(), {"Graph", ""});
  }
  return layers_.get();
}

unsigned GraphCanvas::draw(Studio& studio, const CanvasScene& scene) {
  if (layers(studio) == nullptr) return 0;
  refresh(studio, scene);
  const ViewSize view = scene.placed.view.size;
  const unsigned texture =
      layers_->draw(scene.placed.camera, view.width, view.height, styleOf(studio.theme, scene.edges.size()));
  studio.view.refining = studio.view.refining || layers_->unfinished();
  return texture;
}

void GraphCanvas::refresh(const Studio& studio, const CanvasScene& scene) {
  const Workspace& w = studio.workspace();
  const EdgeKey edges{scene.source, w.selectionAlone ? w.selection.get() : nullptr, scene.placesRevision};
  const bool moved = seenEdges_ != edges;
  if (moved) {
    seenEdges_ = edges;
    if (edges.alone == nullptr)
      layers_->setPositions(scene.placed.positions, scene.edges);
    else
      layers_->setPositions(scene.placed.positions, shownEdges(studio, scene.edges));
  }
  const OverlayKey overlay{scene.overlayRevision, scene.phase, scene.overlayIsStale, studio.theme.dark()};
  if (moved || overlay != seenOverlay_) {
    seenOverlay_ = overlay;
    layers_->setOverlay(overlayEdges(studio.theme, scene));
  }
  const ViewSize view = scene.placed.view.size;
  const DiscKey key{
      scene.coloursRevision, scene.shapesRevision, w.selection.get(), w.selectionAlone, w.sizeBy,
      studio.theme.scale,    view.width,           view.height};
  if (!moved && key == seenDiscs_) return;
  seenDiscs_ = key;
  layers_->setDiscs(discs(studio, scene));
}

std::vector<Disc> GraphCanvas::discs(const Studio& studio, const CanvasScene& scene) {
  const Graph& graph = *scene.placed.graph;
  const std::size_t n = scene.placed.positions.size();
  if (order_.size() != n || orderOf_ != scene.source) {
    order_.resize(n);
    for (std::size_t i = 0; i < n; ++i) order_[i] = static_cast<NodeId>(i);
    std::stable_sort(order_.begin(), order_.end(),
                     [&](NodeId u, NodeId v) { return graph.degree(u) < graph.degree(v); });
    orderOf_ = scene.source;
  }
  const double base = baseRadius(studio, scene.placed);
  const NodeSizing sizing = sizingOf(studio);
  std::vector<Disc> made;
  made.reserve(n);
  for (const NodeId u : order_) {
    const auto i = static_cast<std::size_t>(u);
    const auto radius = static_cast<float>(base * nodeSize(sizing, graph, scene.placed.values, u));
    made.push_back({scene.placed.positions[i], radius, scene.colours[i],
                    scene.shapes.empty() ? discShape : scene.shapes[i]});
  }
  const auto* selection = studio.workspace().selection.get();
  if (selection != nullptr)  // what is not selected steps back
    for (std::size_t i = 0; i < n; ++i)
      if (!std::binary_search(selection->begin(), selection->end(), order_[i]))
        made[i].colour.a = studio.workspace().selectionAlone ? 0 : 60;
  return made;
}

}  // namespace sispde::studio
