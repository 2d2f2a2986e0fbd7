#pragma once
// Keeping and bringing back what the user sees.

#include "app/studio/shell/studio.h"

namespace sispde::studio {

inline constexpr const char* workspaceKey = "sispde-workspace";  // of the text inside a PNG

SavedWorkspace savedOf(const Studio& studio);
// Runs of some data: for autosaves alone, since their checkpoints belong to this machine.
std::vector<SavedRun> savedRuns(const Studio& studio, const Document& data);
// As if these data were open: what the user set but for what speaks of nodes, and their runs.
SavedWorkspace savedOf(const Studio& studio, const Document& data);

// Opens its data, and shows it as it was.
void openSaved(Studio& studio, SavedWorkspace saved, const std::string& dataDir);

// Opens whatever it is: a data set, a workspace, or a picture that carries one.
void openAnything(Studio& studio, const DataRequest& request);

}  // namespace sispde::studio
