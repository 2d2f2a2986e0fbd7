#include <algorithm>

#include "app/studio/panels/density_picture.h"
#include "app/studio/panels/graph_legend.h"
#include "app/studio/panels/node_names.h"
#include "app/studio/panels/panel.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

class SecondGraphPanel final : public Panel {
 public:
  const char* title() const override { return "Second graph"; }
  const char* help() const override {
    return "Another graph on the same nodes beside the first one: the graph of a structure or feature shift, "
           "on which the OOD nodes are scored, or the one that is compared. Colours have the range of the "
           "first graph. Drag to move, turn the wheel to zoom, click a node to pick it in both. Where the "
           "nodes lie as in the first graph, both move together.";
  }
  bool openAtFirst() const override { return false; }
  bool fillsWindow() const override { return true; }
  bool needsData() const override { return true; }
  std::string summary(const Studio& studio) const override {
    const SecondScene* scene = studio.second();
    return scene == nullptr ? "" : scene->title;
  }

  void draw(Studio& studio) override {
    studio.view.second.wanted = true;
    const ImVec2 at = ImGui::GetCursorScreenPos(), size = ImGui::GetContentRegionAvail();
    const GraphView view{at, {static_cast<int>(size.x), static_cast<int>(size.y)}};
    if (view.size.width < 8 || view.size.height < 8) {
      ImGui::Dummy({0, 0});
      return;
    }
    ImGui::InvisibleButton("##second", size);
    const SecondScene* scene = studio.second();
    const auto& positions = studio.layoutOfSecond().positions();
    if (scene == nullptr || positions.size() != static_cast<std::size_t>(scene->graph->nodeCount())) {
      emptyState(studio, view);
      leave(studio);
      return;
    }
    studio.view.second.at = {at.x, at.y};
    studio.view.second.size = view.size;
    PlacedGraph placed = secondGraph(studio, view);
    interact(studio, placed);
    fitCamera(studio, placed);
    placed.camera = secondCamera(studio, view.size);

    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const ImVec2 end{at.x + static_cast<float>(view.size.width), at.y + static_cast<float>(view.size.height)};
    draw.AddCallback(ImGui::GetPlatformIO().DrawCallback_SetSamplerNearest, nullptr);
    if (placed.density)
      picture_.draw(studio, studio.secondDensity, canvas_.layers(studio), scene->graph,
                    sceneOf(studio, *scene, placed));
    else if (const unsigned texture = canvas_.draw(studio, sceneOf(studio, *scene, placed)); texture != 0)
      draw.AddImage(static_cast<ImTextureID>(texture), at, end);
    draw.AddCallback(ImGui::GetPlatformIO().DrawCallback_SetSamplerLinear, nullptr);
    if (studio.secondIsStale()) dimOn(studio.theme.palette.ground, at, end);
    draw.PushClipRect(at, end, true);
    drawMarks(studio, placed);
    names_.draw(studio, placed);
    drawFoot(studio, *scene, view);
    drawShapeLegend(studio.theme, view, scene->shapes);
    if (pointing_ && studio.view.hovered >= 0 && static_cast<float>(view.size.width) > studio.theme.px(200))
      drawCard(studio, placed, studio.view.hovered, cardLines(studio, *scene, studio.view.hovered));
    draw.PopClipRect();
  }

 private:
  static void emptyState(const Studio& studio, const GraphView& view) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const auto width = static_cast<float>(view.size.width), height = static_cast<float>(view.size.height);
    draw.AddRectFilled(view.at, {view.at.x + width, view.at.y + height}, packed(studio.theme.palette.ground));
    const std::string key = studio.keyOf(startAction);
    const std::string text =
        studio.second() != nullptr ? "Laying out …"
        : studio.view.planBeside && studio.rewiring.trouble().empty()
            ? "The rewired graph is being prepared …"
            : fmt::format(
                  "No second graph yet. Choose the structure or the feature shift in Training and {}: "
                  "the shifted graph will be here.",
                  key.empty() ? "start a run" : "press " + key);
    const float wrap = std::min(width - studio.theme.px(32), studio.theme.px(320));
    if (wrap < studio.theme.px(60)) return;
    const ImVec2 extent = ImGui::CalcTextSize(text.c_str(), nullptr, false, wrap);
    draw.AddText(nullptr, 0, {view.at.x + (width - extent.x) / 2, view.at.y + (height - extent.y) / 2},
                 packed(studio.theme.palette.quiet), text.c_str(), nullptr, wrap);
  }

  static void move(Studio& studio, Camera camera, ViewSize view) {
    if (studio.second()->linkedCamera) {
      camera.scale /= secondScale(studio, view);
      studio.view.camera = camera;
      studio.view.followLayout = false;
    } else {
      studio.view.second.camera = camera;
      studio.view.second.followLayout = false;
    }
  }

  void fitCamera(Studio& studio, const PlacedGraph& placed) {
    SecondView& state = studio.view.second;
    const ViewSize view = placed.view.size;
    const bool resized = view.width != fitted_.view.width || view.height != fitted_.view.height;
    if (resized && state.camera == fitted_.camera) state.fitWanted = true;
    if (studio.second()->linkedCamera || (!state.fitWanted && !state.followLayout)) return;
    const Camera whole = fit(placed.positions, view, studio.theme.px(28));
    state.camera = state.fitWanted || studio.reducedMotion() ? whole : between(state.camera, whole, 0.3);
    state.fitWanted = false;
    if (!studio.secondLayout.running()) state.followLayout = false;
    fitted_ = {state.camera, view};
  }

  void interact(Studio& studio, const PlacedGraph& placed) {
    const ImGuiIO& io = ImGui::GetIO();
    const ViewSize view = placed.view.size;
    const DoublePoint mouse{io.MousePos.x - placed.view.at.x, io.MousePos.y - placed.view.at.y};
    if (!ImGui::IsItemHovered() && !ImGui::IsItemActive()) return leave(studio);
    pointing_ = true;
    if (!ImGui::IsItemActive()) studio.view.hovered = finder_.at(studio, placed, mouse);
    if (io.MouseWheel != 0) move(studio, turnedWheel(placed.camera, mouse, io.MouseWheel, view), view);
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 3))
      move(studio, placed.camera.pan(io.MouseDelta.x, io.MouseDelta.y), view);
    const bool clicked = ImGui::IsItemDeactivated() && io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] < 9;
    if (clicked && studio.view.hovered >= 0) studio.pick(studio.view.hovered);
  }

  // The mouse is elsewhere: what it pointed at here is over.
  void leave(Studio& studio) {
    if (std::exchange(pointing_, false)) studio.view.hovered = -1;
  }

  static CanvasScene sceneOf(const Studio& studio, const SecondScene& scene, const PlacedGraph& placed) {
    CanvasScene made{placed, scene.edges, studio.layoutOfSecond().revision(), *scene.edges};
    made.added = scene.added;
    made.dropped = scene.dropped;
    made.colours = scene.colours;
    made.shapes = scene.shapes;
    made.overlayRevision = made.coloursRevision = made.shapesRevision = studio.secondRevision();
    return made;
  }

  // How many edges there are, and how many come and go.
  static void drawFoot(const Studio& studio, const SecondScene& scene, const GraphView& view) {
    const Theme& theme = studio.theme;
    const std::string text = fmt::format("{} edges", scene.graph->edgeCount());
    ImGui::PushFont(nullptr, theme.captionSize() - 1);
    ImVec2 at{view.at.x + theme.px(12),
              view.at.y + static_cast<float>(view.size.height) - ImGui::GetTextLineHeight() - theme.px(8)};
    const auto put = [&](const std::string& words, const ImVec4& colour) {
      ImGui::GetWindowDrawList()->AddText(at, packed(colour), words.c_str());
      at.x += ImGui::CalcTextSize(words.c_str()).x + theme.px(10);
    };
    put(text, theme.palette.quiet);
    if (!scene.added.empty()) put(fmt::format("+{} added", scene.added.size()), theme.palette.good);
    if (!scene.dropped.empty()) put(fmt::format("−{} dropped", scene.dropped.size()), theme.palette.bad);
    ImGui::PopFont();
  }

  static std::vector<std::string> cardLines(const Studio& studio, const SecondScene& scene, NodeId node) {
    const auto u = static_cast<std::size_t>(node);
    std::vector<std::string> lines{fmt::format("node {}", studio.document->nodeName(node)),
                                   fmt::format("degree {} here, {} in the first", scene.graph->degree(node),
                                               studio.document->data.graph.degree(node))};
    if (!scene.values.empty())
      lines.push_back(fmt::format("{} {}", scene.valueName, significant(scene.values[u])));
    if (!scene.shapes.empty() && (scene.shapes[u] & ringShape) != 0) lines.push_back("flagged");
    return lines;
  }

  GraphCanvas canvas_;
  FittedCamera fitted_;
  DensityPicture picture_;
  NodeFinder finder_;
  NodeNames names_;
  bool pointing_ = false;  // the mouse is over this graph
};

}  // namespace

std::unique_ptr<Panel> makeSecondGraphPanel() {
  return std::make_unique<SecondGraphPanel>();
}

}  // namespace sispde::studio
