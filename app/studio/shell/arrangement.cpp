#include "app/studio/shell/arrangement.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "core/base/hash.h"

namespace sispde::studio {
namespace {

constexpr std::string_view sumHead = "; sum of the lines below: ";
constexpr std::string_view openHead = "; open windows: ";
constexpr std::string_view untouchedWide = "; as at first, for a large window\n",
                           untouchedNarrow = "; as at first\n";

std::string sumOf(std::string_view text) {
  return Digest().text(text).hex();
}

// What menu and status bar, which are drawn before, leave in this frame: WorkSize is of the frame before, the first one's of nothing.
ImVec2 roomForDocks() {
  return static_cast<const ImGuiViewportP*>(ImGui::GetMainViewport())->GetBuildWorkRect().GetSize();
}

// The dockspace without any docks but its own.
void emptyDockspace(ImGuiID dockspace) {
  ImGui::DockBuilderRemoveNode(dockspace);
  ImGui::DockBuilderAddNode(
      dockspace, static_cast<int>(ImGuiDockNodeFlags_DockSpace) | ImGuiDockNodeFlags_AutoHideTabBar);
  ImGui::DockBuilderSetNodeSize(dockspace, roomForDocks());
}

}  // namespace

bool isWide(const Theme& theme) {
  return ImGui::GetMainViewport()->WorkSize.x >= theme.px(2000);
}

bool isBeingArranged(unsigned dockspace) {
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  if (g.MovingWindow != nullptr && (g.MovingWindow->Flags & ImGuiWindowFlags_NoDocking) == 0)
    return ImGui::IsMouseDragging(ImGuiMouseButton_Left);
  // Borders belong to the window around the docks, as tabs do, but have a cursor of their own.
  const ImGuiDockNode* node = ImGui::DockBuilderGetNode(dockspace);
  const bool bending =
      g.MouseCursor == ImGuiMouseCursor_ResizeEW || g.MouseCursor == ImGuiMouseCursor_ResizeNS;
  return bending && node != nullptr && g.ActiveId != 0 && g.ActiveIdWindow == node->HostWindow;
}

void arrangeByDefault(unsigned dockspace, const Theme& theme) {
  const ImVec2 size = roomForDocks();
  const bool wide = isWide(theme);
  // Side columns keep their width; the rest goes to the graph.
  const float left = theme.px(wide ? 420 : 264) / size.x, right = theme.px(wide ? 560 : 372) / size.x;
  emptyDockspace(dockspace);
  ImGuiID rest = dockspace;
  // A lesson is read beside the views that it speaks of: a band over the graph, or where that is too narrow over everything.
  ImGuiID lessons = 0;
  const bool narrow = size.x < theme.px(900);
  if (narrow) lessons = ImGui::DockBuilderSplitNode(rest, ImGuiDir_Up, 0.42f, nullptr, &rest);
  ImGuiID side = ImGui::DockBuilderSplitNode(rest, ImGuiDir_Left, std::min(left, 0.4f), nullptr, &rest);
  ImGuiID views =
      ImGui::DockBuilderSplitNode(rest, ImGuiDir_Right, std::min(right / (1 - left), 0.5f), nullptr, &rest);
  // The sliders and the training have the height that they need; the data get the rest.
  const float kernel = std::min(theme.px(366) / size.y, 0.49f);
  const float trainingPart = std::min(theme.px(270) / (size.y * (1 - kernel)), 0.71f);
  ImGuiID data = 0;
  side = ImGui::DockBuilderSplitNode(side, ImGuiDir_Up, kernel, nullptr, &data);
  ImGuiID training = ImGui::DockBuilderSplitNode(data, ImGuiDir_Up, trainingPart, nullptr, &data);
  // Wide enough for both, and no higher than what they show.
  const float low = std::min(theme.px(wide ? 300 : 210) / size.y, 0.4f);
  ImGuiID metrics = ImGui::DockBuilderSplitNode(rest, ImGuiDir_Down, low, nullptr, &rest);
  ImGuiID scores = ImGui::DockBuilderSplitNode(metrics, ImGuiDir_Right, 0.5f, nullptr, &metrics);
  ImGuiID spectrum = ImGui::DockBuilderSplitNode(views, ImGuiDir_Down, 0.27f, nullptr, &views);
  ImGuiID noise = ImGui::DockBuilderSplitNode(views, ImGuiDir_Down, 0.33f, nullptr, &views);
  if (!narrow) {
    const float band = std::min(theme.px(172) / (size.y * (1 - low)), 0.45f);
    lessons = ImGui::DockBuilderSplitNode(rest, ImGuiDir_Up, band, nullptr, &rest);
  }
  ImGui::DockBuilderDockWindow("Lessons", lessons);
  ImGui::DockBuilderDockWindow("Kernel", side);
  ImGui::DockBuilderDockWindow("Training", training);
  ImGui::DockBuilderDockWindow("Data", data);
  ImGui::DockBuilderDockWindow("Metrics", metrics);
  ImGui::DockBuilderDockWindow("Scores", scores);
  ImGui::DockBuilderDockWindow("Runs", metrics);
  ImGui::DockBuilderDockWindow("Flagged", data);
  ImGui::DockBuilderDockWindow("Rewiring", side);
  ImGuiID second = ImGui::DockBuilderSplitNode(rest, ImGuiDir_Right, 0.5f, nullptr, &rest);
  ImGui::DockBuilderDockWindow("Graph", rest);
  ImGui::DockBuilderDockWindow("Second graph", second);
  ImGui::DockBuilderDockWindow("Covariance", views);
  ImGui::DockBuilderDockWindow("Noise", noise);
  ImGui::DockBuilderDockWindow("Spectrum", spectrum);
  ImGui::DockBuilderDockWindow("Compare", metrics);
  ImGui::DockBuilderDockWindow("Node", data);
  ImGui::DockBuilderDockWindow("History", data);
  ImGui::DockBuilderDockWindow("Log", data);
  ImGui::DockBuilderFinish(dockspace);
}

void arrangeSideBySide(unsigned dockspace, const Panels& panels) {
  const ImVec2 size = roomForDocks();
  const std::size_t count = panels.size();
  const auto columns = static_cast<std::size_t>(std::clamp(
      std::round(std::sqrt(static_cast<float>(count) * size.x / size.y)), 1.0f, static_cast<float>(count)));
  emptyDockspace(dockspace);
  // Each takes its share of what those before it left.
  const auto split = [](ImGuiID& rest, ImGuiDir towards, std::size_t left) {
    if (left == 1) return rest;
    return ImGui::DockBuilderSplitNode(rest, towards, 1 / static_cast<float>(left), nullptr, &rest);
  };
  ImGuiID rest = dockspace;
  std::size_t next = 0;
  for (std::size_t column = 0; column < columns; ++column) {
    ImGuiID down = split(rest, ImGuiDir_Left, columns - column);
    for (const std::size_t end = (column + 1) * count / columns; next < end; ++next)
      ImGui::DockBuilderDockWindow(panels[next]->title(), split(down, ImGuiDir_Up, end - next));
  }
  ImGui::DockBuilderFinish(dockspace);
}

std::string arrangementText(const Panels& panels, std::optional<bool> untouched) {
  std::string text(openHead);
  for (const auto& panel : panels)
    if (panel->open) text += fmt::format("{},", panel->title());
  text += "\n";
  if (untouched) text += *untouched ? untouchedWide : untouchedNarrow;
  text += ImGui::SaveIniSettingsToMemory();
  return fmt::format("{}{}\n{}", sumHead, sumOf(text), text);
}

bool restoreArrangement(std::string_view text, const Panels& panels, std::optional<bool>& untouched) {
  const std::size_t head = text.find('\n');
  if (!text.starts_with(sumHead) || head == std::string_view::npos) return false;
  const std::string_view sum = text.substr(sumHead.size(), head - sumHead.size());
  text.remove_prefix(head + 1);
  if (sum != sumOf(text) || !text.starts_with(openHead)) return false;
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string open = fmt::format(",{}", text.substr(openHead.size(), end - openHead.size()));
  for (const auto& panel : panels)
    panel->open = open.find(fmt::format(",{},", panel->title())) != std::string::npos;
  const std::string_view rest = text.substr(std::min(end + 1, text.size()));
  untouched.reset();
  if (rest.starts_with(untouchedWide)) untouched = true;
  if (rest.starts_with(untouchedNarrow)) untouched = false;
  ImGui::LoadIniSettingsFromMemory(text.data(), text.size());
  return true;
}

}  // namespace sispde::studio
