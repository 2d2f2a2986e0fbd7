#pragma once
// A TrainedRun is one training as the windows know it: what was asked for, the Run behind it, and all that it showed so far. The UI
// thread's own; the Run's thread reaches it through its inbox alone.

#include <atomic>
#include <mutex>

#include "app/studio/live/document.h"
#include "app/studio/workspace/graph_edits.h"
#include "app/studio/workspace/training_choice.h"
#include "core/detect/detection_task.h"
#include "core/train/run.h"
#include "core/train/training_setup.h"

namespace sispde::studio {

// The metrics of one scoring, and, as long as memory allows, all of it.
struct ScoredEpoch {
  int epoch = 0;
  double accuracy = 0;
  std::vector<ScoreMetrics> metrics;
  std::shared_ptr<const Scoring> scoring;  // null where it was dropped
};

// The trouble of a run whose preparation the user cancelled.
inline constexpr const char* cancelledPreparation = "The preparation was cancelled.";

struct TrainedRun {
  int id = 0;
  std::string name;
  TrainingChoice choice;  // of this one seed
  std::string graph;      // "" for the data as they are, otherwise what was done to the graph: "rewired"
  std::shared_ptr<const Document> document;  // that it was trained on
  std::shared_ptr<const Document> opened;    // the data as they were opened
  std::string base;                          // hash of those
  std::shared_ptr<const GraphEdits> edits;   // what was done to their graph; null: nothing
  bool restored = false;                     // it goes on from a checkpoint
  std::string origin;                        // that checkpoint; it may be gone once the run is there
  std::string source;                        // the checkpoint of a saved workspace that holds it; empty: none
  int keptEpoch = 0;                         // up to which that holds it
  bool unseen = false;                       // and what that holds is still to be scored
  std::weak_ptr<const int> preparing;        // held by the job: gone when it was delivered or cancelled
  KernelSpec kernel;                         // that it began with, where it follows the Kernel window
  bool visible = true;                       // in the plot of the metrics

  // Null while it is being prepared.
  std::shared_ptr<Run> run;
  ModelConfig config;
  std::shared_ptr<const ShiftedData> data;
  std::shared_ptr<const DetectionTask> task;  // null where no calibration nodes were held out
  std::shared_ptr<const Snapshot> snapshot;
  std::vector<ScoredEpoch> scored;  // by rising epoch; the final one, of the selected epoch, comes last
  bool finalScored = false;         // the last of them is that of the selected weights
  std::vector<std::string> notes;
  std::string trouble;     // why it could not start or go on, in a sentence
  bool told = false;       // the trouble stood in the log
  std::string checkpoint;  // the file that keeps it, or empty

  RunState state() const;
  bool active() const;  // it is being prepared, trains, or was asked to
  bool resting() const { return !active(); }
  // The scoring of an epoch: the last one made up to it whose scores are still there. Null where there is none.
  const ScoredEpoch* scoredAt(int epoch) const;
  const ScoredEpoch* latest() const { return scored.empty() ? nullptr : &scored.back(); }
  double secondsLeft() const;

  // Scorings on their way from the Run's thread.
  struct Inbox {
    std::mutex mutex;
    std::vector<std::shared_ptr<const Scoring>> scorings;
    const Scoring* last = nullptr;
  };
  std::shared_ptr<Inbox> inbox = std::make_shared<Inbox>();
};

// Where a score stands in a list of metrics; null where it is not there.
const ScoreMetrics* metricsOf(const ScoredEpoch& scored, const std::string& score);
const NamedScore* scoreOf(const Scoring& scoring, const std::string& name);

}  // namespace sispde::studio
