#include "app/studio/shell/arrangement.h"

#include <algorithm>

#include <fmt/format.h>
#include <imgui_internal.h>

namespace sispde::studio {
namespace {

constexpr std::string_view openHead = "; open windows: ";

}  // namespace

void arrangeByDefault(unsigned dockspace, const Theme& theme) {
  const ImVec2 size = ImGui::GetMainViewport()->WorkSize;
  const bool wide = size.x >= theme.px(2000);
  // Side columns keep their width; the rest goes to the graph.
  const float left = theme.px(wide ? 420 : 264) / size.x, right = theme.px(wide ? 560 : 372) / size.x;
  ImGui::DockBuilderRemoveNode(dockspace);
  ImGui::DockBuilderAddNode(
      dockspace, static_cast<int>(ImGuiDockNodeFlags_DockSpace) | ImGuiDockNodeFlags_AutoHideTabBar);
  ImGui::DockBuilderSetNodeSize(dockspace, size);
  ImGuiID rest = dockspace;
  ImGuiID side = ImGui::DockBuilderSplitNode(rest, ImGuiDir_Left, std::min(left, 0.4f), nullptr, &rest);
  ImGuiID views =
      ImGui::DockBuilderSplitNode(rest, ImGuiDir_Right, std::min(right / (1 - left), 0.5f), nullptr, &rest);
  ImGuiID data = ImGui::DockBuilderSplitNode(side, ImGuiDir_Down, 0.5f, nullptr, &side);
  ImGuiID spectrum = ImGui::DockBuilderSplitNode(views, ImGuiDir_Down, 0.27f, nullptr, &views);
  ImGuiID noise = ImGui::DockBuilderSplitNode(views, ImGuiDir_Down, 0.33f, nullptr, &views);
  ImGui::DockBuilderDockWindow("Kernel", side);
  ImGui::DockBuilderDockWindow("Data", data);
  ImGui::DockBuilderDockWindow("Graph", rest);
  ImGui::DockBuilderDockWindow("Covariance", views);
  ImGui::DockBuilderDockWindow("Noise", noise);
  ImGui::DockBuilderDockWindow("Spectrum", spectrum);
  ImGui::DockBuilderDockWindow("History", data);
  ImGui::DockBuilderDockWindow("Log", data);
  ImGui::DockBuilderFinish(dockspace);
}

std::string arrangementText(const Panels& panels) {
  std::string text(openHead);
  for (const auto& panel : panels)
    if (panel->open) text += fmt::format("{},", panel->title());
  return text + "\n" + ImGui::SaveIniSettingsToMemory();
}

void restoreArrangement(const std::string& text, const Panels& panels) {
  if (text.starts_with(openHead)) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string open = "," + text.substr(openHead.size(), end - openHead.size());
    for (const auto& panel : panels)
      panel->open = open.find(fmt::format(",{},", panel->title())) != std::string::npos;
  }
  ImGui::LoadIniSettingsFromMemory(text.data(), text.size());
}

}  // namespace sispde::studio
