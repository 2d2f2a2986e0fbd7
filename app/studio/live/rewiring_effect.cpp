#include "app/studio/live/rewiring_effect.h"

#include "app/studio/live/paired_difference.h"

namespace sispde::studio {

std::vector<std::string> rewiringEffect(const TrainingLive::Runs& runs, const std::string& base) {
  const TrainedRun* last = nullptr;
  for (const auto& run : runs)
    if (run->graph == "rewired" && run->base == base) last = run.get();
  if (last == nullptr) return {};
  std::vector<const TrainedRun*> before, after;
  int forked = 0;  // trained with several kernels: no pair with those that were not
  for (const auto& run : runs) {
    if (!sameKind(run->choice, last->choice) || run->base != last->base) continue;
    if (run->choice.followKernel && run->kernel != last->kernel) continue;
    if (run->snapshot && !run->snapshot->history->forks.empty()) {
      ++forked;
      continue;
    }
    if (run->graph.empty() && run->document->hash == last->base) before.push_back(run.get());
    if (run->graph == "rewired" && run->document->hash == last->document->hash) after.push_back(run.get());
  }
  std::vector<std::string> words;
  words.push_back(fmt::format(
      "AUROC, rewired ({} dropped, {} added) − original: {}", last->edits ? last->edits->dropped.size() : 0,
      last->edits ? last->edits->added.size() : 0, wordsOf(pairedDifference(before, after))));
  if (forked > 0)
    words.push_back(fmt::format("{} {} left out, whose kernel was changed in training.", forked,
                                forked == 1 ? "run is" : "runs are"));
  return words;
}

}  // namespace sispde::studio
