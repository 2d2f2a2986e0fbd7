#pragma once
// A Training is the part of a Run that has no thread and no lock: the Detector, and what is kept of it after
// each whole epoch. Each function is one unit of work that either happens whole or, where it fails or is
// cancelled, changes nothing that is kept.

#include <limits>
#include <memory>

#include "core/train/checkpoint.h"
#include "core/train/run_options.h"

namespace sispde {

// By what the latest scores were made.
struct ScoredWeights {
  int epoch = 0;
  std::shared_ptr<const ModelState> weights;
  std::optional<KernelSpec> kernel;
};

// The state after a whole epoch. What the pointers point to never changes, so a copy costs nothing.
struct Kept {
  int epoch = 0, bestEpoch = 0;
  double bestNll = std::numeric_limits<double>::infinity();
  std::shared_ptr<const ModelState> weights, optimiser;  // null before the preparation
  std::shared_ptr<const ModelState> best;                // null where bestEpoch is 0
  std::shared_ptr<const History> history = std::make_shared<const History>();
  std::optional<KernelSpec> kernel;
  std::shared_ptr<const ScoredWeights> scored;  // null before the first scoring; in no checkpoint
};
Kept keptOf(const Checkpoint& checkpoint);
// For a Kept with weights.
Checkpoint checkpointOf(const Kept& kept, const std::string& identity);

class Training {
 public:
  Training(std::unique_ptr<Detector> detector, const RunOptions& options);

  const Kept& kept() const { return kept_; }
  bool prepared() const { return prepared_; }
  bool finished() const { return finished_; }  // the final scoring is there
  // Epochs that there will be, as far as is known: fewer than the detector allows once it is done.
  int epochCount() const { return done_ ? kept_.epoch : epochCount_; }
  bool epochsLeft() const { return kept_.epoch < epochCount(); }
  // The weights as they are now belong to an epoch that should be scored and is not yet.
  bool scoringDue() const;
  // Their scoring is there, or there is nothing to score: no epoch was done.
  bool scored() const { return kept_.epoch == 0 || (scoring_ && scoring_->epoch == kept_.epoch); }

  // Begins at what a checkpoint kept; before prepare alone.
  Result<void> restore(Kept kept);

  // The detector's own preparation, once, then the state that was restored.
  Result<void> prepare(const Progress& progress);
  // The next epoch, and its place in the selection.
  Result<void> epoch(const Progress& progress);
  // A new kernel from the next epoch on, with a fork in the history.
  Result<void> setKernel(const KernelSpec& spec, const Progress& progress);
  Result<void> score(const std::vector<NodeId>& watched, const Progress& progress);
  // Scores the selected epoch: its weights with the kernel that it used.
  Result<void> finish(const std::vector<NodeId>& watched, const Progress& progress);

  // All of a Snapshot but state and message.
  Snapshot snapshot() const;

 private:
  Result<void> evaluate(int epoch, const std::shared_ptr<const ModelState>& weights,
                        const std::vector<NodeId>& watched, const Progress& progress);
  Result<void> giveKernel(const KernelSpec& spec, const Progress& progress);
  bool betterThanBest(const EpochReport& report) const;
  void countTimes();

  std::unique_ptr<Detector> detector_;
  int scoreEvery_;
  Mask idTest_, oodTest_;
  MetricOptions metrics_;
  int epochCount_;
  bool done_ = false;  // what the detector says of the epochs so far
  bool detectorReady_ = false, prepared_ = false, finished_ = false;
  Kept kept_;
  std::optional<KernelSpec>
      detectorKernel_;  // what the detector has; after finish that of the selected epoch
  std::shared_ptr<const Scoring> scoring_;
  PhaseTimes times_;
  double secondsPerEpoch_ = 0;
};

}  // namespace sispde
