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
// The chord that was pressed in this frame; 0: none. Modifiers alone are none.
ImGuiKeyChord pressedChord();

}  // namespace sispde::studio
