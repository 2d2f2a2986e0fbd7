#include "core/train/training.h"

#include <chrono>

namespace sispde {
namespace {

std::shared_ptr<const ModelState> shared(ModelState state) {
  return std::make_shared<const ModelState>(std::move(state));
}

}  // namespace

Kept keptOf(const Checkpoint& checkpoint) {
  return {.epoch = checkpoint.epoch,
          .bestEpoch = checkpoint.bestEpoch,
          .bestNll = checkpoint.bestNll,
          .weights = shared(checkpoint.weights),
          .optimiser = shared(checkpoint.optimiser),
          .best = checkpoint.bestEpoch > 0 ? shared(checkpoint.best) : nullptr,
          .history = std::make_shared<const History>(checkpoint.history),
          .kernel = checkpoint.kernel};
}

Checkpoint checkpointOf(const Kept& kept, const std::string& identity) {
  return {.identity = identity,
          .epoch = kept.epoch,
          .bestEpoch = kept.bestEpoch,
          .bestNll = kept.bestNll,
          .weights = *kept.weights,
          .optimiser = *kept.optimiser,
          .best = kept.best ? *kept.best : ModelState{},
          .history = *kept.history,
          .kernel = kept.kernel};
}

Training::Training(std::unique_ptr<Detector> detector, const RunOptions& options)
    : detector_(std::move(detector)),
      scoreEvery_(options.scoreEvery),
      idTest_(options.idTest),
      oodTest_(options.oodTest),
      metrics_(options.metrics),
      epochCount_(detector_->epochCount()),
      detectorKernel_(detector_->kernel()) {
  kept_.kernel = detectorKernel_;
}

bool Training::scoringDue() const {
  return scoreEvery_ > 0 && !scored() && epochsLeft() && kept_.epoch % scoreEvery_ == 0;
}

Result<void> Training::restore(Kept kept) {
  if (kept.epoch > epochCount_)
    return inputError({}, "The checkpoint is of epoch {}, but this run has {} epochs", kept.epoch,
                      epochCount_);
  if (kept.kernel.has_value() != detectorKernel_.has_value())
    return inputError({}, "The checkpoint has {} noise kernel, but this detector has {}",
                      kept.kernel ? "a" : "no", detectorKernel_ ? "one" : "none");
  kept_ = std::move(kept);
  done_ = detector_->isDone(kept_.history->epochs);
  return {};
}

// A NaN is smaller than nothing, and of equal epochs the first stays.
bool Training::betterThanBest(const EpochReport& report) const {
  const double value = detector_->selectionValue(report);
  if (kept_.bestEpoch == 0) return value < std::numeric_limits<double>::infinity();
  return value <
         detector_->selectionValue(kept_.history->epochs[static_cast<std::size_t>(kept_.bestEpoch) - 1]);
}

Result<void> Training::giveKernel(const KernelSpec& spec, const Progress& progress) {
  if (spec == detectorKernel_) return {};
  SISPDE_CHECK(detector_->setKernel(spec, progress));
  detectorKernel_ = spec;
  return {};
}

Result<void> Training::prepare(const Progress& progress) {
  if (!detectorReady_) SISPDE_CHECK(detector_->prepare(progress));
  detectorReady_ = true;
  if (kept_.kernel) SISPDE_CHECK(giveKernel(*kept_.kernel, progress));
  if (kept_.weights) {
    SISPDE_CHECK(detector_->setWeights(*kept_.weights));
    SISPDE_CHECK(detector_->setOptimiser(*kept_.optimiser));
  } else {
    auto weights = shared(detector_->weights());
    kept_.optimiser = shared(detector_->optimiser());
    kept_.weights = std::move(weights);
  }
  countTimes();
  prepared_ = true;
  return {};
}

Result<void> Training::epoch(const Progress& progress) {
  const auto begin = std::chrono::steady_clock::now();
  SISPDE_TRY(const EpochReport report, detector_->epoch(kept_.epoch + 1, progress));
  Kept next = kept_;
  ++next.epoch;
  next.weights = shared(detector_->weights());
  next.optimiser = shared(detector_->optimiser());
  if (detector_->takesLastEpoch() || betterThanBest(report)) {
    next.bestEpoch = next.epoch;
    next.bestNll = report.validationNll;
    next.best = next.weights;
  }
  auto history = std::make_shared<History>(*kept_.history);
  history->epochs.push_back(report);
  next.history = std::move(history);
  kept_ = std::move(next);
  done_ = detector_->isDone(kept_.history->epochs);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  secondsPerEpoch_ = secondsPerEpoch_ == 0 ? seconds : 0.8 * secondsPerEpoch_ + 0.2 * seconds;
  countTimes();
  return {};
}

Result<void> Training::setKernel(const KernelSpec& spec, const Progress& progress) {
  if (spec == kept_.kernel) return {};
  if (!kept_.kernel) return usageError("This detector has no noise kernel");
  auto history = std::make_shared<History>(*kept_.history);
  std::vector<Fork>& forks = history->forks;
  // Two changes after the same epoch are one: no epoch was done in between.
  if (!forks.empty() && forks.back().epoch == kept_.epoch)
    forks.back().after = spec;
  else
    forks.push_back({kept_.epoch, *kept_.kernel, spec});
  if (forks.back().before == spec) forks.pop_back();
  SISPDE_CHECK(giveKernel(spec, progress));
  kept_.history = std::move(history);
  kept_.kernel = spec;
  countTimes();
  return {};
}

Result<void> Training::evaluate(int epoch, const std::shared_ptr<const ModelState>& weights,
                                const std::vector<NodeId>& watched, const Progress& progress) {
  SISPDE_TRY(Evaluation evaluation, detector_->evaluate(watched, progress));
  scoring_ =
      std::make_shared<const Scoring>(scoringOf(epoch, std::move(evaluation), idTest_, oodTest_, metrics_));
  kept_.scored = std::make_shared<const ScoredWeights>(ScoredWeights{epoch, weights, detectorKernel_});
  countTimes();
  return {};
}

Result<void> Training::score(const std::vector<NodeId>& watched, const Progress& progress) {
  return evaluate(kept_.epoch, kept_.weights, watched, progress);
}

Result<void> Training::finish(const std::vector<NodeId>& watched, const Progress& progress) {
  if (kept_.bestEpoch == 0 && epochCount_ > 0)
    return failure(
        {},
        "No epoch can be selected: the validation NLL of all {} is infinite or not a number; try a smaller "
        "learning rate, or see whether there are validation nodes",
        kept_.epoch);
  if (const auto kernel = kernelOfEpoch(*kept_.history, kept_.kernel, kept_.bestEpoch))
    SISPDE_CHECK(giveKernel(*kernel, progress));
  const std::shared_ptr<const ModelState> chosen = kept_.best ? kept_.best : kept_.weights;
  SISPDE_CHECK(detector_->setWeights(*chosen));
  SISPDE_CHECK(evaluate(kept_.bestEpoch, chosen, watched, progress));
  finished_ = true;
  return {};
}

Snapshot Training::snapshot() const {
  return {.epoch = kept_.epoch,
          .epochCount = epochCount(),
          .history = kept_.history,
          .scoring = scoring_,
          .bestEpoch = kept_.bestEpoch,
          .kernel = kept_.kernel,
          .times = times_,
          .message = {},
          .secondsPerEpoch = secondsPerEpoch_};
}

void Training::countTimes() {
  const PhaseTimes more = detector_->takeTimes();
  times_.noise += more.noise;
  times_.forward += more.forward;
  times_.backward += more.backward;
  times_.validation += more.validation;
  times_.evaluation += more.evaluation;
}

}  // namespace sispde
