#include "app/studio/panels/heatmap_marks.h"

#include <algorithm>
#include <cmath>

#include "app/studio/shell/widgets.h"

namespace sispde::studio {

std::vector<std::size_t> classBoundaries(std::span<const NodeId> order,
                                         std::span<const std::int32_t> labels) {
  std::vector<std::size_t> places;
  if (labels.empty()) return places;
  for (std::size_t i = 1; i < order.size(); ++i)
    if (labels[static_cast<std::size_t>(order[i])] != labels[static_cast<std::size_t>(order[i - 1])])
      places.push_back(i);
  return places;
}

void HeatmapMarks::learn(const Studio& studio) {
  const auto order = studio.kernel.sharedOrder();
  if (order == order_) return;
  order_ = order;
  selection_ = nullptr;
  rowRuns_.clear();
  columnRuns_.clear();
  placeOf_.assign(order->size(), 0);
  boundaries_ = classBoundaries(*order, studio.document->data.labels);
  for (std::size_t i = 0; i < order->size(); ++i) placeOf_[(*order)[i]] = i;
}

void HeatmapMarks::findRuns(const Studio& studio, const HeatmapFrame& frame) {
  const auto& selection = studio.workspace().selection;
  if (selection == selection_ && frame.view == seen_) return;
  selection_ = selection;
  seen_ = frame.view;
  rowRuns_.clear();
  columnRuns_.clear();
  if (!selection) return;
  std::vector<std::size_t> places;
  for (const NodeId node : *selection) places.push_back(placeOf_[node]);
  rowRuns_ = runsOf(frame.view.rows(), places, frame.nodes, static_cast<int>(frame.side));
  columnRuns_ = runsOf(frame.view.columns(), places, frame.nodes, static_cast<int>(frame.side));
}

void HeatmapMarks::tick(const HeatmapFrame& f, NodeId node, const ImVec4& colour, float alpha,
                        float gutter) const {
  if (node < 0 || static_cast<std::size_t>(node) >= placeOf_.size()) return;
  const double place = static_cast<double>(placeOf_[node]) + 0.5;
  ImDrawList& drawing = *ImGui::GetWindowDrawList();
  const float x = f.x(place), y = f.y(place);
  if (y >= f.at.y && y <= f.at.y + f.side)
    drawing.AddRectFilled({f.at.x - gutter, y - 1}, {f.at.x - 1, y + 1}, packed(colour, alpha));
  if (x >= f.at.x && x <= f.at.x + f.side)
    drawing.AddRectFilled({x - 1, f.at.y - gutter}, {x + 1, f.at.y - 1}, packed(colour, alpha));
}

// Edges that a plan would drop and add: each a pair of cells. A rim in the ground's colour lets a mark be seen on cells of its own colour.
void HeatmapMarks::edges(const Studio& studio, const HeatmapFrame& f) const {
  constexpr std::size_t most = 4000;  // more would hide the picture
  ImDrawList& drawing = *ImGui::GetWindowDrawList();
  const Palette& p = studio.theme.palette;
  const auto mark = [&](const std::vector<Edge>& list, float half, ImU32 colour) {
    for (std::size_t i = 0; i < std::min(list.size(), most); ++i)
      for (const auto& [row, column] : {std::pair(list[i].u, list[i].v), std::pair(list[i].v, list[i].u)}) {
        const float x = f.x(static_cast<double>(placeOf_[column]) + 0.5),
                    y = f.y(static_cast<double>(placeOf_[row]) + 0.5);
        if (x < f.at.x || y < f.at.y || x > f.at.x + f.side || y > f.at.y + f.side) continue;
        drawing.AddRectFilled({x - half, y - half}, {x + half, y + half}, colour);
      }
  };
  const float half = studio.theme.px(1.5f), rim = half + studio.theme.px(1);
  const float whole = studio.overlayIsStale() ? 0.6f : 1;
  for (const auto* list : {&studio.overlayDropped, &studio.overlayAdded})
    mark(*list, rim, packed(p.ground, 0.7f * whole));
  mark(studio.overlayDropped, half, packed(p.bad, 0.85f * whole));
  mark(studio.overlayAdded, half, packed(p.good, 0.85f * whole));
}

void HeatmapMarks::draw(const Studio& studio, const HeatmapFrame& f, float gutter) {
  if (!studio.kernel.sharedOrder()) return;
  learn(studio);
  findRuns(studio, f);
  ImDrawList& drawing = *ImGui::GetWindowDrawList();
  const Palette& p = studio.theme.palette;
  // While the order by class is being prepared, the picture is in the former one.
  if (studio.kernel.orderShown() == NodeOrder::Class)
    for (const std::size_t place : boundaries_) {
      const float x = f.x(static_cast<double>(place)), y = f.y(static_cast<double>(place));
      const ImU32 line = packed(p.panel, 0.45f);
      if (x > f.at.x && x < f.at.x + f.side) drawing.AddLine({x, f.at.y}, {x, f.at.y + f.side}, line);
      if (y > f.at.y && y < f.at.y + f.side) drawing.AddLine({f.at.x, y}, {f.at.x + f.side, y}, line);
    }
  edges(studio, f);
  const ImU32 chosen = packed(p.accent);
  for (const auto [begin, end] : rowRuns_)
    drawing.AddRectFilled({f.at.x - gutter + 1, f.at.y + static_cast<float>(begin)},
                          {f.at.x - 1, f.at.y + static_cast<float>(end)}, chosen);
  for (const auto [begin, end] : columnRuns_)
    drawing.AddRectFilled({f.at.x + static_cast<float>(begin), f.at.y - gutter + 1},
                          {f.at.x + static_cast<float>(end), f.at.y - 1}, chosen);
  tick(f, studio.workspace().picked, p.text, 0.55f, gutter);
  tick(f, studio.view.hovered, p.text, 1, gutter);
  for (const NodeId node : studio.view.hoveredCell) tick(f, node, p.warning, 1, gutter);
}

void drawBrush(const Theme& theme, const HeatmapFrame& f) {
  const ImVec2 from = ImGui::GetIO().MouseClickedPos[ImGuiMouseButton_Left], to = ImGui::GetIO().MousePos;
  const ImVec2 end{f.at.x + f.side, f.at.y + f.side};
  const auto inside = [&](ImVec2 p) {
    return ImVec2(std::clamp(p.x, f.at.x, end.x), std::clamp(p.y, f.at.y, end.y));
  };
  const ImVec2 a = inside(from), b = inside(to);
  ImDrawList& drawing = *ImGui::GetWindowDrawList();
  const ImVec2 least{std::min(a.x, b.x), std::min(a.y, b.y)}, most{std::max(a.x, b.x), std::max(a.y, b.y)};
  drawing.AddRectFilled(least, most, packed(theme.palette.accent, 0.12f));
  drawing.AddRect(least, most, packed(theme.palette.accent));
}

void drawHeatmapBar(const Theme& theme, const BarPlace& place, const ColourScale& scale) {
  ImDrawList& drawing = *ImGui::GetWindowDrawList();
  const ImVec2 at = place.at, size = place.size;
  const bool upright = place.upright;
  const float thick = theme.px(8), length = upright ? size.y : size.x;
  constexpr int parts = 64;
  for (int i = 0; i < parts; ++i) {  // on whole pixels: no seams
    const float begin = std::floor(length * static_cast<float>(i) / parts);
    const float end = std::floor(length * static_cast<float>(i + 1) / parts);
    const double share = (i + 0.5) / parts;
    if (upright)
      drawing.AddRectFilled({at.x, at.y + begin}, {at.x + thick, at.y + end},
                            colourAt(scale.map, 1 - share).packed());
    else
      drawing.AddRectFilled({at.x + begin, at.y}, {at.x + end, at.y + thick},
                            colourAt(scale.map, share).packed());
  }
  ImGui::PushFont(nullptr, theme.captionSize() - 1);
  const auto label = [&](const std::string& text, float share) {
    const ImVec2 room = ImGui::CalcTextSize(text.c_str());
    const ImVec2 corner = upright ? ImVec2(at.x + thick + theme.px(4), at.y + (length - room.y) * (1 - share))
                                  : ImVec2(at.x + (length - room.x) * share, at.y + thick + theme.px(2));
    drawing.AddText(corner, packed(theme.palette.quiet), text.c_str());
  };
  label(significant(scale.low, 2), 0);
  if (length > theme.px(60))
    label(scale.squareRoot ? "√ scale" : significant((scale.low + scale.high) / 2, 2), 0.5f);
  label(significant(scale.high, 2), 1);
  ImGui::PopFont();
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton("##colours", size);
  tooltip(theme,
          scale.squareRoot
              ? "From zero to what 99.5 % of the cells stay below. √ scale: the middle of the bar is a "
                "quarter of its upper end, so that what is weak beside the diagonal is seen."
              : "Signed values, zero in the middle; 99 % of the cells stay within the ends.");
}

}  // namespace sispde::studio
