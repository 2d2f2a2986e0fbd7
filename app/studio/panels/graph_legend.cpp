#include "app/studio/panels/graph_legend.h"

#include <algorithm>

#include "app/studio/shell/colour_legend.h"

namespace sispde::studio {

void ColourLegend::draw(const Studio& studio, const GraphView& view) {
  const Theme& theme = studio.theme;
  const auto width = static_cast<float>(view.size.width), height = static_cast<float>(view.size.height);
  if (width < theme.px(225)) return;  // as for the colour bar
  ImGui::PushFont(nullptr, theme.captionSize() - 1);
  const float row = ImGui::GetTextLineHeight() + theme.px(2);
  // Below the name of what is shown, above the legend of the shapes, and not down the whole side.
  const float room = std::min(0.6f * height, height - theme.px(80));
  const auto most = static_cast<std::size_t>(std::clamp(room / row, 0.0f, 14.0f));
  if (of_ != studio.coloursRevision() || most_ != most) {
    of_ = studio.coloursRevision();
    most_ = most;
    legend_ = most < 2 ? std::nullopt : colourLegend(studio, most);
  }
  if (legend_) {
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const float right = view.at.x + width - theme.px(12), r = theme.px(3.5f);
    float y = view.at.y + theme.px(12) + row;
    for (const LegendEntry& entry : legend_->entries) {
      if (entry.mark != LegendMark::None)
        draw.AddCircleFilled({right - r, y + 0.5f * ImGui::GetTextLineHeight()}, r, entry.colour.packed());
      draw.AddText({right - 2 * r - theme.px(6) - ImGui::CalcTextSize(entry.name.c_str()).x, y},
                   packed(theme.palette.quiet), entry.name.c_str());
      y += row;
    }
  }
  ImGui::PopFont();
}

void drawShapeLegend(const Theme& theme, const GraphView& view, std::span<const NodeShape> shapes) {
  bool discs = false, squares = false, rings = false;
  for (const NodeShape shape : shapes) {
    ((shape & squareShape) != 0 ? squares : discs) = true;
    rings = rings || (shape & ringShape) != 0;
  }
  if (!squares && !rings) return;
  ImGui::PushFont(nullptr, theme.captionSize() - 1);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImU32 quiet = packed(theme.palette.quiet);
  const float line = ImGui::GetTextLineHeight(), r = theme.px(4), gap = theme.px(14);
  ImVec2 at{view.at.x + static_cast<float>(view.size.width) - theme.px(12),
            view.at.y + static_cast<float>(view.size.height) - line - theme.px(8)};
  // In a narrow view the words in the other corner need their line.
  if (static_cast<float>(view.size.width) < theme.px(400)) at.y -= line + theme.px(2);
  // From the right to the left.
  const auto entry = [&](bool seen, const char* word, const auto& mark) {
    if (!seen) return;
    at.x -= ImGui::CalcTextSize(word).x;
    draw.AddText(at, quiet, word);
    at.x -= 2 * r + theme.px(5);
    mark(ImVec2(at.x + r, at.y + 0.5f * line));
    at.x -= gap;
  };
  entry(rings, "flagged",
        [&](ImVec2 c) { draw.AddCircle(c, r, packed(theme.palette.warning), 0, theme.px(1.75f)); });
  entry(squares, "OOD", [&](ImVec2 c) {
    const float half = squareHalf * r;
    draw.AddRectFilled({c.x - half, c.y - half}, {c.x + half, c.y + half}, quiet);
  });
  entry(discs && squares, "ID", [&](ImVec2 c) { draw.AddCircleFilled(c, r, quiet); });
  ImGui::PopFont();
}

}  // namespace sispde::studio
