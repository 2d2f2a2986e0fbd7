#pragma once
// Keeping and bringing back what the user sees.

#include "app/studio/shell/studio.h"

namespace sispde::studio {

inline constexpr const char* workspaceKey = "sispde-workspace";  // of the text inside a PNG

SavedWorkspace savedOf(const Studio& studio);
// Runs of the data with that hash, on edited graphs too: for autosaves alone, since their checkpoints belong to this machine.
std::vector<SavedRun> savedRuns(const Studio& studio, const std::string& base);
// As if the data of this run were open: what the user set but for what speaks of nodes, and all their runs.
SavedWorkspace savedOf(const Studio& studio, const TrainedRun& run);

// Opens its data, and shows it as it was.
void openSaved(Studio& studio, SavedWorkspace saved, const std::string& dataDir);

// Opens whatever it is: a data set, a workspace, or a picture that carries one.
void openAnything(Studio& studio, const DataRequest& request);

}  // namespace sispde::studio
