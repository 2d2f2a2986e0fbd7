#include "app/studio/shell/keys_window.h"

#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "app/studio/shell/chord.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {

void rebind(std::vector<Action>& actions, const std::map<std::string, std::string>& keys) {
  for (Action& action : actions)
    if (const auto found = keys.find(action.words); found != keys.end())
      if (const auto chord = parseChord(found->second)) action.chord = *chord;
}

std::vector<std::string> withoutUnknown(std::map<std::string, std::string>& keys) {
  std::vector<std::string> words;
  for (const auto& [action, chord] : keys)
    if (!parseChord(chord)) words.push_back(action);
  for (const std::string& action : words) keys.erase(action);
  return words;
}

void KeysWindow::listen(const std::vector<Action>& actions, std::map<std::string, std::string>& keys) {
  const ImGuiKeyChord chord = pressedChord();
  if (chord == 0) return;
  const std::string words = std::exchange(asked_, {});
  if (chord == ImGuiKey_Escape) {
    told_ = "Nothing was changed.";
    return;
  }
  if (chord == ImGuiKey_Backspace) {
    keys[words] = "";
    told_ = fmt::format("“{}” has no keys now.", words);
    return;
  }
  told_ = fmt::format("“{}” is {} now.", words, chordText(chord));
  for (const Action& other : actions)
    if (other.chord == chord && other.words != words) {
      keys[other.words] = "";
      told_ += fmt::format(" “{}”, which had it, has no keys now.", other.words);
    }
  keys[words] = chordText(chord);
}

void KeysWindow::draw(const Theme& theme, const std::vector<Action>& actions,
                      std::map<std::string, std::string>& keys) {
  if (!open) {
    asked_.clear();
    told_.clear();
    return;
  }
  const bool listening = !asked_.empty();
  if (listening) listen(actions, keys);
  const FloatingLook look(theme);
  if (beginDialog(theme, "Keys", open, 440, 560, !listening)) {
    caption(theme, told_.empty() ? "Click the keys of an action to give it others." : told_);
    if (ImGui::BeginTable("##keys", 2,
                          ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchProp,
                          {0, -ImGui::GetFrameHeight() - theme.px(8)})) {
      const char* menu = "";
      for (const Action& action : actions) {
        if (!action.listed) continue;
        if (std::strcmp(action.menu, menu) != 0) {
          menu = action.menu;
          ImGui::TableNextRow();
          ImGui::TableNextColumn();
          ImGui::PushFont(theme.fonts.bold, 0);
          ImGui::TextUnformatted(menu);
          ImGui::PopFont();
          ImGui::TableNextRow();
        }
        ImGui::TableNextColumn();
        ImGui::TextUnformatted(action.words.c_str());
        ImGui::TableNextColumn();
        const bool asked = asked_ == action.words;
        const std::string text = asked               ? "press keys; Esc leaves it, Backspace takes them"
                                 : action.chord == 0 ? "–"
                                                     : chordText(action.chord);
        if (ImGui::Selectable(fmt::format("{}##{}", text, action.words).c_str(), asked)) {
          asked_ = action.words;
          told_.clear();
        }
      }
      ImGui::EndTable();
    }
    ImGui::BeginDisabled(keys.empty());
    if (ImGui::Button("All as they were")) {
      keys.clear();
      told_ = "All keys are as they were at first.";
    }
    ImGui::EndDisabled();
  }
  ImGui::End();
}

}  // namespace sispde::studio
