// A workspace with its runs: the file, and beside it a folder of their checkpoints.

#include <chrono>
#include <filesystem>
#include <set>

#include "app/studio/shell/saving.h"
#include "core/base/file.h"

namespace sispde::studio {
namespace fs = std::filesystem;
namespace {

fs::path runsBeside(const std::string& path) {
  return fs::path(path).replace_extension(".runs");
}

// Checkpoints in the folder that the new file does not name: of a save before.
void removeOthers(const fs::path& folder, const std::set<std::string>& named) {
  std::error_code trouble;
  std::vector<fs::path> others;
  for (const fs::directory_entry& each : fs::directory_iterator(folder, trouble)) {
    const std::string name = each.path().filename().string();
    if (name.starts_with("run-") && name.ends_with(".npz") && !named.contains(name))
      others.push_back(each.path());
  }
  for (const fs::path& each : others) fs::remove(each, trouble);
  fs::remove(folder, trouble);  // where it is empty now
}

}  // namespace

Result<void> saveWithRuns(const std::string& path, WorkspaceWithRuns made, const Progress& progress) {
  const fs::path folder = runsBeside(path);
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  // Names of their own, so that the file that is replaced keeps its checkpoints until the new one is whole.
  const auto stamp = std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
  std::set<std::string> named;
  const auto written = [&]() -> Result<void> {
    if (!made.runs.empty()) SISPDE_CHECK(makeFolder(folder.string()));
    for (std::size_t i = 0; i < made.runs.size(); ++i) {
      if (progress.stopped()) return cancelled();
      const std::string name = fmt::format("run-{}-{}.npz", stamp, i + 1);
      SISPDE_TRY(const Checkpoint checkpoint, made.runs[i]->checkpoint());
      SISPDE_CHECK(writeCheckpoint(checkpoint, (folder / name).string()));
      named.insert(name);
      made.saved.runs[i].checkpoint = (folder.filename() / name).string();
    }
    return saveWorkspace(path, made.saved);
  }();
  if (written) {
    removeOthers(folder, named);
    return {};
  }
  std::error_code ignored;
  for (const std::string& name : named) fs::remove(folder / name, ignored);
  if (!named.empty()) fs::remove(folder, ignored);
  return written;
}

}  // namespace sispde::studio
