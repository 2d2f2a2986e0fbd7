#include "app/studio/shell/chord.h"

#include <algorithm>
#include <array>

#include <imgui_internal.h>

namespace sispde::studio {
namespace {

struct Name {
  ImGuiKeyChord chord;
  const char* text;
};
constexpr std::array modifiers{Name{ImGuiMod_Ctrl, "Ctrl+"}, Name{ImGuiMod_Alt, "Alt+"},
                               Name{ImGuiMod_Super, "Super+"}, Name{ImGuiMod_Shift, "Shift+"}};
// Signs as they stand on a US keyboard, whose places the key codes mean; what counts is the sign that is typed.
constexpr std::array signs{Name{ImGuiMod_Shift | ImGuiKey_Slash, "?"},
                           Name{ImGuiMod_Shift | ImGuiKey_LeftBracket, "{"},
                           Name{ImGuiMod_Shift | ImGuiKey_RightBracket, "}"},
                           Name{ImGuiKey_LeftBracket, "["},
                           Name{ImGuiKey_RightBracket, "]"},
                           Name{ImGuiKey_Slash, "/"},
                           Name{ImGuiKey_Comma, ","},
                           Name{ImGuiKey_Period, "."},
                           Name{ImGuiKey_Semicolon, ";"},
                           Name{ImGuiKey_Apostrophe, "'"},
                           Name{ImGuiKey_Backslash, "\\"},
                           Name{ImGuiKey_Minus, "-"},
                           Name{ImGuiKey_Equal, "="},
                           Name{ImGuiKey_GraveAccent, "`"},
                           Name{ImGuiKey_Escape, "Esc"}};

// Keys that can carry an action: those of the keyboard but for the modifiers.
bool isPlain(ImGuiKey key) {
  return key >= ImGuiKey_NamedKey_BEGIN && key < ImGuiKey_GamepadStart &&
         !(key >= ImGuiKey_LeftCtrl && key <= ImGuiKey_RightSuper);
}

// The one that went down in this frame.
ImGuiKey pressedKey() {
  for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_GamepadStart; ++key)
    if (isPlain(static_cast<ImGuiKey>(key)) && ImGui::IsKeyPressed(static_cast<ImGuiKey>(key), false))
      return static_cast<ImGuiKey>(key);
  return ImGuiKey_None;
}

std::optional<ImGuiKeyChord> keyOf(std::string_view text) {
  for (const Name& sign : signs)
    if (text == sign.text) return sign.chord;
  for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_GamepadStart; ++key)
    if (isPlain(static_cast<ImGuiKey>(key)) && text == ImGui::GetKeyName(static_cast<ImGuiKey>(key)))
      return key;
  return std::nullopt;
}

}  // namespace

std::string chordText(ImGuiKeyChord chord) {
  const ImGuiKeyChord key = chord & ~ImGuiMod_Mask_;
  if (key == 0) return {};
  std::string text;
  for (const Name& modifier : modifiers)
    if ((chord & modifier.chord) != 0) text += modifier.text;
  const bool shiftAlone = (chord & ImGuiMod_Mask_) == ImGuiMod_Shift;
  for (const Name& sign : signs) {
    if (shiftAlone && sign.chord == chord) return sign.text;
    if (sign.chord == key) return text + sign.text;
  }
  return text + ImGui::GetKeyName(static_cast<ImGuiKey>(key));
}

std::optional<ImGuiKeyChord> parseChord(std::string_view text) {
  if (text.empty()) return 0;
  ImGuiKeyChord chord = 0;
  for (const Name& modifier : modifiers)
    if (text.starts_with(modifier.text)) {
      chord |= modifier.chord;
      text.remove_prefix(std::string_view(modifier.text).size());
    }
  const auto key = keyOf(text);
  if (!key || (chord & *key & ImGuiMod_Mask_) != 0) return std::nullopt;
  return chord | *key;
}

std::optional<char> signOf(ImGuiKeyChord chord) {
  for (const Name& sign : signs)
    if (sign.chord == chord && sign.text[1] == 0) return sign.text[0];
  return std::nullopt;
}

bool wasTyped(char sign) {
  const ImVector<ImWchar>& typed = ImGui::GetIO().InputQueueCharacters;
  return std::find(typed.begin(), typed.end(), static_cast<ImWchar>(sign)) != typed.end();
}

bool isAnythingTyped() {
  if (!ImGui::GetIO().InputQueueCharacters.empty()) return true;
  const ImVector<ImGuiInputEvent>& waiting = ImGui::GetCurrentContext()->InputEventsQueue;
  return std::any_of(waiting.begin(), waiting.end(),
                     [](const ImGuiInputEvent& event) { return event.Type == ImGuiInputEventType_Text; });
}

bool anyKeyPressed() {
  return pressedKey() != ImGuiKey_None;
}

bool anyKeyDown() {
  for (int key = ImGuiKey_NamedKey_BEGIN; key < ImGuiKey_GamepadStart; ++key)
    if (isPlain(static_cast<ImGuiKey>(key)) && ImGui::IsKeyDown(static_cast<ImGuiKey>(key))) return true;
  return false;
}

ImGuiKeyChord pressedChord() {
  const ImGuiKey key = pressedKey();
  if (key == ImGuiKey_None) return 0;
  for (const Name& sign : signs)
    if (sign.text[1] == 0 && wasTyped(sign.text[0])) return sign.chord;
  const ImGuiKeyChord chord = ImGui::GetIO().KeyMods | key;
  return signOf(chord) && isAnythingTyped() ? 0 : chord;
}

}  // namespace sispde::studio
