#include "app/studio/shell/actions.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include <imgui_internal.h>

#include "app/studio/shell/chord.h"
#include "app/studio/shell/widgets.h"
#include "core/base/text.h"

namespace sispde::studio {

namespace {

// Presses, leaves or moves what has the focus of the keyboard.
bool isOfFocus(ImGuiKeyChord chord) {
  switch (static_cast<ImGuiKey>(chord & ~ImGuiMod_Mask_)) {
    case ImGuiKey_Space:
    case ImGuiKey_Enter:
    case ImGuiKey_KeypadEnter:
    case ImGuiKey_Escape:
    case ImGuiKey_Tab:
    case ImGuiKey_LeftArrow:
    case ImGuiKey_RightArrow:
    case ImGuiKey_UpArrow:
    case ImGuiKey_DownArrow: return true;
    default: return false;
  }
}

}  // namespace

bool Shortcuts::pressed(const Action& action) {
  const ImGuiInputFlags repeat = action.repeats ? ImGuiInputFlags_Repeat : ImGuiInputFlags_None;
  const bool down = ImGui::Shortcut(action.chord, ImGuiInputFlags_RouteGlobal | repeat);
  const std::optional<char> sign = signOf(action.chord);
  if (!sign) return down;
  if (wasTyped(*sign)) return action.repeats || key_ || anyKeyPressed();
  return down && !isAnythingTyped();
}

void Shortcuts::run(const std::vector<Action>& actions, bool none) {
  const ImGuiIO& io = ImGui::GetIO();
  const bool menu = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup), focus = io.NavVisible;
  for (const Action& action : actions) {
    if (none || action.chord == 0 || !action.enabled()) continue;
    const bool bare = (action.chord & (ImGuiMod_Ctrl | ImGuiMod_Alt)) == 0;
    if (bare && (io.WantTextInput || menu || menu_)) continue;
    if (bare && (focus || focus_) && isOfFocus(action.chord)) continue;
    if (pressed(action)) action.run();
  }
  // A line that was typed into keeps the focus; unless Tab led on, keys mean what they meant before it.
  const ImGuiContext& g = *ImGui::GetCurrentContext();
  const bool typed = g.ActiveIdPreviousFrame != 0 && g.ActiveIdPreviousFrame == g.InputTextState.ID;
  if (typed && g.ActiveId == 0 && !ImGui::IsKeyDown(ImGuiKey_Tab)) ImGui::SetNavCursorVisible(false);
  menu_ = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
  focus_ = io.NavVisible;
  key_ = anyKeyPressed();
}

void drawMenus(const Theme& theme, const std::vector<Action>& actions) {
  const char* before = "";
  bool open = false;
  for (const Action& action : actions) {
    if (std::strcmp(action.menu, before) != 0) {
      if (open) ImGui::EndMenu();
      before = action.menu;
      open = ImGui::BeginMenu(before);
    }
    const std::string words = action.shown ? action.shown() + "###" + action.words : action.words;
    if (open &&
        ImGui::MenuItem(words.c_str(), chordText(action.chord).c_str(), action.checked(), action.enabled()))
      action.run();
    if (open) tooltip(theme, action.help);
  }
  if (open) ImGui::EndMenu();
}

void CommandPalette::draw(const Theme& theme, const std::vector<Action>& actions) {
  if (opening_) {
    ImGui::OpenPopup("palette");
    text_[0] = 0;
    chosen_ = 0;
  }
  const ImGuiViewport& port = *ImGui::GetMainViewport();
  ImGui::SetNextWindowPos({port.Pos.x + port.Size.x / 2, port.Pos.y + theme.px(60)}, ImGuiCond_Always,
                          {0.5f, 0});
  ImGui::SetNextWindowSize({std::min(theme.px(460), port.Size.x - 20), 0});
  if (!ImGui::BeginPopup("palette")) return;
  if (opening_) ImGui::SetKeyboardFocusHere();
  opening_ = false;
  ImGui::SetNextItemWidth(-1);
  const bool entered = ImGui::InputTextWithHint("##what", "What do you want to do?", text_, sizeof text_,
                                                ImGuiInputTextFlags_EnterReturnsTrue);
  std::vector<const Action*> fitting;
  const std::string wanted = lower(text_);
  for (const Action& action : actions)
    if (action.enabled() &&
        lower(std::string(action.menu) + " " + action.words).find(wanted) != std::string::npos)
      fitting.push_back(&action);
  if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) ++chosen_;
  if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) --chosen_;
  chosen_ = std::clamp(chosen_, 0, std::max(0, static_cast<int>(fitting.size()) - 1));
  const Action* run = entered && !fitting.empty() ? fitting[static_cast<std::size_t>(chosen_)] : nullptr;
  ImGui::BeginChild("##actions", {0, std::min(12.0f, static_cast<float>(fitting.size()) + 0.5f) *
                                         ImGui::GetTextLineHeightWithSpacing()});
  for (std::size_t i = 0; i < fitting.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable(fitting[i]->words.c_str(), static_cast<int>(i) == chosen_)) run = fitting[i];
    tooltip(theme, fitting[i]->help);
    const std::string keys = chordText(fitting[i]->chord);
    ImGui::SameLine(rightEdge() - ImGui::CalcTextSize(keys.c_str()).x);
    ImGui::TextDisabled("%s", keys.c_str());
    ImGui::PopID();
  }
  ImGui::EndChild();
  if (fitting.empty()) ImGui::TextDisabled("Nothing is called that.");
  if (run != nullptr) {
    ImGui::CloseCurrentPopup();
    run->run();
  }
  ImGui::EndPopup();
}

}  // namespace sispde::studio
