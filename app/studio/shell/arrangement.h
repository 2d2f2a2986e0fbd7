#pragma once
// Which windows are open and where they are docked: the default, and as text to keep.

#include <memory>
#include <string>
#include <vector>

#include "app/studio/panels/panel.h"

namespace sispde::studio {

// Docks the windows at their default places in a dockspace, for the size that the main window has now.
void arrangeByDefault(unsigned dockspace, const Theme& theme);

using Panels = std::vector<std::unique_ptr<Panel>>;

// In the words of Dear ImGui, with a section of which panels are open.
std::string arrangementText(const Panels& panels);
// Between two frames. What the text does not speak of stays as it is.
void restoreArrangement(const std::string& text, const Panels& panels);

}  // namespace sispde::studio
