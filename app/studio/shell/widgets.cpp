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

}  // namespace

namespace {

// "0.1 to 50"; empty where there is no end.
std::string rangeWords(double least, double most) {
  const auto end = [](double value) {
    return value == std::round(value) && std::abs(value) < 1e10 ? fmt::format("{:.0f}", value)
                                                                : fmt::format("{:g}", value);
  };
  return std::abs(least) > 1e299 || std::abs(most) > 1e299 ? std::string()
                                                           : fmt::format("{} to {}", end(least), end(most));
}

}  // namespace

std::string asManyAsFit(const std::vector<std::string>& pieces, float width) {
  std::string line = pieces.front();
  for (std::size_t i = 1; i < pieces.size(); ++i) {
    const std::string longer = line + " · " + pieces[i];
    if (ImGui::CalcTextSize(longer.c_str()).x > width) break;
    line = longer;
  }
  return line;
}

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

SliderChange typedNumber(const Theme& theme, const TypedSpec& spec, const std::string& shown) {
  SliderChange change;
  std::array<char, 32> buffer{};
  fmt::format_to_n(buffer.data(), buffer.size() - 1, "{}", shown);
  ImGui::SetNextItemWidth(ImGui::CalcTextSize(buffer.data()).x + theme.px(10));
  ImGui::PushStyleColor(ImGuiCol_FrameBg, ImVec4(0, 0, 0, 0));
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, ImVec2(theme.px(5), 0));
  ImGui::PushStyleVar(ImGuiStyleVar_FrameBorderSize, 0);
  const bool entered =
      ImGui::InputText(spec.id, buffer.data(), buffer.size(),
                       ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll |
                           ImGuiInputTextFlags_CharsScientific);
  ImGui::PopStyleVar(2);
  ImGui::PopStyleColor();
  tooltip(theme, spec.help);
  if (!entered) return change;
  const auto typed = parseReal(trim(buffer.data()));
  const std::string range = rangeWords(spec.least, spec.most);
  if (!typed || !std::isfinite(*typed)) {
    change.refused = fmt::format("“{}” is no number. Type one{}{}.", buffer.data(),
                                 range.empty() ? ", such as 0.5" : " from ", range);
    return change;
  }
  const double value = std::clamp(spec.whole ? std::round(*typed) : *typed, spec.least, spec.most);
  if (*typed < spec.least || *typed > spec.most)
    change.refused = fmt::format("{} lies outside {}; {:g} was taken.", buffer.data(),
                                 range.empty() ? "what can be" : range, value);
  else if (value != *typed)
    change.refused = fmt::format("{} is not whole; {:g} was taken.", buffer.data(), value);
  change.value = value;
  change.ended = true;
  return change;
}

SliderChange trackChange(const Track& track, double value) {
  SliderChange change;
  const auto taken = [&](double wanted) { change.value = track.whole ? std::round(wanted) : wanted; };
  if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) {
    change.value = track.reset;
    change.ended = change.reset = true;
  } else if (ImGui::IsItemActive() && ImGui::IsMouseDown(ImGuiMouseButton_Left) &&
             (ImGui::IsMouseDragging(ImGuiMouseButton_Left, 1) || ImGui::IsItemActivated())) {
    const double share =
        std::clamp(static_cast<double>((ImGui::GetIO().MousePos.x - track.left) / track.width), 0.0, 1.0);
    taken(track.logarithmic ? track.low * std::pow(track.high / track.low, share)
                            : track.low + share * (track.high - track.low));
  }
  if (ImGui::IsItemDeactivated()) change.ended = true;
  if (!ImGui::IsItemFocused()) return change;
  // The arrows are the slider's, wherever the mouse is; otherwise they would move to the next control.
  const ImGuiID id = ImGui::GetItemID();
  ImGui::SetKeyOwner(ImGuiKey_LeftArrow, id, ImGuiInputFlags_LockThisFrame);
  ImGui::SetKeyOwner(ImGuiKey_RightArrow, id, ImGuiInputFlags_LockThisFrame);
  const double step = ImGui::GetIO().KeyShift ? 0.1 : 0.01;
  const auto stepped = [&](int sign) {
    if (!track.logarithmic) {
      const double part = step * (track.high - track.low);
      return value + sign * (track.whole ? std::max(1.0, std::round(part)) : part);
    }
    return value > 0 ? value * std::pow(1 + step, sign) : sign > 0 ? track.low : value;
  };
  for (const auto& [key, sign] : {std::pair(ImGuiKey_LeftArrow, -1), std::pair(ImGuiKey_RightArrow, 1)})
    if (ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, id)) {
      // A value that was typed beyond the track stays there.
      taken(std::clamp(stepped(sign), std::min(track.low, value), std::max(track.high, value)));
    } else if (ImGui::IsKeyReleased(key, id)) {
      change.ended = true;
    }
  return change;
}

namespace {

SliderChange slider(const Theme& theme, const SliderSpec& spec, double value, bool logarithmic) {
  const Palette& p = theme.palette;
  const std::string help =
      fmt::format("{}\nDrag, type a value, double-click for {:g}; arrow keys step by 1 %{}, with Shift 10 %.",
                  spec.help, spec.reset, logarithmic ? "" : " of the range");
  ImGui::PushID(spec.name);
  ImGui::TextUnformatted(spec.symbol);
  if (spec.symbol[0] != 0) ImGui::SameLine(0, theme.px(8));
  ImGui::TextUnformatted(spec.name);
  tooltip(theme, help);
  const std::string shown = spec.whole ? fmt::format("{:.0f}", value) : significant(value);
  ImGui::PushFont(theme.fonts.bold, 0);
  rightAlign(ImGui::CalcTextSize(shown.c_str()).x + theme.px(10));
  SliderChange change =
      typedNumber(theme,
                  {"##value", spec.least, spec.most,
                   fmt::format("Click and type a value from {:g} to {:g}, then Enter", spec.least, spec.most),
                   spec.whole},
                  shown);
  ImGui::PopFont();
  if (!change.refused.empty()) change.refused = fmt::format("{}: {}", spec.name, change.refused);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = std::max(ImGui::GetContentRegionAvail().x, theme.px(40)), height = theme.px(16);
  ImGui::InvisibleButton("##track", {width, height}, ImGuiButtonFlags_EnableNav);
  tooltip(theme, help);
  const double radius = theme.px(6);
  const auto place = [&](double v) {
    return std::clamp(logarithmic ? std::log(v / spec.low) / std::log(spec.high / spec.low)
                                  : (v - spec.low) / (spec.high - spec.low),
                      0.0, 1.0);
  };
  Track track{spec.low, spec.high, spec.reset, static_cast<float>(at.x + radius),
              static_cast<float>(width - 2 * radius)};
  track.logarithmic = logarithmic;
  track.whole = spec.whole;
  const SliderChange moved = trackChange(track, value);
  if (moved.value) change.value = moved.value;
  change.ended = change.ended || moved.ended;
  change.reset = moved.reset;
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

}  // namespace

SliderChange logSlider(const Theme& theme, const SliderSpec& spec, double value) {
  return slider(theme, spec, value, true);
}

SliderChange linearSlider(const Theme& theme, const SliderSpec& spec, double value) {
  return slider(theme, spec, value, false);
}

bool isSeen(const std::string& title) {
  const ImGuiWindow* window = title.empty() ? nullptr : ImGui::FindWindowByName(title.c_str());
  return window != nullptr && window->WasActive && (!window->DockIsActive || window->DockTabIsVisible);
}

}  // namespace sispde::studio
