#include "app/studio/shell/unsaved.h"

namespace sispde::studio {
namespace {

std::string counted(std::size_t count, const char* one, const char* many) {
  return count == 1 ? fmt::format("1 {}", one) : fmt::format("{} {}", count, many);
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (std::size_t i = 0; i < parts.size(); ++i)
    text += (i == 0 ? "" : i + 1 < parts.size() ? ", " : " and ") + parts[i];
  return text;
}

bool keepsPlaces(const Studio& studio) {
  return !studio.opened ||
         SavedWorkspace::keepsPlaces(static_cast<std::size_t>(studio.opened->data.nodeCount()));
}

int epochOf(const TrainedRun& run) {
  return run.snapshot ? run.snapshot->epoch : 0;
}

}  // namespace

UnsavedWork::Made UnsavedWork::of(const Studio& studio) {
  const Workspace& w = studio.workspace();
  Made made{studio.opened.get(), w.edits, w.held, *w.training.oodNodes, {}};
  for (const auto& run : studio.training.runs())
    if (studio.opened && run->base == studio.opened->hash) made.epochs[run->id] = epochOf(*run);
  return made;
}

void UnsavedWork::saved(const Studio& studio, Made made) {
  for (const auto& run : studio.training.runs())
    if (const auto found = made.epochs.find(run->id); found != made.epochs.end())
      run->keptEpoch = std::max(run->keptEpoch, found->second);
  if (made.opened != studio.opened.get()) return;  // others were opened while it was written
  saved_ = std::move(made);
  if (!keepsPlaces(studio)) saved_.held = nullptr;
}

std::vector<std::string> UnsavedWork::marks(const Studio& studio) const {
  if (!studio.opened) return {};
  const Made now = of(studio);
  // Other data than those that were saved: what was there when they were opened is nothing.
  const Made before = saved_.opened == now.opened ? saved_ : Made{};
  std::vector<std::string> parts;
  if (now.edits != before.edits && now.edits)
    parts.push_back(
        counted(now.edits->dropped.size() + now.edits->added.size(), "edited edge", "edited edges"));
  if (now.held != before.held && now.held)
    parts.push_back(counted(now.held->size(), "placed node", "placed nodes") +
                    (keepsPlaces(studio) ? ""
                                         : fmt::format(", which no file keeps of more than {} nodes",
                                                       SavedWorkspace::mostPositions)));
  if (now.oodNodes != before.oodNodes && !now.oodNodes.empty())
    parts.push_back(counted(now.oodNodes.size(), "node marked as OOD", "nodes marked as OOD"));
  return parts;
}

std::string UnsavedWork::lostByOpening(const Studio& studio) const {
  return joined(marks(studio));
}

std::string UnsavedWork::lostByClosing(const Studio& studio, bool keeps) const {
  std::vector<std::string> parts = marks(studio);
  std::size_t runs = 0, elsewhere = 0;
  for (const auto& run : studio.training.runs()) {
    const int epoch = epochOf(*run);
    const bool open = run->snapshot && epoch < run->snapshot->epochCount;
    if (epoch > run->keptEpoch && run->trouble.empty() && !(keeps && open))
      ++(studio.opened && run->base == studio.opened->hash ? runs : elsewhere);
  }
  if (runs > 0) parts.push_back(counted(runs, "trained run", "trained runs"));
  if (elsewhere > 0)
    parts.push_back(counted(elsewhere, "trained run of other data", "trained runs of other data") +
                    ", to be shown in the Runs window before they can be saved");
  return joined(parts);
}

std::string UnsavedWork::lostByDeleting(const Studio& studio, int run) {
  const TrainedRun* found = studio.training.find(run);
  // What failed cannot be saved either.
  if (found == nullptr || !found->trouble.empty() || epochOf(*found) <= found->keptEpoch) return {};
  const bool here = studio.opened && found->base == studio.opened->hash;
  return fmt::format("the run “{}” with {}{}", found->name,
                     counted(static_cast<std::size_t>(epochOf(*found)), "epoch", "epochs"),
                     here ? "" : ", of other data, to be shown before it can be saved");
}

}  // namespace sispde::studio
