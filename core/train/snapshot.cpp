#include "core/train/snapshot.h"

namespace sispde {
namespace {

Result<std::vector<double>> valuesAt(const std::vector<double>& scores, const Mask& mask, const char* which) {
  if (scores.size() != mask.size())
    return inputError({}, "There are {} scores for a mask of {} {} nodes", scores.size(), mask.size(), which);
  std::vector<double> values;
  for (std::size_t i = 0; i < mask.size(); ++i)
    if (mask[i] != 0) values.push_back(scores[i]);
  return values;
}

Result<OodMetrics> metricsOf(const NamedScore& score, const Mask& idTest, const Mask& oodTest,
                             const MetricOptions& options) {
  SISPDE_TRY(const std::vector<double> id, valuesAt(score.id, idTest, "ID"));
  SISPDE_TRY(const std::vector<double> ood, valuesAt(score.ood, oodTest, "OOD"));
  return oodMetrics(id, ood, options);
}

}  // namespace

const char* runStateName(RunState state) {
  switch (state) {
    case RunState::Idle: return "idle";
    case RunState::Preparing: return "preparing";
    case RunState::Running: return "running";
    case RunState::Paused: return "paused";
    case RunState::Stopping: return "stopping";
    case RunState::Done: return "done";
    case RunState::Failed: break;
  }
  return "failed";
}

std::optional<KernelSpec> kernelOfEpoch(const History& history, const std::optional<KernelSpec>& last,
                                        int epoch) {
  for (const Fork& fork : history.forks)
    if (fork.epoch >= epoch) return fork.before;
  return last;
}

Scoring scoringOf(int epoch, Evaluation evaluation, const Mask& idTest, const Mask& oodTest,
                  const MetricOptions& options) {
  Scoring scoring{.epoch = epoch, .evaluation = std::move(evaluation), .metrics = {}};
  for (const NamedScore& score : scoring.evaluation.scores) {
    const Result<OodMetrics> metrics = metricsOf(score, idTest, oodTest, options);
    scoring.metrics.push_back(
        {score.name, metrics.value_or(OodMetrics{}), metrics ? std::string() : metrics.error().sentence()});
  }
  return scoring;
}

}  // namespace sispde
