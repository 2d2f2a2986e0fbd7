#pragma once
// Which windows are open and where they are docked: the default, and as text to keep.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/studio/panels/panel.h"

namespace sispde::studio {

using Panels = std::vector<std::unique_ptr<Panel>>;

// Docks the windows at their default places in a dockspace, for the size that the main window has now.
void arrangeByDefault(unsigned dockspace, const Theme& theme);
// In columns, none behind another.
void arrangeSideBySide(unsigned dockspace, const Panels& panels);
// Whether that is the arrangement for large windows.
bool isWide(const Theme& theme);
// The user drags a window, or a border between two.
bool isBeingArranged(unsigned dockspace);

// In the words of Dear ImGui, with a line of which panels are open and a checksum above it all. `untouched`: it is the
// default that the user has not changed, for large windows or for others.
std::string arrangementText(const Panels& panels, std::optional<bool> untouched);
// Between two frames. False, and nothing changed, where the text is not as arrangementText wrote it: Dear ImGui checks
// nothing that it reads, and docks that are their own parents would end the program.
bool restoreArrangement(std::string_view text, const Panels& panels, std::optional<bool>& untouched);

}  // namespace sispde::studio
