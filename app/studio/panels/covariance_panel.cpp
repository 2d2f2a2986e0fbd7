#include <algorithm>
#include <cmath>

#include "app/studio/panels/heatmap_lists.h"
#include "app/studio/panels/heatmap_marks.h"
#include "app/studio/panels/panel.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

// Which pairs a cell stands for.
std::string cellWords(const Studio& studio, const HeatmapFrame& f) {
  const std::size_t rows = f.view.rows().visible(f.nodes).count,
                    columns = f.view.columns().visible(f.nodes).count;
  const auto bins = static_cast<std::size_t>(studio.kernel.bins());
  if (studio.block.shown() || bins >= f.nodes)
    return fmt::format("{}{} × {} nodes, every pair", f.view.whole() ? "" : "block of ", rows, columns);
  const double share = static_cast<double>(f.nodes) / static_cast<double>(bins);
  const std::string each =
      f.nodes % bins == 0 || share >= 10 ? fmt::format("{:.0f}", share) : fmt::format("{:.1f}", share);
  return fmt::format("means of {}{} × {} pairs", f.nodes % bins == 0 ? "" : "≈ ", each, each);
}

std::vector<std::string> truthOf(const Studio& studio, const HeatmapFrame& f) {
  const Answer& answer = studio.block.shown() ? studio.block.answer() : studio.kernel.image();
  if (studio.block.wasStopped()) return {"the block was left undone: means are shown", cellWords(studio, f)};
  if (studio.block.pending()) return {"the block is being computed"};
  if (const std::string before = studio.kernel.formerWords(KernelPart::Picture); !before.empty())
    return {before + (studio.kernel.wasStopped() ? ": the new one was cancelled"
                                                 : ": the new one is being prepared"),
            cellWords(studio, f)};
  // What the numbers are worth comes first: a narrow line has that.
  std::vector<std::string> pieces{fmt::format("{} · {}", basisWords(answer.info), errorWords(answer.info))};
  if (const std::string exact = studio.kernel.exactWords(); !exact.empty()) pieces.push_back(exact);
  pieces.push_back(cellWords(studio, f));
  pieces.push_back(fmt::format("{:.1f} ms", answer.milliseconds));
  return pieces;
}

class CovariancePanel final : public Panel {
 public:
  const char* title() const override { return "Covariance"; }
  bool needsData() const override { return true; }
  const char* help() const override {
    return "The covariance matrix K of the noise, every node against every node; on large graphs each cell "
           "is the mean of a block. Point at a cell and its two nodes light up in the graph; click to pick "
           "the row's node, drag to select the nodes of a rectangle (Shift adds). The wheel zooms, down to "
           "every single pair; the right button moves the picture; a double click shows all again.";
  }

  void draw(Studio& studio) override {
    const Theme& theme = studio.theme;
    drawHeatmapLists(studio);
    const float gutter = theme.px(6), gap = theme.px(6), beside = theme.px(50), beneath = theme.px(26);
    const float foot = ImGui::GetTextLineHeight() + theme.px(6);
    const ImVec2 corner = ImGui::GetCursorScreenPos(), room = ImGui::GetContentRegionAvail();
    // The colour bar goes where it leaves more to the heatmap.
    const float across = room.x - gutter, down = room.y - gutter - foot;
    const float withBeside = std::min(across - gap - beside, down),
                withBeneath = std::min(across, down - gap - beneath);
    const bool upright = withBeside >= withBeneath;
    const float side = std::floor(std::max(theme.px(60), std::max(withBeside, withBeneath)));
    const float spare = std::max(0.0f, across - side - (upright ? gap + beside : 0.0f));
    HeatmapFrame frame{{std::floor(corner.x + gutter + spare / 2), std::floor(corner.y + gutter)}, side};
    const BarPlace bar = upright ? BarPlace{{frame.at.x + side + gap, frame.at.y}, {beside, side}, true}
                                 : BarPlace{{frame.at.x, frame.at.y + side + gap}, {side, beneath}, false};
    studio.view.heatmap.side = side;
    frame.view = studio.view.heatmap;
    ImGui::SetCursorScreenPos(frame.at);
    ImGui::InvisibleButton("##heatmap", {side, side},
                           ImGuiButtonFlags_MouseButtonLeft | ImGuiButtonFlags_MouseButtonRight |
                               ImGuiButtonFlags_MouseButtonMiddle);
    studio.view.hoveredCell = {-1, -1};
    const Answer& image = studio.kernel.image();
    const auto* order = studio.kernel.order();
    if (!image.valid() || order == nullptr) {
      ImGui::GetWindowDrawList()->AddRectFilled(frame.at, {frame.at.x + side, frame.at.y + side},
                                                packed(theme.palette.raised), theme.px(6));
      if (!image.trouble.empty())
        caption(theme, image.trouble);
      else if (preparing(theme, studio.kernel.wasStopped()))
        studio.askAgain();
      return;
    }
    frame.nodes = order->size();
    ImGui::PushFont(nullptr, theme.captionSize());
    std::string line = asManyAsFit(truthOf(studio, frame), room.x);
    ImGui::PopFont();
    if (ImGui::IsItemHovered()) line = nameCell(studio, frame);
    picture_.draw(studio, frame);
    marks_.draw(studio, frame, gutter);
    if (studio.kernel.isStale(KernelPart::Picture))
      dim(theme, frame.at, {frame.at.x + side, frame.at.y + side});
    if (brushing()) {
      drawBrush(theme, frame);
      const auto [rows, columns] = brushed(frame);
      line = fmt::format("{} × {} nodes", rows.count, columns.count);
    }
    interact(studio, frame);  // what it changes is seen with the next frame, when the block was asked for
    drawHeatmapBar(theme, bar, picture_.scale());
    const float below = upright ? frame.at.y + side : bar.at.y + bar.size.y;
    ImGui::SetCursorScreenPos({corner.x, below + theme.px(4)});
    caption(theme, line);
    tooltip(theme, fmt::format("{}. The entries are combined from a reduced basis of functions; the error is "
                               "the largest, relative to the mean variance. Where all eigenpairs are known, "
                               "variances and the normalisation are exact.",
                               fmt::join(truthOf(studio, frame), " · ")));
  }

 private:
  static constexpr float dragThreshold = 3;

  // Position of a point of the screen as a share of the side.
  static DoublePoint positionOf(const HeatmapFrame& f, ImVec2 p) {
    return {static_cast<double>((p.x - f.at.x) / f.side), static_cast<double>((p.y - f.at.y) / f.side)};
  }

  static bool brushing() {
    return ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, dragThreshold);
  }

  static std::pair<PlaceRange, PlaceRange> brushed(const HeatmapFrame& f) {
    const DoublePoint a = positionOf(f, ImGui::GetIO().MouseClickedPos[ImGuiMouseButton_Left]);
    const DoublePoint b = positionOf(f, ImGui::GetIO().MousePos);
    return {f.view.rows().between(a.y, b.y, f.nodes), f.view.columns().between(a.x, b.x, f.nodes)};
  }

  static std::string nameCell(Studio& studio, const HeatmapFrame& f) {
    const DoublePoint p = positionOf(f, ImGui::GetIO().MousePos);
    const auto& order = *studio.kernel.order();
    const std::size_t row = f.view.rows().placeAt(p.y, f.nodes),
                      column = f.view.columns().placeAt(p.x, f.nodes);
    studio.view.hoveredCell = {order[row], order[column]};
    const HeatmapCell cell = studio.block.cell(studio.kernel, row, column);
    const Workspace& w = studio.workspace();
    return fmt::format("nodes {} and {}: {}{} {}{}", studio.document->nodeName(order[row]),
                       studio.document->nodeName(order[column]), isChange(w.quantity) ? "Δ" : "",
                       isCorrelation(w.quantity) ? "ρ" : "K", significant(cell.value),
                       cell.exact ? "" : " (mean of a block)");
  }

  void interact(Studio& studio, const HeatmapFrame& f) {
    const ImGuiIO& io = ImGui::GetIO();
    HeatmapView& view = studio.view.heatmap;
    if (ImGui::IsItemHovered()) {
      ImGui::SetItemKeyOwner(ImGuiKey_MouseWheelY);
      const DoublePoint p = positionOf(f, io.MousePos);
      if (io.MouseWheel != 0) view = view.zoomAt(p.x, p.y, std::pow(1.2, io.MouseWheel), f.nodes);
      if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left) && !view.whole()) {
        view = view.reset();
        // Its first click picked a node, which was not meant.
        if (pickEntry_ > 0 && pickEntry_ == studio.history.doneCount()) studio.history.undo();
      }
    }
    const bool moves = ImGui::IsMouseDragging(ImGuiMouseButton_Right, dragThreshold) ||
                       ImGui::IsMouseDragging(ImGuiMouseButton_Middle, dragThreshold);
    if (ImGui::IsItemActive() && moves) view = view.pan(io.MouseDelta.x / f.side, io.MouseDelta.y / f.side);
    if (ImGui::IsItemDeactivated() && ImGui::IsMouseReleased(ImGuiMouseButton_Left)) release(studio, f);
  }

  void release(Studio& studio, const HeatmapFrame& f) {
    const ImGuiIO& io = ImGui::GetIO();
    pickEntry_ = 0;
    if (io.MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] >= dragThreshold * dragThreshold) {
      select(studio, f);
    } else if (io.MouseClickedLastCount[ImGuiMouseButton_Left] == 1) {
      const std::size_t before = studio.history.doneCount();
      const double y = positionOf(f, io.MousePos).y;
      studio.pick((*studio.kernel.order())[f.view.rows().placeAt(y, f.nodes)]);
      if (studio.history.doneCount() != before) pickEntry_ = studio.history.doneCount();
    }
  }

  // All nodes of the brushed rows and columns.
  static void select(Studio& studio, const HeatmapFrame& f) {
    const auto& order = *studio.kernel.order();
    std::vector<NodeId> nodes;
    const auto [rows, columns] = brushed(f);
    for (const PlaceRange range : {rows, columns})
      for (std::size_t place = range.first; place < range.end(); ++place) nodes.push_back(order[place]);
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    const std::size_t count = nodes.size();
    const auto& old = studio.workspace().selection;
    const bool more = ImGui::GetIO().KeyShift && old;
    if (more) nodes.insert(nodes.end(), old->begin(), old->end());
    studio.select(std::move(nodes), fmt::format("{} {} node{} in the heatmap", more ? "Added" : "Selected",
                                                count, count == 1 ? "" : "s"));
  }

  HeatmapPicture picture_;
  HeatmapMarks marks_;
  std::size_t pickEntry_ = 0;  // number of the history's entry that the last click made; 0: none
};

}  // namespace

std::unique_ptr<Panel> makeCovariancePanel() {
  return std::make_unique<CovariancePanel>();
}

}  // namespace sispde::studio
