#pragma once
// Chords of keys as text, for menus and for the settings file: "Ctrl+Shift+Z", "[", "?", "F5".

#include <optional>
#include <string>
#include <string_view>

#include <imgui.h>

namespace sispde::studio {

std::string chordText(ImGuiKeyChord chord);  // empty for 0
// Nothing for what is no chord; an empty text is the chord 0.
std::optional<ImGuiKeyChord> parseChord(std::string_view text);
// The chord that was pressed in this frame; 0: none. Modifiers alone are none, and neither are keys whose sign on this
// keyboard no chord stands for.
ImGuiKeyChord pressedChord();
bool anyKeyPressed();  // in this frame for the first time; modifiers do not count
bool anyKeyDown();
// The sign that a chord stands for: it is pressed where that sign was typed, wherever the keyboard has it. Nothing for
// letters and for keys without a sign.
std::optional<char> signOf(ImGuiKeyChord chord);
bool wasTyped(char sign);  // in this frame
bool isAnythingTyped();    // in this frame, or by what waits for the next

}  // namespace sispde::studio
