#pragma once
// A Snapshot is all that a Run shows of itself at one moment. It never changes once it is published, so any
// thread may read it without a lock; what is long (history, scores) is shared with the snapshots before and
// after.

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/detect/detector.h"
#include "core/graph/dataset.h"
#include "core/kernel/kernel_spec.h"
#include "core/ood/metrics.h"

namespace sispde {

enum class RunState { Idle, Preparing, Running, Paused, Stopping, Done, Failed };
const char* runStateName(
    RunState state);  // "idle", "preparing", "running", "paused", "stopping", "done", "failed"

// A change of the noise kernel: `epoch` epochs were done before it, epoch + 1 is the first that used `after`.
struct Fork {
  int epoch = 0;
  KernelSpec before, after;
  friend bool operator==(const Fork&, const Fork&) = default;
};

struct History {
  std::vector<EpochReport> epochs;  // [e − 1] is the report of epoch e
  std::vector<Fork> forks;          // in the order of epochs, at most one after each
};

// The kernel that epoch `epoch` used, where `last` is the one in use after all forks.
std::optional<KernelSpec> kernelOfEpoch(const History& history, const std::optional<KernelSpec>& last,
                                        int epoch);

struct ScoreMetrics {
  std::string name;  // of the score
  OodMetrics metrics;
  std::string error;  // a sentence where the metrics are not defined, otherwise empty
};

struct Scoring {
  int epoch = 0;  // whose weights were scored
  Evaluation evaluation;
  std::vector<ScoreMetrics> metrics;  // one per score, in the order of evaluation.scores
};

// Metrics of every score, from the values at the ID test nodes of the training graph and at the OOD test
// nodes of the test graph.
Scoring scoringOf(int epoch, Evaluation evaluation, const Mask& idTest, const Mask& oodTest,
                  const MetricOptions& options);

struct Snapshot {
  RunState state = RunState::Idle;
  int epoch = 0;  // whole epochs that are done
  int epochCount = 0;
  std::shared_ptr<const History> history;  // never null
  std::shared_ptr<const Scoring> scoring;  // the latest; null before the first
  int bestEpoch = 0;                       // selected so far; 0: none
  std::optional<KernelSpec> kernel;        // in use, for detectors that have one
  PhaseTimes times;                        // seconds since this Run was made
  std::string message;                     // what a person should know; may be empty
  double secondsPerEpoch = 0;              // smoothed over recent epochs, for an estimate of the time left
};

}  // namespace sispde
