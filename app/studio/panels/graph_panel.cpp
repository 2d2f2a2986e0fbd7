#include <algorithm>
#include <cmath>

#include "app/studio/panels/graph_overlay.h"
#include "app/studio/panels/panel.h"
#include "app/studio/render/graph_layers.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

Colour colourOf(const ImVec4& c, double alpha = 1) {
  const auto part = [](float value) {
    return static_cast<std::uint8_t>(std::lround(std::clamp(value, 0.0f, 1.0f) * 255));
  };
  return {part(c.x), part(c.y), part(c.z), part(static_cast<float>(alpha))};
}

class GraphPanel final : public Panel {
 public:
  const char* title() const override { return "Graph"; }
  const char* help() const override {
    return "The graph. Drag to move, turn the wheel to zoom, click a node to pick it, Shift-click adds to "
           "the selection. The tools on the "
           "left select by rectangle or by lasso, pin nodes and fit the picture. F fits, R lays out anew.";
  }
  std::string summary(const Studio& studio) const override {
    const Workspace& w = studio.workspace();
    std::string text = fmt::format("colour: {}", colourByName(w.colourBy));
    if (!studio.document) return text;
    if ((w.colourBy == ColourBy::Correlation || w.colourBy == ColourBy::Covariance) && studio.focus() >= 0)
      text += fmt::format(" with node {}", studio.document->nodeName(studio.focus()));
    if (w.colourBy == ColourBy::Field) text += fmt::format(" at t = {:.2f}", w.time);
    if (w.colourBy == ColourBy::Eigenvector) text += fmt::format(" {}", w.eigenvector);
    return text;
  }
  bool fillsWindow() const override { return true; }
  bool hasMenu() const override { return true; }
  void menu(Studio& studio) override { colourMenu(studio); }

  void draw(Studio& studio) override {
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
    const ViewSize view{static_cast<int>(size.x), static_cast<int>(size.y)};
    if (view.width < 8 || view.height < 8) {
      ImGui::Dummy({0, 0});
      return;
    }
    const auto& positions = studio.layout.positions();
    ImGui::SetNextItemAllowOverlap();
    ImGui::InvisibleButton("##canvas", size,
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    if (!studio.document || positions.size() != static_cast<std::size_t>(studio.document->data.nodeCount())) {
      draw.AddRectFilled(at, {at.x + size.x, at.y + size.y}, packed(studio.theme.palette.ground));
      emptyState(studio, at, size);
      return;
    }
    studio.view.graphAt = {at.x, at.y};
    studio.view.graphSize = view;
    interact(studio, at, view);
    fitCamera(studio, view);
    if (!layers_) {
      auto made = GraphLayers::make();
      if (!made) {
        studio.log.trouble(made.error().sentence());
        return;
      }
      layers_ = std::move(*made);
    }
    // One pixel of the picture is one of the screen: nothing to smooth, which is much work without a GPU.
    const ImVec2 end{at.x + static_cast<float>(view.width), at.y + static_cast<float>(view.height)};
    draw.AddCallback(ImGui::GetPlatformIO().DrawCallback_SetSamplerNearest, nullptr);
    if (studio.drawsDensity()) {
      draw.AddRectFilled(at, end, packed(studio.theme.palette.ground));
      drawDensityPicture(studio, at, view);
    } else {
      refresh(studio, view);
      const unsigned texture = layers_->draw(studio.view.camera, view.width, view.height, styleOf(studio));
      draw.AddImage(static_cast<ImTextureID>(texture), at, end);
    }
    draw.AddCallback(ImGui::GetPlatformIO().DrawCallback_SetSamplerLinear, nullptr);
    draw.PushClipRect(at, {at.x + size.x, at.y + size.y}, true);
    drawMarks(studio, {at, view});
    drawGesture(studio, {at, view}, path_);
    drawColourBar(studio, {at, view});
    drawTruth(studio, {at, view});
    drawHoverCard(studio, {at, view});
    draw.PopClipRect();
    drawTools(studio, {at, view});
    contextMenu(studio);
  }

 private:
  static void emptyState(const Studio& studio, ImVec2 at, ImVec2 size) {
    const char* text =
        studio.jobs.idle() ? "Drop a graph file here, or choose one in the File menu." : "Opening …";
    const ImVec2 extent = ImGui::CalcTextSize(text);
    ImGui::GetWindowDrawList()->AddText({at.x + (size.x - extent.x) / 2, at.y + (size.y - extent.y) / 2},
                                        packed(studio.theme.palette.quiet), text);
  }

  static GraphStyle styleOf(const Studio& studio) {
    // Edges fade with their number.
    const double count = static_cast<double>(studio.document->edges.size());
    const double alpha = std::clamp(18 / std::sqrt(count + 1), 0.05, 0.55);
    return {colourOf(studio.theme.palette.ground), colourOf(studio.theme.palette.quiet, alpha),
            studio.theme.px(1)};
  }

  static void fitCamera(Studio& studio, ViewSize view) {
    ViewState& state = studio.view;
    if (!state.fitWanted && !state.followLayout) return;
    const Camera whole = fit(studio.layout.positions(), view, studio.theme.px(36));
    state.camera = state.fitWanted || studio.reducedMotion() ? whole : between(state.camera, whole, 0.3);
    state.fitWanted = false;
    if (!studio.layout.running()) state.followLayout = false;
  }

  void refresh(Studio& studio, ViewSize view) {
    bool moved = false;
    const auto& positions = studio.layout.positions();
    const void* alone = studio.workspace().selectionAlone ? studio.workspace().selection.get() : nullptr;
    if (studio.document.get() != seenDocument_ || studio.layout.revision() != seenPositions_ ||
        alone != seenAlone_) {
      if (alone == nullptr)
        layers_->setPositions(positions, studio.document->edges);
      else
        layers_->setPositions(positions, edgesOfSelection(studio));
      seenPositions_ = studio.layout.revision();
      seenAlone_ = alone;
      moved = true;
    }
    seenDocument_ = studio.document.get();
    const DiscKey key{studio.document.get(),
                      studio.coloursRevision(),
                      studio.workspace().selection.get(),
                      studio.workspace().selectionAlone,
                      studio.workspace().sizeBy,
                      studio.theme.scale,
                      view.width,
                      view.height};
    if (!moved && key == seenDiscs_) return;
    seenDiscs_ = key;
    layers_->setDiscs(discs(studio, studio.nodeColours()));
  }

  static std::vector<Edge> edgesOfSelection(const Studio& studio) {
    std::vector<Edge> edges;
    for (const Edge& edge : studio.document->edges)
      if (studio.isShown(edge.u) && studio.isShown(edge.v)) edges.push_back(edge);
    return edges;
  }

  // Mean distance of the nodes as if they filled the picture's box, in units of the layout.
  double spacing(const Studio& studio) {
    const auto& positions = studio.layout.positions();
    if (spacingOf_ == studio.layout.revision()) return spacing_;
    spacingOf_ = studio.layout.revision();
    Point least = positions[0], most = positions[0];
    for (const Point& p : positions) {
      least = {std::min(least.x, p.x), std::min(least.y, p.y)};
      most = {std::max(most.x, p.x), std::max(most.y, p.y)};
    }
    const double area = static_cast<double>(most.x - least.x) * (most.y - least.y);
    spacing_ = std::sqrt(area / static_cast<double>(positions.size()));
    return spacing_;
  }

  // The newest picture, moved and stretched to where the camera looks now.
  void drawDensityPicture(Studio& studio, ImVec2 at, ViewSize view) {
    DensityLive::Look look{studio.view.camera, view};
    look.node = classColour(-1, studio.theme.dark());
    look.edge = colourOf(studio.theme.palette.quiet);
    look.nodeRadius = std::clamp(0.3 * spacing(studio) * studio.view.camera.scale, 0.6, 6.0);
    look.edgeStrength = 0.12;
    look.positions = studio.layout.revision();
    look.colours = studio.coloursRevision();
    look.alone = studio.workspace().selectionAlone ? studio.workspace().selection : nullptr;
    studio.density.ask(studio.document, studio.layout.positions(), studio.nodeColours(), look);
    const DensityLive::Look* drawn = studio.density.drawn();
    if (drawn == nullptr) return;
    if (seenPicture_ != studio.density.revision()) {
      seenPicture_ = studio.density.revision();
      const Image& image = studio.density.image();
      layers_->setPicture(image.size.width, image.size.height, image.pixels);
    }
    const auto corner = [&](double x, double y) {
      const DoublePoint place = studio.view.camera.toScreen(drawn->camera.toWorld({x, y}, drawn->view), view);
      return ImVec2(at.x + static_cast<float>(place.x), at.y + static_cast<float>(place.y));
    };
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.PushClipRect(at, {at.x + static_cast<float>(view.width), at.y + static_cast<float>(view.height)},
                      true);
    draw.AddImage(static_cast<ImTextureID>(layers_->drawPicture()), corner(0, 0),
                  corner(drawn->view.width, drawn->view.height));
    draw.PopClipRect();
  }

  // Hubs on top: drawn last.
  std::vector<GraphLayers::Disc> discs(const Studio& studio, const std::vector<Colour>& colours) {
    const Graph& graph = studio.document->data.graph;
    const auto n = colours.size();
    if (order_.size() != n || orderOf_ != studio.document.get()) {
      order_.resize(n);
      for (std::size_t i = 0; i < n; ++i) order_[i] = static_cast<NodeId>(i);
      std::stable_sort(order_.begin(), order_.end(),
                       [&](NodeId u, NodeId v) { return graph.degree(u) < graph.degree(v); });
      orderOf_ = studio.document.get();
    }
    std::vector<GraphLayers::Disc> made;
    made.reserve(n);
    for (const NodeId u : order_)
      made.push_back({studio.layout.positions()[u], nodeRadius(studio, u), colours[u]});
    const auto* selection = studio.workspace().selection.get();
    if (selection != nullptr)  // what is not selected steps back
      for (std::size_t i = 0; i < n; ++i)
        if (!std::binary_search(selection->begin(), selection->end(), order_[i]))
          made[i].colour.a = studio.workspace().selectionAlone ? 0 : 60;
    return made;
  }

  void interact(Studio& studio, ImVec2 at, ViewSize view) {
    ViewState& state = studio.view;
    const ImGuiIO& io = ImGui::GetIO();
    const DoublePoint mouse{io.MousePos.x - at.x, io.MousePos.y - at.y};
    const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
    if (!active) state.hovered = hovered ? nodeAt(studio, mouse, view) : -1;
    if (hovered && io.MouseWheel != 0) {
      // Edges have a mean length of about 1; OpenGL's floats would show beyond.
      constexpr double closest = 1e5;
      const double factor =
          std::min(std::pow(1.2, io.MouseWheel), std::max(1.0, closest / state.camera.scale));
      state.camera = state.camera.zoomAt(mouse, factor, view);
      state.followLayout = false;
    }
    if (ImGui::IsItemActivated() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
      held_ = state.hovered;
      path_.clear();
    }
    const bool dragging = active && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 3);
    if (dragging && (state.tool == Tool::Rectangle || state.tool == Tool::Lasso)) {
      if (path_.empty()) path_.push_back({io.MouseClickedPos[0].x - at.x, io.MouseClickedPos[0].y - at.y});
      if (state.tool == Tool::Rectangle) path_.resize(1);
      path_.push_back(mouse);
    } else if (dragging && held_ >= 0) {
      const DoublePoint world = state.camera.toWorld(mouse, view);
      studio.layout.move(held_, {static_cast<float>(world.x), static_cast<float>(world.y)});
      state.followLayout = false;
    } else if (dragging) {
      state.camera = state.camera.pan(io.MouseDelta.x, io.MouseDelta.y);
      state.followLayout = false;
    }
    if (ImGui::IsItemDeactivated()) release(studio, view);
  }

  void release(Studio& studio, ViewSize view) {
    if (path_.size() > 1) {
      selectInside(studio, view, path_);
    } else if (ImGui::GetIO().MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < 9 &&
               ImGui::IsMouseReleased(ImGuiMouseButton_Left)) {
      const NodeId node = studio.view.hovered;
      if (studio.view.tool == Tool::Pin && node >= 0)
        studio.layout.pin(node, !studio.layout.isPinned(node));
      else if (ImGui::GetIO().KeyShift && node >= 0)
        addToSelection(studio, node);
      else if (node >= 0)
        studio.pick(node);
      else if (studio.workspace().selection)
        studio.select({}, "Cleared the selection");
    }
    if (held_ >= 0 && studio.view.tool != Tool::Pin) studio.layout.release(held_);
    path_.clear();
    held_ = -1;
  }

  // All that the discs depend on beside the positions.
  struct DiscKey {
    const Document* document = nullptr;
    std::uint64_t colours = 0;
    const void* selection = nullptr;
    bool alone = false;
    SizeBy sizeBy = SizeBy::Degree;
    float scale = 1;
    int width = 0, height = 0;
    friend bool operator==(const DiscKey&, const DiscKey&) = default;
  };
  std::unique_ptr<GraphLayers> layers_;
  DiscKey seenDiscs_;
  const Document *seenDocument_ = nullptr, *orderOf_ = nullptr;
  const void* seenAlone_ = nullptr;
  std::uint64_t seenPositions_ = 0, seenPicture_ = 0;
  std::vector<NodeId> order_;
  double spacing_ = 1;
  std::uint64_t spacingOf_ = ~std::uint64_t{0};
  std::vector<DoublePoint> path_;  // of the rectangle or lasso, pixels
  NodeId held_ = -1;
};

}  // namespace

std::unique_ptr<Panel> makeGraphPanel() {
  return std::make_unique<GraphPanel>();
}

}  // namespace sispde::studio
