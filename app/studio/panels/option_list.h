#pragma once
// The options of a training as widgets, made from their table.

#include "app/studio/shell/studio.h"

namespace sispde::studio {

// Those that lead for the chosen detector (core/detect/option_use.h), in few lines: numbers to type into, then chips. Each change of
// an option is an edit of the workspace.
void leadingOptions(Studio& studio);

// All others that the detector has a use for, folded by group.
void optionList(Studio& studio);

}  // namespace sispde::studio
