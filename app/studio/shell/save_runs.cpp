// A workspace with its runs: the file, and beside it a folder of their checkpoints.

#include <filesystem>
#include <set>

#include "app/studio/shell/saving.h"
#include "core/base/file.h"

namespace sispde::studio {
namespace fs = std::filesystem;
namespace {

fs::path runsBeside(const std::string& path) {
  return path + ".runs";
}

bool isFolder(const fs::path& path) {
  std::error_code trouble;
  return fs::is_directory(fs::symlink_status(path, trouble));
}

// As the workspace's file names it: without the folder in which both stand, where that is so.
std::string namedFrom(const std::string& path, const std::string& checkpoint) {
  const fs::path folder = runsBeside(path), given = checkpoint;
  return given.parent_path() == folder ? (folder.filename() / given.filename()).string() : checkpoint;
}

}  // namespace

std::string checkpointBeside(const std::string& path, std::int64_t stamp, std::size_t i) {
  return (runsBeside(path) / fmt::format("run-{}-{}.npz", stamp, i + 1)).string();
}

Result<void> saveWithRuns(const std::string& path, std::int64_t stamp, WorkspaceWithRuns made,
                          const std::set<std::string>& replaced, const Progress& progress) {
  const fs::path folder = runsBeside(path);
  std::set<std::string> written, named;
  const auto done = [&]() -> Result<void> {
    for (std::size_t i = 0; i < made.runs.size(); ++i) {
      if (progress.stopped()) return cancelled();
      std::string file = made.saved.runs[i].checkpoint;
      if (made.runs[i]) {
        SISPDE_CHECK(makeFolder(folder.string()));
        file = checkpointBeside(path, stamp, i);
        SISPDE_TRY(const Checkpoint checkpoint, made.runs[i]->checkpoint());
        written.insert(file);
        SISPDE_CHECK(writeCheckpoint(checkpoint, file));
      }
      named.insert(file);
      made.saved.runs[i].checkpoint = namedFrom(path, file);
    }
    return saveWorkspace(path, made.saved);
  }();
  // The file that is replaced keeps its checkpoints until the new one is whole.
  std::error_code ignored;
  const std::set<std::string>& gone = done ? replaced : written;
  for (const std::string& file : gone)
    if ((!done || !named.contains(file)) && fs::path(file).parent_path() == folder) fs::remove(file, ignored);
  if (!gone.empty() && isFolder(folder) && fs::is_empty(folder, ignored)) fs::remove(folder, ignored);
  return done;
}

}  // namespace sispde::studio
