#include "app/studio/shell/widgets.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "core/base/text.h"

namespace sispde::studio {

float rightEdge() {
  return ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x;
}

namespace {

void rightAlign(float width) {
  ImGui::SameLine();
  ImGui::SetCursorPosX(std::max(ImGui::GetCursorPosX(), rightEdge() - width));
}

// A number to type into, as plain bold text until it is clicked.
std::optional<double> typedValue(const Theme& theme, const SliderSpec& spec, double value) {
  std::array<char, 32> buffer{};
  fmt::format_to_n(buffer.data(), buffer.size() - 1, "{}", significant(value));
  ImGui::PushFont(theme.fonts.bold, 0);
  const float width = ImGui::CalcTextSize(buffer.data()).x + theme.px(10);
  rightAlign(width);
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, ImVec4(0, 0, 0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(theme.px(5), 0));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  const bool entered =
      ImGui::InputText("##value", buffer.data(), buffer.size(),
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll |
                           ImGuiInputTextFlags_CharsScientific);
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
  ImGui::PopFont();
  tooltip(theme, fmt::format("Click and type a value from {:g} to {:g}, then Enter", spec.least, spec.most));
  if (!entered) return std::nullopt;
  const auto typed = parseReal(trim(buffer.data()));
  if (!typed || !std::isfinite(*typed)) return std::nullopt;
  return std::clamp(*typed, spec.least, spec.most);
}

}  // namespace

std::string fixed(double value, int digits) {
  const double unit = std::pow(10.0, -digits);
  return fmt::format("{:.{}f}", std::abs(value) < unit / 2 ? 0.0 : value, digits);
}

std::string significant(double value, int digits) {
  if (!std::isfinite(value)) return "–";
  if (value == 0) return "0";
  const int exponent = static_cast<int>(std::floor(std::log10(std::abs(value))));
  if (exponent > 5 || exponent < -4) return fmt::format("{:.{}e}", value, digits - 1);
  return fmt::format("{:.{}f}", value, std::max(0, digits - 1 - exponent));
}

void caption(const Theme& theme, const std::string& text) {
  ImGui::PushFont(nullptr, theme.captionSize());
  ImGui::PushStyleColor(ImGuiCol_Text, theme.palette.quiet);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
  ImGui::PopFont();
}

void tooltip(const Theme& theme, const std::string& text) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_ForTooltip)) return;
  if (!ImGui::BeginTooltip()) return;
  ImGui::PushTextWrapPos(theme.px(320));
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void dim(const Theme& theme, ImVec2 from, ImVec2 to) {
  dimOn(theme.palette.panel, from, to);
}

void dimOn(ImVec4 ground, ImVec2 from, ImVec2 to) {
  ground.w = 0.4f;
  ImGui::GetWindowDrawList()->AddRectFilled(from, to, packed(ground));
}

bool preparing(const Theme& theme, bool stopped, const char* words) {
  caption(theme, stopped ? "The preparation was cancelled." : words);
  if (!stopped) return false;
  const bool pressed = ImGui::Button("Prepare again");
  tooltip(theme, "Starts what was cancelled anew, in the background");
  return pressed;
}

void keyValue(const Theme& theme, const std::string& name, const std::string& value) {
  ImGui::TextColored(theme.palette.quiet, "%s", name.c_str());
  rightAlign(ImGui::CalcTextSize(value.c_str()).x);
  ImGui::TextUnformatted(value.c_str());
}

bool chip(const Theme& theme, const char* label, bool chosen, bool first, const ImVec4* colour) {
  const ImGuiStyle& style = ImGui::GetStyle();
  ImGui::PushFont(nullptr, theme.captionSize());
  const float width = ImGui::CalcTextSize(label, nullptr, true).x + theme.px(18);
  if (!first) {
    ImGui::SameLine(0, theme.px(6));
    if (ImGui::GetContentRegionAvail().x < width) ImGui::NewLine();
  }
  const Palette& p = theme.palette;
  const ImVec4 lit = colour != nullptr ? *colour : p.accent;
  ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, theme.px(11));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(theme.px(9), theme.px(3)));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, chosen ? 0.0f : 1.0f);
  ImGui::PushStyleColor(ImGuiCol_Button, chosen ? lit : p.raised);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, chosen ? lit : style.Colors[ImGuiCol_ButtonHovered]);
  ImGui::PushStyleColor(ImGuiCol_Text, chosen ? p.onAccent : p.text);
  const bool pressed = ImGui::Button(label);
  ImGui::PopStyleColor(3);
  ImGui::PopStyleVar(3);
  ImGui::PopFont();
  return pressed;
}

std::optional<int> listChip(const Theme& theme, const char* id, int current,
                            std::span<const char* const> items, bool first, const std::string& help) {
  std::optional<int> chosen;
  const char* shown =
      current >= 0 && current < std::ssize(items) ? items[static_cast<std::size_t>(current)] : id;
  if (chip(theme, fmt::format("{} ▾###{}", shown, id).c_str(), false, first)) ImGui::OpenPopup(id);
  tooltip(theme, help);
  if (ImGui::BeginPopup(id)) {
    for (int i = 0; i < std::ssize(items); ++i)
      if (ImGui::MenuItem(items[static_cast<std::size_t>(i)], nullptr, i == current)) chosen = i;
    ImGui::EndPopup();
  }
  return chosen;
}

std::optional<int> choice(const Theme& theme, const char* name, int current,
                          std::span<const char* const> items, const char* help) {
  std::optional<int> chosen;
  ImGui::PushID(name);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(theme.px(4), theme.px(2)));
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(theme.palette.quiet, "%s", name);
  tooltip(theme, help);
  const char* shown = items[static_cast<std::size_t>(current)];
  const float room = rightEdge() - ImGui::CalcTextSize(name).x - theme.px(30);
  const float width = std::min(ImGui::CalcTextSize(shown).x + ImGui::GetFrameHeight() + theme.px(4), room);
  rightAlign(width);
  ImGui::SetNextItemWidth(width);
  ImGui::PushStyleColor(ImGuiCol_FrameBg, ImVec4(0, 0, 0, 0));
  ImGui::PushStyleColor(ImGuiCol_Button, ImVec4(0, 0, 0, 0));
  const bool open = ImGui::BeginCombo("##list", shown, ImGuiComboFlags_HeightLarge);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(2);
  if (open) {
    for (int i = 0; i < std::ssize(items); ++i)
      if (ImGui::Selectable(items[static_cast<std::size_t>(i)], i == current)) chosen = i;
    ImGui::EndCombo();
  } else {
    tooltip(theme, help);
  }
  ImGui::PopID();
  return chosen;
}

bool beginDialog(const Theme& theme, const char* title, bool& open, float width, float height, bool esc) {
  const ImGuiViewport& port = *ImGui::GetMainViewport();
  // All begin at one height, which does not depend on their own: that is not known when they appear.
  const float top = std::floor(0.12f * port.WorkSize.y);
  const ImVec2 room(port.WorkSize.x, port.WorkSize.y - top);
  ImGui::SetNextWindowSizeConstraints({0, 0}, room);
  ImGui::SetNextWindowSize({std::min(theme.px(width), room.x), std::min(theme.px(height), room.y)},
                           height > 0 ? ImGuiCond_Appearing : ImGuiCond_Always);
  ImGui::SetNextWindowPos({port.WorkPos.x + room.x / 2, port.WorkPos.y + top}, ImGuiCond_Appearing,
                          {0.5f, 0});
  // The title stands above the content, in the letters of the panels' titles.
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ImGui::GetStyle().WindowPadding.x, theme.px(7)});
  ImGui::PushFont(theme.fonts.bold, 0);
  const bool visible = ImGui::Begin(title, &open, ImGuiWindowFlags_NoDocking | ImGuiWindowFlags_NoCollapse);
  ImGui::PopFont();
  ImGui::PopStyleVar();
  // Also out of a line that is typed into; but a list that is open in it is closed first.
  const bool typing = ImGui::GetIO().WantTextInput &&
                      ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) &&
                      ImGui::IsKeyPressed(ImGuiKey_Escape, false);
  const bool asked = ImGui::Shortcut(ImGuiKey_Escape);
  if (esc && (asked || typing)) open = false;
  return visible;
}

float buttonRoom(const char* label) {
  const ImGuiStyle& style = ImGui::GetStyle();
  return style.ItemSpacing.x + ImGui::CalcTextSize(label, nullptr, true).x + 2 * style.FramePadding.x;
}

bool beginBanner(const Theme& theme, const char* id, const ImVec4& colour) {
  const float above = theme.px(5);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ImGui::GetStyle().WindowPadding.x, above});
  const bool visible = ImGui::BeginViewportSideBar(
      id, ImGui::GetMainViewport(), ImGuiDir_Up, ImGui::GetFrameHeight() + 2 * above,
      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoSavedSettings);
  ImGui::PopStyleVar();
  if (!visible) return false;
  ImGui::AlignTextToFramePadding();
  ImGui::TextColored(colour, "●");
  ImGui::SameLine();
  return true;
}

void bannerText(const Theme& theme, const std::string& text, float buttons) {
  const float start = rightEdge() - buttons;
  const ImVec2 at = ImGui::GetCursorScreenPos(), whole = ImGui::CalcTextSize(text.c_str());
  const float room = std::max(0.0f, start - theme.px(8) - ImGui::GetCursorPosX());
  const ImVec2 end(at.x + std::min(whole.x, room), at.y + ImGui::GetFrameHeight());
  ImGui::RenderTextEllipsis(ImGui::GetWindowDrawList(), {at.x, at.y + ImGui::GetStyle().FramePadding.y}, end,
                            end.x, text.c_str(), nullptr, &whole);
  ImGui::Dummy({end.x - at.x, ImGui::GetFrameHeight()});
  tooltip(theme, text);
  ImGui::SameLine(start);
}

bool primaryButton(const Theme& theme, const char* label) {
  const Palette& p = theme.palette;
  ImGui::PushStyleColor(ImGuiCol_Button, p.accent);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, p.accent);
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, p.accent);
  ImGui::PushStyleColor(ImGuiCol_Text, p.onAccent);
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  const bool pressed = ImGui::Button(label);
  ImGui::PopStyleVar();
  ImGui::PopStyleColor(4);
  return pressed;
}

SliderChange logSlider(const Theme& theme, const SliderSpec& spec, double value) {
  SliderChange change;
  const Palette& p = theme.palette;
  ImGui::PushID(spec.name);
  ImGui::TextUnformatted(spec.symbol);
  ImGui::SameLine(0, theme.px(8));
  ImGui::TextUnformatted(spec.name);
  tooltip(theme, spec.help);
  if (const auto typed = typedValue(theme, spec, value)) {
    change.value = typed;
    change.ended = true;
  }
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = std::max(ImGui::GetContentRegionAvail().x, theme.px(40)), height = theme.px(16);
  ImGui::InvisibleButton("##track", {width, height}, ImGuiButtonFlags_EnableNav);
  tooltip(theme, spec.help);
  const double span = std::log(spec.high / spec.low), radius = theme.px(6);
  const auto place = [&](double v) { return std::clamp(std::log(v / spec.low) / span, 0.0, 1.0); };
  const auto valueAt = [&](double t) { return spec.low * std::exp(span * std::clamp(t, 0.0, 1.0)); };
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    change.value = spec.reset;
    change.ended = change.reset = true;
  } else if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left) &&
             (ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1) || ImGui::IsItemActivated())) {
    change.value = valueAt((ImGui::GetIO().MousePos.x - at.x - radius) / (width - 2 * radius));
  }
  if (ImGui::IsItemDeactivated()) change.ended = true;
  if (ImGui::IsItemFocused()) {
    // The arrows are the slider's, wherever the mouse is; otherwise they would move to the next control.
    const ImGuiID track = ImGui::GetItemID();
    ImGui::SetKeyOwner(ImGuiKey_LeftArrow, track, ImGuiInputFlags_LockThisFrame);
    ImGui::SetKeyOwner(ImGuiKey_RightArrow, track, ImGuiInputFlags_LockThisFrame);
    const double step = ImGui::GetIO().KeyShift ? 0.1 : 0.01;
    for (const auto& [key, sign] : {std::pair(ImGuiKey_LeftArrow, -1), std::pair(ImGuiKey_RightArrow, 1)})
      if (ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, track)) {
        change.value = valueAt(place(value) + sign * step);
      } else if (ImGui::IsKeyReleased(key, track)) {
        change.ended = true;
      }
  }
  const auto x =
      static_cast<float>(at.x + radius + place(change.value.value_or(value)) * (width - 2 * radius));
  const float y = at.y + height / 2, half = theme.px(2);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  draw.AddRectFilled({at.x, y - half}, {at.x + width, y + half}, packed(p.line), half);
  draw.AddRectFilled({at.x, y - half}, {x, y + half}, packed(p.accent), half);
  const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive() || ImGui::IsItemFocused();
  draw.AddCircleFilled({x, y}, static_cast<float>(radius) + (lit ? theme.px(1) : 0), packed(p.accent), 24);
  draw.AddCircleFilled({x, y}, static_cast<float>(radius) - theme.px(2), packed(p.panel), 24);
  ImGui::PopID();
  return change;
}

bool isSeen(const std::string& title) {
  const ImGuiWindow* window = title.empty() ? nullptr : ImGui::FindWindowByName(title.c_str());
  return window != nullptr && window->WasActive && (!window->DockIsActive || window->DockTabIsVisible);
}

}  // namespace sispde::studio
