#include <algorithm>
#include <cmath>

#include "app/studio/panels/density_picture.h"
#include "app/studio/panels/graph_legend.h"
#include "app/studio/panels/graph_overlay.h"
#include "app/studio/panels/node_names.h"
#include "app/studio/panels/panel.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

class GraphPanel final : public Panel {
 public:
  const char* title() const override { return "Graph"; }
  const char* help() const override {
    return "The graph. Drag to move, turn the wheel to zoom, click a node to pick it, Shift-click adds to "
           "the selection. The tools on the "
           "left select by rectangle or by lasso, pin nodes, fit the picture and lay it out anew; their "
           "tooltips name the keys.";
  }
  std::string summary(const Studio& studio) const override {
    const Workspace& w = studio.workspace();
    std::string text = fmt::format("colour: {}", colourByName(w.colourBy));
    if (!studio.document) return text;
    if (const NodeId whose = studio.shownNode(); whose >= 0)
      text += fmt::format(" with node {}", studio.document->nodeName(whose));
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
    // One pixel of the picture is one of the screen: nothing to smooth, which is much work without a GPU.
    const ImVec2 end{at.x + static_cast<float>(view.width), at.y + static_cast<float>(view.height)};
    draw.AddCallback(ImGui::GetPlatformIO().DrawCallback_SetSamplerNearest, nullptr);
    const bool density = studio.drawsDensity();
    if (density) {
      const std::shared_ptr<const Graph> graph(studio.document, &studio.document->data.graph);
      picture_.draw(studio, studio.density, canvas_.layers(studio), graph, sceneOf(studio, {at, view}));
    } else if (const unsigned texture = canvas_.draw(studio, sceneOf(studio, {at, view})); texture != 0) {
      draw.AddImage(static_cast<ImTextureID>(texture), at, end);
    }
    draw.AddCallback(ImGui::GetPlatformIO().DrawCallback_SetSamplerLinear, nullptr);
    if (studio.shownIsStale()) dimOn(studio.theme.palette.ground, at, end);
    draw.PushClipRect(at, {at.x + size.x, at.y + size.y}, true);
    const PlacedGraph placed = firstGraph(studio, {at, view});
    drawMarks(studio, placed);
    drawPins(studio, placed);
    names_.draw(studio, placed);
    drawGesture(studio, {at, view}, path_);
    drawColourBar(studio, {at, view});
    legend_.draw(studio, {at, view});
    drawTruth(studio, {at, view});
    drawShapeLegend(studio.theme, {at, view}, studio.nodeShapes());
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

  static CanvasScene sceneOf(const Studio& studio, const GraphView& view) {
    CanvasScene scene{firstGraph(studio, view), studio.document, studio.layout.revision(),
                      studio.document->edges};
    scene.added = studio.overlayAdded;
    scene.dropped = studio.overlayDropped;
    scene.overlayRevision = studio.overlayRevision;
    scene.phase = studio.overlayPhase;
    scene.overlayIsStale = studio.overlayIsStale();
    scene.colours = studio.nodeColours();
    scene.coloursRevision = studio.coloursRevision();
    scene.shapes = studio.nodeShapes();
    scene.shapesRevision = studio.shapesRevision();
    return scene;
  }

  // A view that shows the whole graph does so in another size too.
  void fitCamera(Studio& studio, ViewSize view) {
    ViewState& state = studio.view;
    const bool resized = view.width != fitted_.view.width || view.height != fitted_.view.height;
    if (resized && state.camera == fitted_.camera) state.fitWanted = true;
    if (!state.fitWanted && !state.followLayout) return;
    const Camera whole =
        fit(studio.layout.positions(), view, studio.theme.px(36), toolsMargin(studio.theme, view));
    state.camera = state.fitWanted || studio.reducedMotion() ? whole : between(state.camera, whole, 0.3);
    state.fitWanted = false;
    if (!studio.layout.running() && !studio.layout.gliding()) state.followLayout = false;
    fitted_ = {state.camera, view};
  }

  void interact(Studio& studio, ImVec2 at, ViewSize view) {
    ViewState& state = studio.view;
    const ImGuiIO& io = ImGui::GetIO();
    const DoublePoint mouse{io.MousePos.x - at.x, io.MousePos.y - at.y};
    if (heldOf_ != studio.opened.get()) held_ = -1;  // other data came while the mouse held a node
    const bool hovered = ImGui::IsItemHovered(), active = ImGui::IsItemActive();
    // Another window may have pointed at a node: that is for it to end.
    if (!active && hovered)
      state.hovered = finder_.at(studio, firstGraph(studio, {at, view}), mouse);
    else if (!active && pointing_)
      state.hovered = -1;
    pointing_ = hovered;
    if (hovered && io.MouseWheel != 0) {
      state.camera = turnedWheel(state.camera, mouse, io.MouseWheel, view);
      state.followLayout = false;
    }
    if (ImGui::IsItemActivated() && ImGui::IsMouseDown(ImGuiMouseButton_Left)) {
      held_ = state.hovered;
      heldOf_ = studio.opened.get();
      heldAt_.reset();
      path_.clear();
    }
    const bool dragging = active && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 3);
    if (dragging && (state.tool == Tool::Rectangle || state.tool == Tool::Lasso)) {
      if (path_.empty()) path_.push_back({io.MouseClickedPos[0].x - at.x, io.MouseClickedPos[0].y - at.y});
      if (state.tool == Tool::Rectangle) path_.resize(1);
      path_.push_back(mouse);
    } else if (dragging && held_ >= 0) {
      const DoublePoint world = state.camera.toWorld(mouse, view);
      if (!heldAt_) heldAt_ = studio.layout.positions()[static_cast<std::size_t>(held_)];
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
        studio.pin(node, !studio.layout.isPinned(node));
      else if (ImGui::GetIO().KeyShift && node >= 0)
        addToSelection(studio, node);
      else if (node >= 0)
        studio.pick(node);
      else if (studio.workspace().selection)
        studio.select({}, "Cleared the selection");
    }
    if (held_ >= 0 && heldAt_) studio.letGo(held_, *heldAt_, studio.view.tool == Tool::Pin);
    path_.clear();
    held_ = -1;
  }

  GraphCanvas canvas_;
  DensityPicture picture_;
  NodeFinder finder_;
  NodeNames names_;
  ColourLegend legend_;
  FittedCamera fitted_;
  std::vector<DoublePoint> path_;  // of the rectangle or lasso, pixels
  NodeId held_ = -1;
  const Document* heldOf_ = nullptr;  // as it was opened; never looked into
  std::optional<Point> heldAt_;       // where it was before it was dragged
  bool pointing_ = false;             // the mouse is over this graph
};

}  // namespace

std::unique_ptr<Panel> makeGraphPanel() {
  return std::make_unique<GraphPanel>();
}

}  // namespace sispde::studio
