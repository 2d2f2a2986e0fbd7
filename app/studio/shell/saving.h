#pragma once
// Keeping and bringing back what the user sees.

#include "app/studio/shell/studio.h"

namespace sispde::studio {

inline constexpr const char* workspaceKey = "sispde-workspace";  // of the text inside a PNG

SavedWorkspace savedOf(const Studio& studio);  // without runs
// Runs of the data with that hash, on edited graphs too, with the checkpoints that they keep on this machine: for autosaves.
std::vector<SavedRun> savedRuns(const Studio& studio, const std::string& base);

// A workspace and the runs of its data, to be written as one file and a folder of checkpoints beside it (see saveWithRuns).
struct WorkspaceWithRuns {
  SavedWorkspace saved;
  std::vector<std::shared_ptr<const Run>> runs;  // one for each of saved.runs
};
WorkspaceWithRuns withRuns(const Studio& studio, SavedWorkspace saved);
// The file `path` and a folder beside it, x.runs for x.json: whole, or as they were before.
Result<void> saveWithRuns(const std::string& path, WorkspaceWithRuns made, const Progress& progress);
// As if the data of this run were open: what the user set but for what speaks of nodes, and all their runs.
SavedWorkspace savedOf(const Studio& studio, const TrainedRun& run);

// Opens its data, and shows it as it was.
void openSaved(Studio& studio, SavedWorkspace saved, const std::string& dataDir);

// Opens whatever it is: a data set, a workspace, or a picture that carries one.
void openAnything(Studio& studio, const DataRequest& request);

}  // namespace sispde::studio
