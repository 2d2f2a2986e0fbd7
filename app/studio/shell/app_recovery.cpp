// Autosave, and what it brings back after a crash.

#include <ctime>
#include <filesystem>
#include <set>

#include <unistd.h>

#include <fmt/chrono.h>

#include "app/studio/shell/app.h"
#include "app/studio/shell/saving.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

constexpr double autosaveSeconds = 15;

}  // namespace

SavedWorkspace App::saved() const {
  SavedWorkspace saved = savedOf(studio_);
  saved.arrangement = arrangementText(panels_, untouched_);
  return saved;
}

void App::findRecovery() {
  if (options_.folders.state.empty()) return;
  const std::vector<Recovery> found = findRecoveries(options_.folders.state);
  if (found.empty()) return;
  recovery_ = found[0];  // the newest; the others wait until it is dealt with
  constexpr std::size_t most = 8;
  for (std::size_t i = most; i < found.size(); ++i) {
    const Result<SavedWorkspace> older = loadWorkspace(found[i].path);
    if (older && !older->runs.empty()) continue;  // what was trained is not thrown away unasked
    if (const Result<void> removed = removeAutosave(found[i].path); !removed)
      studio_.log.note(removed.error().sentence());
  }
}

void App::drawRecovery() {
  if (!recovery_) return;
  const Theme& theme = studio_.theme;
  const FloatingLook look(theme);
  if (beginBanner(theme, "##recovery", theme.palette.warning)) {
    const auto time = std::chrono::system_clock::to_time_t(recovery_->time);
    bannerText(
        theme,
        fmt::format("On {:%d %B at %H:%M} the program ended with a run that was not done, or not well. "
                    "Its workspace was kept.",
                    fmt::localtime(time)),
        buttonRoom("Bring it back") + buttonRoom("Throw it away"));
    const bool wanted = primaryButton(theme, "Bring it back");
    tooltip(theme, "Opens the kept workspace: data, kernels, selection, and the runs, paused");
    ImGui::SameLine();
    const bool unwanted = ImGui::Button("Throw it away");
    tooltip(theme, "Deletes the kept workspace and its runs; this cannot be taken back");
    if (wanted)
      studio_.leave([this, path = recovery_->path] {
        if (recovery_ && recovery_->path == path) bringBack();
      });
    else if (unwanted)
      throwAway();
  }
  ImGui::End();
}

void App::bringBack() {
  if (Result<SavedWorkspace> saved = loadWorkspace(recovery_->path)) {
    recovered_ = recovery_->path;
    recoveredHash_ = saved->dataHash;
    openSaved(studio_, std::move(*saved), options_.dataDir);
  } else {
    studio_.log.trouble(saved.error().sentence());
  }
  recovery_.reset();
}

// The file goes once what it holds is there: data that cannot be found, or an end in the middle, lose nothing.
void App::dropRecovered() {
  if (recovered_.empty() || !viewComplete() || !studio_.opened) return;
  if (recoveredHash_.empty() || studio_.opened->hash == recoveredHash_)
    if (const Result<void> removed = removeAutosave(recovered_); !removed)
      studio_.log.note(removed.error().sentence());
  recovered_.clear();
}

void App::throwAway() {
  const std::string folder = runsFolder(options_.folders.state);
  if (const Result<SavedWorkspace> saved = loadWorkspace(recovery_->path))
    for (const SavedRun& run : saved->runs) {
      const std::filesystem::path file = run.checkpoint;
      std::error_code ignored;
      // Nothing but what this program put there, whatever the file says.
      if (file.parent_path() == folder) std::filesystem::remove(file, ignored);
    }
  endRecovery();
}

// What was not done when the window was closed can be taken up at the next start, whatever data it was of.
void App::keepUnfinished() {
  if (options_.folders.state.empty()) return;
  const auto& runs = studio_.training.runs();
  std::set<std::string> kept, failed;  // hashes of data
  int part = 0;
  for (const auto& run : runs) {
    const bool open = run->snapshot
                          ? run->snapshot->epoch > 0 && run->snapshot->epoch < run->snapshot->epochCount
                          : run->restored;
    // What a workspace of the user's holds as it is needs no second place.
    if (run->snapshot && run->snapshot->epoch == run->keptEpoch) continue;
    if (!open || !run->trouble.empty() || !studio_.settings.autosave || kept.contains(run->base) ||
        failed.contains(run->base))
      continue;
    const bool shown = studio_.opened && run->base == studio_.opened->hash;
    SavedWorkspace now = shown ? saved() : savedOf(studio_, *run);
    if (shown) now.runs = savedRuns(studio_, run->base);
    (autosave(options_.folders.state, now, shown ? 0 : ++part) ? kept : failed).insert(run->base);
  }
  // What could not be written now loses nothing that was written before.
  if (!studio_.opened || (!kept.contains(studio_.opened->hash) && !failed.contains(studio_.opened->hash)))
    (void)removeAutosave(autosavePath(options_.folders.state, static_cast<int>(::getpid())));
  for (const auto& run : runs) {
    std::error_code ignored;
    if (!run->checkpoint.empty() && !kept.contains(run->base) && !failed.contains(run->base))
      std::filesystem::remove(run->checkpoint, ignored);
  }
}

void App::endRecovery() {
  const Result<void> removed = removeAutosave(recovery_->path);
  recovery_.reset();
  if (removed)
    findRecovery();  // the next, where several programs ended
  else
    studio_.log.note(removed.error().sentence());
}

void App::keepAutosave() {
  const double now = millisecondsNow() / 1000;
  if (now - autosavedAt_ < autosaveSeconds || !studio_.settings.autosave) return;
  autosavedAt_ = now;
  keepNow();
}

void App::keepNow() {
  if (options_.folders.state.empty() || !studio_.document) return;
  SavedWorkspace now = saved();
  now.runs = savedRuns(studio_, studio_.opened->hash);
  if (now == autosaved_) return;
  autosaved_ = std::move(now);
  studio_.jobs.start(
      "autosave", "autosave", "keeping the workspace",
      [this, folder = options_.folders.state, copy = autosaved_](const Progress&) -> Jobs::Delivery {
        const Result<void> done = autosave(folder, copy);
        if (done) return {};
        return [this, done] { studio_.log.note(done.error().sentence()); };
      });
}

}  // namespace sispde::studio
