#include "app/studio/shell/saving.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "app/studio/figure/png_text.h"

namespace sispde::studio {
namespace {

// The first bytes of a regular file; empty for anything else.
std::string beginningOf(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return {};
  std::ifstream file(path, std::ios::binary);
  std::string bytes(16384, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(file.gcount()));
  return bytes;
}

Result<SavedWorkspace> fromPicture(const std::string& path) {
  SISPDE_TRY(const std::string text, readPngText(path, workspaceKey));
  return fromJson(text, path);
}

// The points of its curves, as many as are kept; without the one of the selected weights, which is no point in time.
std::vector<SavedScoring> savedScorings(const TrainedRun& run) {
  std::vector<SavedScoring> saved;
  const std::size_t count = run.scored.size() - (run.finalScored ? 1 : 0);
  const std::size_t step = (count + SavedWorkspace::mostScored - 1) / SavedWorkspace::mostScored;
  for (std::size_t i = 0; i < count; i += std::max<std::size_t>(step, 1)) {
    const ScoredEpoch& each = run.scored[i];
    if (!saved.empty() && each.epoch <= saved.back().epoch) continue;
    SavedScoring point{each.epoch, each.accuracy, {}};
    for (const ScoreMetrics& score : each.metrics)
      if (const OodMetrics& m = score.metrics; score.error.empty())
        point.metrics[score.name] = {m.auroc, m.auprIn, m.auprOut, m.fpr95, m.detAcc};
    saved.push_back(std::move(point));
  }
  return saved;
}

// Room in one file for the edges of edited graphs. A run whose edits do not fit takes none from the others.
class EditRoom {
 public:
  bool take(const TrainedRun& run) {
    const std::size_t edges = run.edits ? run.edits->dropped.size() + run.edits->added.size() : 0;
    if (edges > left_) return false;
    left_ -= edges;
    return true;
  }

 private:
  std::size_t left_ = SavedWorkspace::mostRunEdges;
};

// What can be kept of the data with that hash: begun, without trouble, as many as a file may hold.
std::vector<const TrainedRun*> runsOf(const Studio& studio, const std::string& base) {
  std::vector<const TrainedRun*> found;
  EditRoom room;
  for (const auto& run : studio.training.runs()) {
    const bool begun = run->snapshot ? run->snapshot->epoch > 0 : run->restored;
    if (run->base == base && run->trouble.empty() && begun && found.size() < SavedWorkspace::mostRuns &&
        room.take(*run))
      found.push_back(run.get());
  }
  return found;
}

SavedRun savedRun(const TrainedRun& run, const std::string& checkpoint) {
  return {run.name,          run.choice, run.kernel,
          checkpoint,        run.graph,  run.edits ? *run.edits : GraphEdits{},
          savedScorings(run)};
}

}  // namespace

SavedWorkspace savedOf(const Studio& studio) {
  SavedWorkspace saved;
  saved.program = "sispde-studio";
  saved.version = SISPDE_VERSION;
  saved.dark = studio.theme.dark();
  saved.workspace = studio.workspace();
  saved.workspace.held = nullptr;
  saved.camera = studio.view.camera;
  if (!studio.document) return saved;
  // Edits of the graph are the workspace's: the data are those that were opened.
  saved.data = lastingRequest(studio.opened->request);
  saved.dataName = studio.opened->data.name;
  saved.dataHash = studio.opened->hash;
  if (SavedWorkspace::keepsPlaces(studio.layout.positions().size())) {
    saved.positions = studio.layout.settled();
    saved.pinned = studio.layout.pinnedNodes();
  }
  return saved;
}

SavedWorkspace savedOf(const Studio& studio, const TrainedRun& run) {
  SavedWorkspace saved = withoutNodes(savedOf(studio));
  saved.data = lastingRequest(run.opened->request);
  saved.dataName = run.opened->data.name;
  saved.dataHash = run.base;
  saved.runs = savedRuns(studio, run.base);
  return saved;
}

std::vector<SavedRun> savedRuns(const Studio& studio, const std::string& base) {
  std::vector<SavedRun> saved;
  for (const TrainedRun* run : runsOf(studio, base)) {
    if (run->checkpoint.empty()) continue;
    const bool waits = run->restored && !run->run;  // its own is not written yet
    saved.push_back(savedRun(*run, waits ? run->origin : run->checkpoint));
  }
  return saved;
}

WorkspaceWithRuns withRuns(const Studio& studio, SavedWorkspace saved) {
  WorkspaceWithRuns made{std::move(saved)};
  made.saved.runs.clear();
  EditRoom room;
  for (const auto& run : studio.training.runs()) {
    if (run->base != made.saved.dataHash) continue;
    const bool whole = run->run && run->trouble.empty() && run->snapshot->epoch > 0;
    if (!whole && run->source.empty()) continue;  // nothing was trained
    if (made.ids.size() == SavedWorkspace::mostRuns || !room.take(*run)) {
      ++made.leftOut;
      continue;
    }
    made.saved.runs.push_back(savedRun(*run, whole ? std::string() : run->source));
    made.runs.push_back(whole ? run->run : nullptr);
    made.ids.push_back(run->id);
  }
  return made;
}

int openSaved(Studio& studio, SavedWorkspace saved, const std::string& dataDir, const std::string& file) {
  DataRequest data = saved.data;
  data.dataDir = dataDir;
  return studio.open(data, std::move(saved), file);
}

void openAnything(Studio& studio, const DataRequest& request) {
  const std::string beginning = beginningOf(request.data);
  const bool picture = beginning.starts_with("\x89PNG\r\n\x1a\n");
  if (!picture && !looksLikeWorkspace(beginning)) {
    studio.open(request);
    return;
  }
  Result<SavedWorkspace> saved = picture ? fromPicture(request.data) : loadWorkspace(request.data);
  if (!saved) {
    studio.log.trouble(saved.error().sentence(), {"", "Open …"});
    return;
  }
  std::error_code ignored;
  openSaved(studio, std::move(*saved), request.dataDir,
            picture ? std::string() : std::filesystem::absolute(request.data, ignored).string());
}

}  // namespace sispde::studio
