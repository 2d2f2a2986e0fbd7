#pragma once
// A SavedWorkspace is a Workspace with all that brings the same picture back: which data it is of, the camera, where the nodes lie and
// how the windows are arranged. It is one JSON document, which may have been edited or damaged: everything is checked when it is read,
// and what could not be read back is not written. Unknown keys are ignored, missing ones take their default.

#include <array>
#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/common/find_data.h"
#include "app/studio/render/camera.h"
#include "app/studio/workspace/workspace.h"

namespace sispde::studio {

// A point of a run's curves. The five: AUROC, AUPR-in, AUPR-out, FPR95, DET-ACC.
struct SavedScoring {
  int epoch = 0;
  double accuracy = 0;
  std::map<std::string, std::array<double, 5>> metrics;  // by score
  friend bool operator==(const SavedScoring&, const SavedScoring&) = default;
};

// A run that can be taken up again: what was trained, and the file that keeps its state.
struct SavedRun {
  std::string name;
  TrainingChoice choice;
  KernelSpec kernel;                 // of the Kernel window when it began
  std::string checkpoint;            // where the path is relative, beside the workspace's file
  std::string graph;                 // what was done to the data's graph, in a word; empty: nothing
  GraphEdits edits;                  // that did it
  std::vector<SavedScoring> scored;  // by rising epoch, at most mostScored
  friend bool operator==(const SavedRun&, const SavedRun&) = default;
};

struct SavedWorkspace {
  std::string program, version;  // that wrote it
  DataRequest data;              // dataDir is not saved: it belongs to a machine
  std::string dataName, dataHash;
  Workspace workspace;
  Camera camera;
  std::vector<Point> positions;  // of every node, or none: the layout then begins anew
  std::vector<NodeId> pinned;
  std::string arrangement;  // of the windows, in the words of the library that docks them
  bool dark = true;
  std::vector<SavedRun> runs;

  static constexpr std::size_t mostRuns = 64;
  static constexpr std::size_t mostScored = 100;  // points of a run's curves
  static constexpr std::size_t mostRunEdges =
      600'000;  // in the edits of all runs: the file stays below its limit
  static constexpr std::size_t mostPositions = 200'000;
  // Where the nodes lie, and which are pinned, of a graph with so many.
  static constexpr bool keepsPlaces(std::size_t nodes) { return nodes <= mostPositions; }
  static constexpr std::size_t mostNodes = 20'000'000;  // selected or pinned
  static constexpr std::size_t largestText = 4096;      // bytes of a name or path
  static constexpr std::size_t largestArrangement = 262'144;
  static constexpr std::size_t largestFile = 33'554'432;

  // Selections are equal that hold equal nodes; dataDir does not count.
  friend bool operator==(const SavedWorkspace& a, const SavedWorkspace& b);
};

// Without a check; bytes that are not UTF-8 are replaced.
std::string toJson(const SavedWorkspace& saved);
// `file` goes into errors, whose Place::item is the key ("kernels.A.nu").
Result<SavedWorkspace> fromJson(std::string_view text, const std::string& file);

// Whole or not at all; refuses what loadWorkspace would not give back equal.
Result<void> saveWorkspace(const std::string& path, const SavedWorkspace& saved);
// With paths of checkpoints that do not depend on where the program was started.
Result<SavedWorkspace> loadWorkspace(const std::string& path);

// Whether the beginning of a file, some kilobytes of it, is that of a workspace and not of another JSON.
bool looksLikeWorkspace(std::string_view firstBytes);

// Whether it can be shown with this data: an error says that the data changed, or names the key of a node that is not there. A
// workspace without a hash goes with any data that has its nodes.
Result<void> fits(const SavedWorkspace& saved, NodeId nodes, const std::string& hash);
// Without all that speaks of single nodes, for data that changed.
SavedWorkspace withoutNodes(SavedWorkspace saved);

// As it should be saved: paths of files that are there become absolute, so that they do not depend on the folder in which the program
// was started.
DataRequest lastingRequest(DataRequest request);

// An autosave is a workspace that a running program keeps in the user's state folder and removes when it ends. One whose program is no
// longer alive is a Recovery.
struct Recovery {
  std::string path;
  int pid = 0;
  std::chrono::system_clock::time_point time;  // of the last save
};

// A program has one of the open data, and further ones (part 1, 2, …) for runs of other data.
std::string autosavePath(const std::string& stateFolder, int pid, int part = 0);
// Of this process; makes the folder.
Result<void> autosave(const std::string& stateFolder, const SavedWorkspace& saved, int part = 0);
// Newest first. To be asked before the first autosave, which replaces that of an earlier process with this one's number.
std::vector<Recovery> findRecoveries(const std::string& stateFolder);
Result<void> removeAutosave(const std::string& path);  // one that is missing is removed already
// Where the runs of all programs keep their checkpoints.
std::string runsFolder(const std::string& stateFolder);

}  // namespace sispde::studio
