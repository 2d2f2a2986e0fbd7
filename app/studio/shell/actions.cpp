#include "app/studio/shell/actions.h"

#include <cstring>
#include <optional>
#include <utility>

#include <imgui_internal.h>

#include "app/studio/shell/chord.h"
#include "app/studio/shell/widgets.h"

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
  return down && !typed_ && !isAnythingTyped();
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
  typed_ = isAnythingTyped() || (typed_ && anyKeyDown());
}

void drawMenus(const Theme& theme, const std::vector<Action>& actions) {
  const char* before = "";
  std::string within;  // the submenu of the action before
  bool open = false, openWithin = false;
  const auto endWithin = [&] {
    if (std::exchange(openWithin, false)) ImGui::EndMenu();
    within.clear();
  };
  for (const Action& action : actions) {
    if (std::strcmp(action.menu, before) != 0) {
      endWithin();
      if (open) ImGui::EndMenu();
      before = action.menu;
      open = ImGui::BeginMenu(before);
    }
    if (!open) continue;
    if (action.submenu != within) {
      endWithin();
      within = action.submenu;
      openWithin = !within.empty() && ImGui::BeginMenu(within.c_str());
    }
    if (!within.empty() && !openWithin) continue;
    const std::string& label = action.label.empty() ? action.words : action.label;
    const std::string words = (action.shown ? action.shown() : label) + "###" + action.words;
    if (ImGui::MenuItem(words.c_str(), chordText(action.chord).c_str(), action.checked(), action.enabled()))
      action.run();
    tooltip(theme, action.help);
  }
  endWithin();
  if (open) ImGui::EndMenu();
}

}  // namespace sispde::studio
