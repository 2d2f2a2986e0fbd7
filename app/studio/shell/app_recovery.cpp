// Autosave, and what it brings back after a crash.

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <set>
#include <utility>

#include <unistd.h>

#include <fmt/chrono.h>

#include "app/studio/shell/app.h"
#include "app/studio/shell/saving.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

constexpr double autosaveSeconds = 15;

// A crash would lose it: no file of the user's holds it as it is.
bool isInNoFile(const TrainedRun& run) {
  if (!run.trouble.empty()) return false;
  return run.snapshot ? run.snapshot->epoch > run.keptEpoch : run.restored && run.source.empty();
}

std::set<std::string> checkpointsOf(const SavedWorkspace& saved) {
  std::set<std::string> checkpoints;
  for (const SavedRun& run : saved.runs) checkpoints.insert(run.checkpoint);
  return checkpoints;
}

// Those that no autosave of an earlier program names any more; to be asked once the file that named them is gone.
void removeCheckpoints(const std::string& stateFolder, std::set<std::string> checkpoints) {
  // Nothing but what this program put there, whatever the file said.
  const std::string folder = runsFolder(stateFolder);
  std::erase_if(checkpoints,
                [&](const std::string& file) { return std::filesystem::path(file).parent_path() != folder; });
  if (checkpoints.empty()) return;
  for (const Recovery& other : findRecoveries(stateFolder))
    if (const Result<SavedWorkspace> saved = loadWorkspace(other.path))
      for (const SavedRun& run : saved->runs) checkpoints.erase(run.checkpoint);
  for (const std::string& file : checkpoints) {
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
  }
}

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
    recoveredCheckpoints_ = checkpointsOf(*saved);
    recoveredIsBack_ = false;
    recoveredOpening_ = openSaved(studio_, std::move(*saved), options_.dataDir);
  } else {
    studio_.log.trouble(saved.error().sentence());
  }
  recovery_.reset();
}

bool App::showsRecovered() const {
  return !recovered_.empty() && studio_.opening() == recoveredOpening_;
}

// The file goes once what it holds is there and, where this program keeps autosaves, in its own: data that cannot be found or are
// opened otherwise meanwhile, a cancel, an end in the middle, or a crash, lose nothing.
void App::dropRecovered() {
  if (recovered_.empty() || !viewComplete() || !studio_.opened) return;
  const std::string& hash = studio_.opened->hash;
  const bool isOpen = showsRecovered() && (recoveredHash_.empty() || hash == recoveredHash_);
  const bool lacksRuns = std::ranges::any_of(studio_.training.runs(), [&](const auto& run) {
    const bool undone = run->trouble.empty() || run->trouble == cancelledPreparation;
    return run->base == hash && run->restored && !run->run && undone;
  });
  recoveredIsBack_ = isOpen && !lacksRuns;
  const bool kept = !studio_.settings.autosave || keepsOpened();
  if (recoveredIsBack_ && !kept && autosaveTrouble_.empty()) {
    keepNow();
    return;
  }
  if (recoveredIsBack_ && kept) removeRecovered();
  recovered_.clear();
}

// The open data, with all runs of theirs, are known to be in this program's autosave.
bool App::keepsOpened() const {
  const auto kept = autosaved_.find(0);
  return kept != autosaved_.end() && kept->second.dataHash == studio_.opened->hash &&
         std::ranges::equal(kept->second.runs, savedRuns(studio_, studio_.opened->hash), {},
                            &SavedRun::checkpoint, &SavedRun::checkpoint);
}

void App::removeRecovered() {
  // Numbers of processes come back: that of an earlier program may be replaced by this one's own already.
  const bool replaced = autosaved_.contains(0) &&
                        recovered_ == autosavePath(options_.folders.state, static_cast<int>(::getpid()));
  const Result<void> removed = replaced ? Result<void>() : removeAutosave(recovered_);
  if (removed)
    removeCheckpoints(options_.folders.state, recoveredCheckpoints_);
  else
    studio_.log.note(removed.error().sentence());
}

void App::throwAway() {
  const Result<SavedWorkspace> saved = loadWorkspace(recovery_->path);
  const Result<void> removed = removeAutosave(recovery_->path);
  recovery_.reset();
  if (!removed) {
    studio_.log.note(removed.error().sentence());
    return;
  }
  if (saved) removeCheckpoints(options_.folders.state, checkpointsOf(*saved));
  findRecovery();  // the next, where several programs ended
}

// What was not done when the window was closed can be taken up at the next start, whatever data it was of.
void App::keepUnfinished() {
  if (options_.folders.state.empty()) return;
  // An autosave that was cancelled may still be writing a file.
  const std::lock_guard lock(*autosaving_);
  const auto& runs = studio_.training.runs();
  std::set<std::string> kept, failed;  // hashes of data
  std::set<int> written;
  const bool recoveredStays =
      !recovered_.empty() && recovered_ != autosavePath(options_.folders.state, static_cast<int>(::getpid()));
  for (const auto& run : runs) {
    // One that is not back yet is still in the file that it comes from.
    const bool open = run->snapshot
                          ? run->snapshot->epoch > 0 && run->snapshot->epoch < run->snapshot->epochCount
                          : run->restored && run->source.empty() && !recoveredStays;
    // What a workspace of the user's holds as it is needs no second place.
    if (run->snapshot && run->snapshot->epoch == run->keptEpoch) continue;
    if (!open || !run->trouble.empty() || !studio_.settings.autosave || kept.contains(run->base) ||
        failed.contains(run->base))
      continue;
    const bool shown = studio_.opened && run->base == studio_.opened->hash;
    SavedWorkspace now = shown ? saved() : savedOf(studio_, *run);
    if (shown) now.runs = savedRuns(studio_, run->base);
    const auto other = otherAutosaves_.find(run->base);
    const int part = shown ? 0 : other != otherAutosaves_.end() ? other->second.part : freePart();
    const bool done = autosave(options_.folders.state, now, part).has_value();
    (done ? kept : failed).insert(run->base);
    if (done) written.insert(part);
  }
  // What could not be written now loses nothing that was written before.
  parts_.insert(0);
  for (const int part : parts_) {
    const auto before = autosaved_.find(part);
    const bool needed =
        before != autosaved_.end() ? failed.contains(before->second.dataHash) : !failed.empty();
    if (!written.contains(part) && !needed)
      (void)removeAutosave(autosavePath(options_.folders.state, static_cast<int>(::getpid()), part));
  }
  // What was brought back is of no more use than all else after a good end.
  if (recoveredIsBack_ && showsRecovered() && !failed.contains(studio_.opened->hash)) removeRecovered();
  for (const auto& run : runs) {
    std::error_code ignored;
    if (!run->checkpoint.empty() && !kept.contains(run->base) && !failed.contains(run->base))
      std::filesystem::remove(run->checkpoint, ignored);
  }
}

void App::keepAutosave() {
  const double now = millisecondsNow() / 1000;
  if (now - autosavedAt_ < autosaveSeconds || !studio_.settings.autosave) return;
  autosavedAt_ = now;
  keepNow();
}

// A part that holds nothing yet, neither of this program nor of an earlier one with its number.
int App::freePart() {
  int part = 1;
  std::error_code ignored;
  while (parts_.contains(part) ||
         std::filesystem::exists(autosavePath(options_.folders.state, static_cast<int>(::getpid()), part),
                                 ignored))
    ++part;
  parts_.insert(part);
  return part;
}

// By part: the open data are part 0, all others with runs that are in no file have a part of their own. What the user set stays there as
// it was when those data were left: only their runs go on.
std::map<int, SavedWorkspace> App::wantedAutosaves() {
  const std::string& open = studio_.opened->hash;
  std::map<int, SavedWorkspace> wanted;
  SavedWorkspace& first = wanted[0];
  first = saved();
  first.runs = savedRuns(studio_, open);
  std::map<std::string, OtherAutosave> others;
  for (const auto& run : studio_.training.runs()) {
    if (run->base == open || others.contains(run->base) || !isInNoFile(*run)) continue;
    std::vector<SavedRun> runs = savedRuns(studio_, run->base);
    if (runs.empty()) continue;
    const auto before = otherAutosaves_.find(run->base);
    OtherAutosave& other = others[run->base];
    other =
        before != otherAutosaves_.end() ? before->second : OtherAutosave{freePart(), savedOf(studio_, *run)};
    other.saved.runs = std::move(runs);
    wanted[other.part] = other.saved;
  }
  otherAutosaves_ = std::move(others);
  return wanted;
}

void App::keepNow() {
  if (options_.folders.state.empty() || !studio_.document || !keeping_.expired()) return;
  const auto changed = std::make_shared<std::map<int, SavedWorkspace>>(wantedAutosaves());
  std::vector<int> gone;
  for (const int part : parts_)
    if (!changed->contains(part)) gone.push_back(part);
  std::erase_if(*changed, [&](const auto& each) {
    const auto before = autosaved_.find(each.first);
    return before != autosaved_.end() && before->second == each.second;
  });
  if (changed->empty() && gone.empty()) return;
  // What these files hold is not known until they are written.
  for (const auto& each : *changed) autosaved_.erase(each.first);
  for (const int part : gone) autosaved_.erase(part);
  const auto ticket = std::make_shared<const int>(0);
  keeping_ = ticket;
  studio_.jobs.start(
      "autosave", "autosave", "keeping the workspace",
      [this, ticket, folder = options_.folders.state, changed, gone,
       writing = autosaving_](const Progress& progress) -> Jobs::Delivery {
        const std::lock_guard lock(*writing);
        std::vector<int> written;
        std::string trouble;
        // Part 0 comes last, and then what goes: runs whose data are opened or left are in their new place before they leave the old.
        for (auto each = changed->rbegin(); each != changed->rend() && !progress.stopped(); ++each)
          if (const Result<void> done = autosave(folder, each->second, each->first); done)
            written.push_back(each->first);
          else if (trouble.empty())
            trouble = done.error().sentence();
        std::vector<int> removed;
        for (const int part : gone) {
          if (progress.stopped() || !trouble.empty()) break;
          if (const Result<void> done =
                  removeAutosave(autosavePath(folder, static_cast<int>(::getpid()), part));
              done)
            removed.push_back(part);
          else
            trouble = done.error().sentence();
        }
        return [this, ticket, changed, written, removed, trouble] {
          for (const int part : written) autosaved_[part] = std::move(changed->at(part));
          for (const int part : removed) parts_.erase(part);
          // Tried again and again, told once.
          if (std::exchange(autosaveTrouble_, trouble) != trouble && !trouble.empty())
            studio_.log.trouble(
                fmt::format("The workspace could not be kept for the case of a crash: {}", trouble));
        };
      });
}

}  // namespace sispde::studio
