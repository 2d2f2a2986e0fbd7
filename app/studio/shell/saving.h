#pragma once
// Keeping and bringing back what the user sees.

#include <set>

#include "app/studio/shell/studio.h"

namespace sispde::studio {

inline constexpr const char* workspaceKey = "sispde-workspace";  // of the text inside a PNG

SavedWorkspace savedOf(const Studio& studio);  // without runs
// Runs of the data with that hash, on edited graphs too, with the checkpoints that they keep on this machine: for autosaves.
std::vector<SavedRun> savedRuns(const Studio& studio, const std::string& base);

// A workspace and the runs of its data, to be written as one file and a folder of checkpoints beside it (see saveWithRuns).
struct WorkspaceWithRuns {
  SavedWorkspace saved;
  // One for each of saved.runs; null where the checkpoint that the run came from is named again: it is not back yet, or has trouble.
  std::vector<std::shared_ptr<const Run>> runs;
  std::vector<int> ids;     // of those runs
  std::size_t leftOut = 0;  // more than a file may hold
};
WorkspaceWithRuns withRuns(const Studio& studio, SavedWorkspace saved);
// The checkpoint of the i-th run, in a folder beside the file `path`: x.json.runs for x.json. `stamp` is of this save alone.
std::string checkpointBeside(const std::string& path, std::int64_t stamp, std::size_t i);
// Writes the file and the folder, whole or as they were before. Of `replaced`, checkpoints of earlier saves, those in this folder go that the
// new file does not name; nothing else is deleted.
Result<void> saveWithRuns(const std::string& path, std::int64_t stamp, WorkspaceWithRuns made,
                          const std::set<std::string>& replaced, const Progress& progress);
// As if the data of this run were open: what the user set but for what speaks of nodes, and all their runs.
SavedWorkspace savedOf(const Studio& studio, const TrainedRun& run);

// Opens its data, and shows it as it was; `file`: where it was saved, to be saved to again. Returns Studio::open's number.
int openSaved(Studio& studio, SavedWorkspace saved, const std::string& dataDir, const std::string& file = {});

// Opens whatever it is: a data set, a workspace, or a picture that carries one.
void openAnything(Studio& studio, const DataRequest& request);

}  // namespace sispde::studio
