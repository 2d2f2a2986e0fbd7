#pragma once
// The options of a training as widgets, made from their table.

#include "app/studio/shell/studio.h"

namespace sispde::studio {

// Those that matter most; then, folded by group, all others. Each change is an edit of the workspace.
void optionList(Studio& studio);

}  // namespace sispde::studio
