#include "app/studio/panels/node_lists.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

constexpr ImGuiTableFlags flags = ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_NoPadOuterX;

// A dot in the colour of the class, and its name.
void classCell(const Studio& studio, std::int32_t label) {
  const Theme& theme = studio.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float middle = at.y + ImGui::GetTextLineHeight() / 2, radius = theme.px(3.5f);
  ImGui::GetWindowDrawList()->AddCircleFilled({at.x + radius, middle}, radius,
                                              classColour(label, theme.dark()).packed(), 16);
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 2 * radius + theme.px(5));
  const std::string name = label < 0 ? "–" : labelName(*studio.document, label);
  ImGui::TextUnformatted(fitted(name, ImGui::GetContentRegionAvail().x).c_str());
}

// The whole row; a ring in front where the node is flagged.
bool nodeCell(const Studio& studio, NodeId node, bool flagged) {
  const Theme& theme = studio.theme;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float ring = theme.px(13), room = ImGui::GetContentRegionAvail().x - ring;
  const std::string name = studio.document->nodeName(node);
  ImGui::PushID(static_cast<int>(node));
  const bool clicked = ImGui::Selectable("##node", false, ImGuiSelectableFlags_SpanAllColumns);
  ImGui::PopID();
  tooltip(theme, fmt::format("node {}{}. Click to pick it.", name, flagged ? ", flagged" : ""));
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  if (flagged)
    draw.AddCircle({at.x + theme.px(5), at.y + ImGui::GetTextLineHeight() / 2}, theme.px(4),
                   packed(theme.palette.warning), 20, theme.px(1.6f));
  draw.AddText({at.x + ring, at.y}, packed(theme.palette.text), fitted(name, room).c_str());
  return clicked;
}

}  // namespace

void numberCell(const std::string& text, const ImVec4& colour) {
  const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
  if (room > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
  ImGui::TextColored(colour, "%s", text.c_str());
}

void listHeads(const Theme& theme, std::span<const char* const> left, std::span<const char* const> right) {
  ImGui::TableNextRow();
  for (const char* text : left) {
    ImGui::TableNextColumn();
    ImGui::TextColored(theme.palette.quiet, "%s", text);
  }
  for (const char* text : right) {
    ImGui::TableNextColumn();
    numberCell(text, theme.palette.quiet);
  }
}

std::string labelName(const Document& document, std::int32_t label) {
  if (label < 0) return "none";
  const auto place = static_cast<std::size_t>(label);
  return place < document.data.classNames.size() ? document.data.classNames[place] : fmt::format("{}", label);
}

std::string labelTitle(const Document& document, std::int32_t label) {
  return (document.data.classNames.empty() && label >= 0 ? "class " : "") + labelName(document, label);
}

std::string scoreText(double value) {
  return std::abs(value) < 1e4 ? fixed(value, 3) : significant(value);
}

std::string fitted(const std::string& text, float width) {
  if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
  std::string cut = text;
  while (!cut.empty()) {
    // A whole code point.
    while (!cut.empty() && (static_cast<unsigned char>(cut.back()) & 0xC0) == 0x80) cut.pop_back();
    if (!cut.empty()) cut.pop_back();
    if (ImGui::CalcTextSize((cut + "…").c_str()).x <= width) break;
  }
  return cut + "…";
}

void fittedValue(const Theme& theme, const std::string& name, const std::string& value) {
  const float width = ImGui::GetContentRegionAvail().x, gap = theme.px(12);
  const float ofName = ImGui::CalcTextSize(name.c_str()).x, ofValue = ImGui::CalcTextSize(value.c_str()).x;
  // The shorter of the two stays whole.
  const float nameRoom = std::max(width - ofValue - gap, width / 2 - gap);
  const std::string shownName = fitted(name, std::max(nameRoom, 0.0f));
  const float left = width - std::min(ofName, ImGui::CalcTextSize(shownName.c_str()).x) - gap;
  const std::string shownValue = fitted(value, left);
  ImGui::BeginGroup();
  keyValue(theme, shownName, shownValue);
  ImGui::EndGroup();
  if (shownName != name || shownValue != value) tooltip(theme, name + ": " + value);
}

NodeQuestion questionOf(const Studio& studio, const WatchedPath* path) {
  return {
      studio.scores.data(), studio.scores.task(), studio.scores.scoring(),   studio.workspace().score.name,
      &studio.scores.id(),  &studio.scores.ood(), studio.scores.threshold(), path};
}

void section(const Theme& theme, const std::string& words) {
  ImGui::Dummy({0, theme.px(2)});
  caption(theme, words);
}

std::string scoreList(const Studio& studio, const NodeReport& report) {
  const Theme& theme = studio.theme;
  std::string clicked;
  ImGui::Dummy({0, theme.px(2)});
  ImGui::PushFont(nullptr, theme.captionSize() + 0.5f);
  if (ImGui::BeginTable("scores", 3, flags)) {
    ImGui::TableSetupColumn("score", ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthFixed, theme.px(56));
    ImGui::TableSetupColumn("higher than", ImGuiTableColumnFlags_WidthFixed, theme.px(78));
    listHeads(theme, std::array{"score"}, std::array{"value", "above ID"});
    for (const NodeScore& score : report.scores) {
      ImGui::TableNextColumn();
      const ImVec4& ink = score.chosen ? theme.palette.accent : theme.palette.text;
      ImGui::PushStyleColor(ImGuiCol_Text, ink);
      if (ImGui::Selectable(score.name.c_str(), false, ImGuiSelectableFlags_SpanAllColumns) && !score.chosen)
        clicked = score.name;
      ImGui::PopStyleColor();
      std::string help = fmt::format("{} {}: higher than {} % of the ID test nodes.", score.name,
                                     significant(score.value, 4), fixed(100 * score.above, 1));
      if (score.name == maternEnergyName)
        help += score.chosen ? " It follows ν and κ of the Kernel window."
                             : " With the ν and κ of the run's options; choose it to follow the sliders.";
      if (!score.chosen) help += " Click to look at this score.";
      tooltip(theme, help);
      ImGui::TableNextColumn();
      numberCell(scoreText(score.value), ink);
      ImGui::TableNextColumn();
      numberCell(fixed(100 * score.above, 0) + " %", ink);
    }
    ImGui::EndTable();
  }
  ImGui::PopFont();
  return clicked;
}

std::optional<NodeId> neighbourList(const Studio& studio, std::span<const Neighbour> list, bool scored) {
  const Theme& theme = studio.theme;
  std::optional<NodeId> clicked;
  const auto& labels = studio.document->data.labels;
  ImGui::PushFont(nullptr, theme.captionSize() + 0.5f);
  if (ImGui::BeginTable("neighbours", scored ? 4 : 2, flags)) {
    ImGui::TableSetupColumn("node", ImGuiTableColumnFlags_WidthStretch, 1.2f);
    ImGui::TableSetupColumn("class", ImGuiTableColumnFlags_WidthStretch, 1);
    if (scored) {
      ImGui::TableSetupColumn("predicted", ImGuiTableColumnFlags_WidthStretch, 1.15f);
      ImGui::TableSetupColumn("score", ImGuiTableColumnFlags_WidthFixed, theme.px(50));
      listHeads(theme, std::array{"node", "class", "predicted"}, std::array{"score"});
    } else {
      listHeads(theme, std::array{"node", "class"}, {});
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(list.size()));
    while (clipper.Step())
      for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i) {
        const Neighbour& each = list[static_cast<std::size_t>(i)];
        ImGui::TableNextColumn();
        if (nodeCell(studio, each.node, each.flagged)) clicked = each.node;
        ImGui::TableNextColumn();
        classCell(studio, labels.empty() ? -1 : labels[each.node]);
        if (!scored) continue;
        ImGui::TableNextColumn();
        classCell(studio, each.prediction);
        ImGui::TableNextColumn();
        numberCell(scoreText(each.score), theme.palette.text);
      }
    ImGui::EndTable();
  }
  ImGui::PopFont();
  return clicked;
}

std::optional<NodeId> correlationList(const Studio& studio, std::span<const Correlated> list,
                                      std::span<const float> covariances) {
  const Theme& theme = studio.theme;
  std::optional<NodeId> clicked;
  const auto& labels = studio.document->data.labels;
  ImGui::PushFont(nullptr, theme.captionSize() + 0.5f);
  if (ImGui::BeginTable("correlations", 4, flags)) {
    ImGui::TableSetupColumn("node", ImGuiTableColumnFlags_WidthStretch, 1.2f);
    ImGui::TableSetupColumn("class", ImGuiTableColumnFlags_WidthStretch, 1);
    ImGui::TableSetupColumn("covariance", ImGuiTableColumnFlags_WidthFixed, theme.px(58));
    ImGui::TableSetupColumn("ρ", ImGuiTableColumnFlags_WidthFixed, theme.px(50));
    listHeads(theme, std::array{"node", "class"}, std::array{"K", "ρ"});
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Correlated& each = list[i];
      ImGui::TableNextColumn();
      if (nodeCell(studio, each.node, studio.isFlagged(each.node))) clicked = each.node;
      ImGui::TableNextColumn();
      classCell(studio, labels.empty() ? -1 : labels[each.node]);
      ImGui::TableNextColumn();
      numberCell(i < covariances.size() ? fixed(static_cast<double>(covariances[i]), 4) : "–",
                 theme.palette.text);
      ImGui::TableNextColumn();
      numberCell(fixed(each.correlation, 3), theme.palette.text);
    }
    ImGui::EndTable();
  }
  ImGui::PopFont();
  return clicked;
}

}  // namespace sispde::studio
