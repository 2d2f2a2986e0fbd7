#include "app/studio/panels/graph_overlay.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "app/studio/live/node_report.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

double meanOfNeighbours(const Studio& studio, NodeId node, const std::vector<float>& values) {
  double sum = 0;
  const auto neighbours = studio.document->data.graph.neighbours(node);
  for (const NodeId v : neighbours) sum += values[v];
  return neighbours.empty() ? 0 : sum / static_cast<double>(neighbours.size());
}

// The column of tools, in its view.
struct ToolColumn {
  float at, width, row, pad;
  bool shown, folded;  // in a low view to one button with the tool's name, and the others behind it

  float height() const { return row * static_cast<float>(folded ? 1 : count) + 2 * pad; }
  static constexpr std::size_t count = 7;
};

ToolColumn toolColumn(const Theme& theme, ViewSize view) {
  ToolColumn column{theme.px(10), theme.px(50), theme.px(26), theme.px(5), false, false};
  column.folded = static_cast<float>(view.height) < column.height() + theme.px(24);
  column.shown = static_cast<float>(view.width) >= column.width + 2 * column.at &&
                 static_cast<float>(view.height) >= column.height() + column.at;
  return column;
}

// What the node's colour says where that is no value.
std::string colourWords(const Studio& studio, NodeId node) {
  const Document& d = *studio.document;
  const auto u = static_cast<std::size_t>(node);
  const ColourBy by = studio.workspace().colourBy;
  if (by == ColourBy::Component) {
    const auto& of = d.components.ofNode;
    const auto size = std::ranges::count(of, of[u]);
    return fmt::format("component of {} node{}", size, size == 1 ? "" : "s");
  }
  if (!isOfModel(by) || by == ColourBy::Score || !studio.scores.valid()) return {};
  if (by == ColourBy::Flagged) {
    const ShiftedData* data = studio.scores.data();
    if (data == nullptr || !isTested(nodeSetOf(*data, studio.scores.task(), node))) return "not tested";
    return studio.isFlagged(node) ? "flagged" : "not flagged";
  }
  const std::int32_t predicted = studio.scores.scoring()->evaluation.prediction[u];
  const auto label = static_cast<std::size_t>(predicted);
  const std::string words = fmt::format(
      "predicted {}", label < d.data.classNames.size() ? d.data.classNames[label] : fmt::format("{}", label));
  if (by == ColourBy::Prediction) return words;
  if (d.data.labels.empty() || d.data.labels[u] < 0) return words + " · no label";
  return words + (predicted == d.data.labels[u] ? " · right" : " · wrong");
}

// Mouse on the colour bar: its outer thirds are the ends.
void holdRange(Studio& studio, float left, float width) {
  const Shown& shown = studio.shown();
  const auto edit = [&](const char* words, bool locked, ColourRange range, const char* key) {
    studio.history.edit(
        words,
        [&](Workspace& w) {
          w.rangeLocked = locked;
          w.range = range;
        },
        key);
  };
  const ColourRange now{shown.low, shown.high};
  const bool locked = studio.workspace().rangeLocked;
  const float place = (ImGui::GetIO().MouseClickedPos[0].x - left) / width;
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    if (locked) edit("Freed the colour range", false, now, "");
  } else if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left, 2)) {
    const double moved = ImGui::GetIO().MouseDelta.x / width * (now.high - now.low);
    ColourRange range = now;
    if (place < 1.0f / 3) range.low = std::min(range.low + moved, now.high - 1e-3 * (now.high - now.low));
    if (place > 2.0f / 3) range.high = std::max(range.high + moved, now.low + 1e-3 * (now.high - now.low));
    if (shown.centred) {  // zero keeps its colour: both ends move
      const double most = std::max(1e-3 * now.high, place < 0.5f ? -range.low : range.high);
      range = {-most, most};
    }
    if (range != now) edit("Colour range", true, range, "colour range");
  } else if (ImGui::IsItemDeactivated()) {
    studio.history.endGesture();
    const bool still =
        ImGui::GetIO().MouseDragMaxDistanceSqr[0] < 9 && ImGui::GetIO().MouseClickedLastCount[0] < 2;
    if (still && place >= 1.0f / 3 && place <= 2.0f / 3)
      edit(locked ? "Freed the colour range" : "Locked the colour range", !locked, now, "");
    else if (still)
      ImGui::OpenPopup("colour range");
  }
}

// Both ends as numbers.
void typeRange(Studio& studio) {
  if (!ImGui::BeginPopup("colour range")) return;
  const Theme& theme = studio.theme;
  const Shown& shown = studio.shown();
  const auto end = [&](const char* id, double value, double least, double most, bool low) {
    ImGui::TextColored(theme.palette.quiet, "%s", id + 2);  // without the ##
    ImGui::SameLine(theme.px(60));
    const SliderChange change = typedNumber(
        theme,
        {id, least, most, "Click and type this end of the colours, then Enter; the range is locked then"},
        significant(value, 4));
    if (change.value || !change.refused.empty()) studio.typed(change.refused, "Graph");
    if (!change.value) return;
    ColourRange range{low ? *change.value : shown.low, low ? shown.high : *change.value};
    if (shown.centred) range = {-std::abs(*change.value), std::abs(*change.value)};  // zero keeps its colour
    studio.history.edit("Colour range", [&](Workspace& w) {
      w.rangeLocked = true;
      w.range = range;
    });
  };
  constexpr double far = 1e300;
  const double least = 1e-6 * std::max({std::abs(shown.low), std::abs(shown.high), 1e-30});
  caption(theme, "Ends of the colours");
  if (!shown.centred) end("##from", shown.low, -far, shown.high - least, true);
  end("##to", shown.high, shown.centred ? least : shown.low + least, far, false);
  ImGui::EndPopup();
}

}  // namespace

std::vector<std::string> cardLines(const Studio& studio, NodeId node) {
  const Document& d = *studio.document;
  std::string head = fmt::format("node {}", d.nodeName(node));
  if (const std::string name = d.className(node); !name.empty()) head += fmt::format(" · class {}", name);
  std::vector<std::string> lines{head};
  std::string second = fmt::format("degree {}", d.data.graph.degree(node));
  if (studio.kernel.variances().valid())
    second = fmt::format("variance {} · {}", significant(studio.kernel.variances().values[node], 4), second);
  lines.push_back(second);
  const Workspace& w = studio.workspace();
  if (const auto& rho = studio.kernel.correlation().values; studio.kernel.correlationNode() >= 0) {
    const NodeId whose = studio.kernel.correlationNode();
    if (node == whose)
      lines.push_back(fmt::format("mean ρ of neighbours {}", fixed(meanOfNeighbours(studio, node, rho), 2)));
    else
      lines.push_back(fmt::format("ρ with node {}: {}", d.nodeName(whose), fixed(rho[node], 3)));
  }
  if (const std::string colour = colourWords(studio, node); !colour.empty()) lines.push_back(colour);
  if (const Shown& shown = studio.shown(); !shown.values.empty() && w.colourBy != ColourBy::Correlation &&
                                           w.colourBy != ColourBy::Degree && w.colourBy != ColourBy::Variance)
    lines.push_back(fmt::format("{} {}", shown.name, significant(shown.values[node])));
  return lines;
}

void drawGesture(const Studio& studio, const GraphView& view, const std::vector<DoublePoint>& path) {
  if (path.size() < 2) return;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const auto point = [&](const DoublePoint& p) {
    return ImVec2(view.at.x + static_cast<float>(p.x), view.at.y + static_cast<float>(p.y));
  };
  const ImU32 line = packed(studio.theme.palette.accent), fill = packed(studio.theme.palette.accent, 0.12f);
  if (path.size() == 2) {
    draw.AddRectFilled(point(path[0]), point(path[1]), fill);
    draw.AddRect(point(path[0]), point(path[1]), line);
    return;
  }
  std::vector<ImVec2> points;
  for (const DoublePoint& p : path) points.push_back(point(p));
  draw.AddConcavePolyFilled(points.data(), static_cast<int>(points.size()), fill);
  draw.AddPolyline(points.data(), static_cast<int>(points.size()), line, 1.5f, ImDrawFlags_Closed);
}

void drawColourBar(Studio& studio, const GraphView& view) {
  const Shown& shown = studio.shown();
  const Theme& theme = studio.theme;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float width = theme.px(150), height = theme.px(8);
  const ImVec2 at{view.at.x + static_cast<float>(view.size.width) - width - theme.px(12),
                  view.at.y + theme.px(12)};
  if (static_cast<float>(view.size.width) < width * 1.5f) return;
  ImGui::PushFont(nullptr, theme.captionSize() - 1);
  const ImU32 quiet = packed(theme.palette.quiet);
  if (shown.values.empty()) {
    const std::string text =
        shown.missing.empty() ? shown.name : fmt::format("{}: {}", shown.name, shown.missing);
    draw.AddText({at.x + width - ImGui::CalcTextSize(text.c_str()).x, at.y}, quiet, text.c_str());
    ImGui::PopFont();
    return;
  }
  constexpr int parts = 64;
  const ColourScale scale = shown.scale();
  for (int i = 0; i < parts; ++i)
    draw.AddRectFilled({at.x + width * static_cast<float>(i) / parts, at.y},
                       {at.x + width * static_cast<float>(i + 1) / parts, at.y + height},
                       colourOf(scale, shown.low + (i + 0.5) / parts * (shown.high - shown.low)).packed());
  const auto label = [&](const std::string& text, float place) {
    draw.AddText({at.x + (width - ImGui::CalcTextSize(text.c_str()).x) * place, at.y + height + theme.px(2)},
                 quiet, text.c_str());
  };
  label(significant(shown.low, 2), 0);
  label(shown.name + (studio.workspace().rangeLocked ? " (locked)" : ""), 0.5f);
  label(significant(shown.high, 2), 1);
  ImGui::PopFont();
  ImGui::SetCursorScreenPos(at);
  ImGui::InvisibleButton("##bar", {width, height + theme.px(16)});
  tooltip(theme,
          "The range of the colours, in the unit of the values. Drag an end to move it, click it to type "
          "both; click in the middle to lock the range as it is or to set it free, double-click to set it "
          "free. Wider: values differ less in colour.");
  holdRange(studio, at.x, width);
  typeRange(studio);
}

void drawTruth(const Studio& studio, const GraphView& view) {
  const Theme& theme = studio.theme;
  ImGui::PushFont(nullptr, theme.captionSize() - 1);
  ImGui::GetWindowDrawList()->AddText(
      {view.at.x + theme.px(12),
       view.at.y + static_cast<float>(view.size.height) - ImGui::GetTextLineHeight() - theme.px(8)},
      packed(theme.palette.quiet), studio.shownTruth().c_str());
  ImGui::PopFont();
}

void drawHoverCard(const Studio& studio, const GraphView& view) {
  const Theme& theme = studio.theme;
  const NodeId node = studio.view.hovered;
  if (node < 0 || !studio.isShown(node) || static_cast<float>(view.size.width) < theme.px(300)) return;
  drawCard(studio, firstGraph(studio, view), node, cardLines(studio, node));
}

float toolsMargin(const Theme& theme, ViewSize view) {
  const ToolColumn column = toolColumn(theme, view);
  const float margin = column.at + column.width + theme.px(12);
  return column.shown && !column.folded && static_cast<float>(view.width) >= 2 * margin ? margin : 0;
}

void drawTools(Studio& studio, const GraphView& view) {
  const Theme& theme = studio.theme;
  struct Item {
    const char* name;
    std::string help;
    bool chosen;
    std::function<void()> run;
  };
  const auto tool = [&](const char* name, const char* help, Tool which, const char* action) {
    return Item{name, studio.withKey(help, action), studio.view.tool == which,
                [&studio, which] { studio.view.tool = which; }};
  };
  const bool large = studio.isLarge(studio.document->data.graph);
  const std::array<Item, ToolColumn::count> items{
      tool("pick", "Drag to move the picture, click to pick a node", Tool::Pick, "Tool: pick and move"),
      tool("box", "Select by a rectangle", Tool::Rectangle, "Tool: rectangle"),
      tool("lasso", "Select by a lasso", Tool::Lasso, "Tool: lasso"),
      tool("pin", "Click a node to nail it to its place, or to free it; drag it elsewhere", Tool::Pin,
           "Tool: pin"),
      Item{"fit", studio.withKey("Show the whole graph", "Fit the graph"), false,
           [&] { studio.view.fitWanted = true; }},
      Item{"layout", studio.withKey("Lay the graph out anew, from where it is", "Lay out anew"), false,
           [&] { studio.layOutAnew(); }},
      Item{"density",
           large ? "A graph of this size is always drawn by density"
                 : "Draws by density: how many nodes and edges lie at a place",
           studio.drawsDensity(), [&] {
             if (!large) studio.view.density = !studio.view.density;
           }}};
  const ToolColumn column = toolColumn(theme, view.size);
  if (!column.shown) return;
  const float width = column.width, row = column.row, pad = column.pad, height = column.height();
  const ImVec2 at{view.at.x + column.at, view.at.y + column.at};
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled(at, {at.x + width, at.y + height}, packed(theme.palette.panel), theme.px(6));
  draw.AddRect(at, {at.x + width, at.y + height}, packed(theme.palette.line), theme.px(6));
  ImGui::PushFont(nullptr, theme.captionSize());
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, theme.px(4));
  const auto button = [&](std::size_t place, const char* name, const std::string& help, bool chosen) {
    ImGui::SetCursorScreenPos({at.x + pad, at.y + pad + row * static_cast<float>(place)});
    ImGui::PushStyleColor(ImGuiCol_Button, chosen ? theme.palette.accent : ImVec4(0, 0, 0, 0));
    ImGui::PushStyleColor(ImGuiCol_Text, chosen ? theme.palette.onAccent : theme.palette.text);
    const bool pressed = ImGui::Button(name, {width - 2 * pad, row});
    ImGui::PopStyleColor(2);
    tooltip(theme, help);
    return pressed;
  };
  if (column.folded) {
    const auto now = std::ranges::find_if(items, &Item::chosen);
    if (button(0, fmt::format("{} ▾###tools", now->name).c_str(), "The tools of this view", false))
      ImGui::OpenPopup("tools");
  } else {
    for (std::size_t i = 0; i < items.size(); ++i)
      if (button(i, items[i].name, items[i].help, items[i].chosen)) items[i].run();
  }
  ImGui::PopStyleVar(2);
  if (ImGui::BeginPopup("tools")) {
    for (const Item& item : items) {
      if (ImGui::MenuItem(item.name, nullptr, item.chosen)) item.run();
      tooltip(theme, item.help);
    }
    ImGui::EndPopup();
  }
  ImGui::PopFont();
}

}  // namespace sispde::studio
