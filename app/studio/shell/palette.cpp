// The command palette.

#include <algorithm>
#include <string_view>

#include <imgui_internal.h>

#include "app/studio/panels/node_lists.h"
#include "app/studio/shell/actions.h"
#include "app/studio/shell/chord.h"
#include "app/studio/shell/widgets.h"
#include "core/base/text.h"

namespace sispde::studio {
namespace {

enum class Fit { Whole, Words, Letters, Not };

bool hasWords(std::string_view text, std::string_view wanted) {
  while (!wanted.empty()) {
    const std::size_t end = std::min(wanted.find(' '), wanted.size());
    if (text.find(wanted.substr(0, end)) == std::string_view::npos) return false;
    wanted.remove_prefix(std::min(end + 1, wanted.size()));
  }
  return true;
}

bool hasLetters(std::string_view text, std::string_view wanted) {
  for (const char letter : wanted) {
    if (letter == ' ') continue;
    const std::size_t place = text.find(letter);
    if (place == std::string_view::npos) return false;
    text.remove_prefix(place + 1);
  }
  return true;
}

Fit fitOf(const Action& action, const std::string& wanted) {
  const std::string text = lower(std::string(action.menu) + " " + action.words);
  if (text.find(wanted) != std::string::npos) return Fit::Whole;
  if (hasWords(text, wanted)) return Fit::Words;
  return hasLetters(text, wanted) ? Fit::Letters : Fit::Not;
}

}  // namespace

std::vector<const Action*> fittingActions(const std::vector<Action>& actions, const std::string& text) {
  const std::string wanted = lower(std::string(trim(text)));
  std::vector<std::pair<Fit, const Action*>> found;
  for (const Action& action : actions)
    if (const Fit fit = fitOf(action, wanted); fit != Fit::Not) found.emplace_back(fit, &action);
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<const Action*> fitting;
  for (const auto& [fit, action] : found)
    if (fit != Fit::Letters || found.front().first == Fit::Letters) fitting.push_back(action);
  return fitting;
}

// The action that was clicked; null: none.
const Action* CommandPalette::list(const Theme& theme, const std::vector<const Action*>& fitting,
                                   bool moved) {
  const Action* run = nullptr;
  ImGui::BeginChild("##actions", {0, std::min(12.0f, static_cast<float>(fitting.size()) + 0.5f) *
                                         ImGui::GetTextLineHeightWithSpacing()});
  for (std::size_t i = 0; i < fitting.size(); ++i) {
    const Action& action = *fitting[i];
    const bool enabled = action.enabled(), chosen = static_cast<int>(i) == chosen_;
    ImGui::PushID(static_cast<int>(i));
    if (!enabled) ImGui::PushStyleColor(ImGuiCol_Text, theme.palette.quiet);
    if (ImGui::Selectable(action.words.c_str(), chosen) && enabled) run = &action;
    if (!enabled) ImGui::PopStyleColor();
    tooltip(theme, action.help);
    if (chosen && moved) ImGui::SetScrollHereY();
    // At the right its keys, or why it cannot be done now.
    std::string right = chordText(action.chord);
    if (!enabled) right = action.missing ? action.missing() : std::string();
    const float room = rightEdge() - ImGui::CalcTextSize(action.words.c_str()).x - theme.px(24);
    right = fitted(right, std::max(room, 0.0f));
    ImGui::SameLine(rightEdge() - ImGui::CalcTextSize(right.c_str()).x);
    ImGui::TextDisabled("%s", right.c_str());
    ImGui::PopID();
  }
  ImGui::EndChild();
  return run;
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
  const ImGuiID line = ImGui::GetItemID();
  bool moved = ImGui::IsItemEdited();
  if (moved) chosen_ = 0;
  const std::vector<const Action*> fitting = fittingActions(actions, text_);
  for (const auto& [key, step] : {std::pair(ImGuiKey_DownArrow, 1), std::pair(ImGuiKey_UpArrow, -1)}) {
    // The arrows are the line's; otherwise they would take the focus away from it.
    ImGui::SetKeyOwner(key, line, ImGuiInputFlags_LockThisFrame);
    if (!ImGui::IsKeyPressed(key, ImGuiInputFlags_Repeat, line)) continue;
    chosen_ += step;
    moved = true;
  }
  chosen_ = std::clamp(chosen_, 0, std::max(0, static_cast<int>(fitting.size()) - 1));
  const Action* run = list(theme, fitting, moved);
  if (entered && !fitting.empty()) {
    const Action* chosen = fitting[static_cast<std::size_t>(chosen_)];
    if (chosen->enabled())
      run = chosen;
    else
      ImGui::ActivateItemByID(line);  // the list says why not, and another can be typed
  }
  if (fitting.empty()) ImGui::TextDisabled("Nothing is called that.");
  if (run != nullptr) {
    ImGui::CloseCurrentPopup();
    run->run();
  }
  ImGui::EndPopup();
}

}  // namespace sispde::studio
