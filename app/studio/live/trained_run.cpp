#include "app/studio/live/trained_run.h"

#include <algorithm>

namespace sispde::studio {

RunState TrainedRun::state() const {
  if (!snapshot) return trouble.empty() ? RunState::Preparing : RunState::Failed;
  // Asked for, but its thread has not begun yet.
  return snapshot->state == RunState::Idle && active() ? RunState::Preparing : snapshot->state;
}

bool TrainedRun::active() const {
  if (!snapshot) return trouble.empty();
  return snapshot->state == RunState::Stopping || (run && run->canPause());
}

const ScoredEpoch* TrainedRun::scoredAt(int epoch) const {
  const ScoredEpoch* found = nullptr;
  for (const ScoredEpoch& each : scored)
    if (each.epoch <= epoch && each.scoring && (found == nullptr || each.epoch >= found->epoch))
      found = &each;
  return found;
}

double TrainedRun::secondsLeft() const {
  return snapshot ? snapshot->secondsPerEpoch * (snapshot->epochCount - snapshot->epoch) : 0;
}

const ScoreMetrics* metricsOf(const ScoredEpoch& scored, const std::string& score) {
  const auto found = std::find_if(scored.metrics.begin(), scored.metrics.end(),
                                  [&](const ScoreMetrics& each) { return each.name == score; });
  return found == scored.metrics.end() ? nullptr : &*found;
}

const NamedScore* scoreOf(const Scoring& scoring, const std::string& name) {
  const auto& scores = scoring.evaluation.scores;
  const auto found =
      std::find_if(scores.begin(), scores.end(), [&](const NamedScore& each) { return each.name == name; });
  return found == scores.end() ? nullptr : &*found;
}

}  // namespace sispde::studio
