#pragma once
// A Detector is one of the systems that tell out-of-distribution (OOD) nodes: it trains on a Dataset epoch by epoch and then scores
// nodes. It is a function of its options, its seed and the epoch alone: all randomness comes by place (normals.h, random.h), so an
// epoch that was given up half-way and is done again gives the same numbers. Not thread-safe; a Run (core/train/run.h) owns one.

#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/graph/graph.h"
#include "core/kernel/kernel_spec.h"
#include "core/model/watched_path.h"

namespace sispde {

// A float32 array with a name, row-major.
struct NamedArray {
  std::string name;
  std::vector<std::int64_t> shape;
  std::vector<float> values;
  friend bool operator==(const NamedArray&, const NamedArray&) = default;
};
using ModelState = std::vector<NamedArray>;

// Means over the training and the validation nodes. NLL: −log of the mean probability of the true class over the samples, in double.
struct EpochReport {
  double trainNll = 0, trainAccuracy = 0, validationNll = 0, validationAccuracy = 0;
  friend bool operator==(const EpochReport&, const EpochReport&) = default;
};

// Seconds since the last call of takeTimes, by what they were spent on.
struct PhaseTimes {
  double noise = 0, forward = 0, backward = 0, validation = 0, evaluation = 0;
};

// One score S, higher = more OOD. One value per node of the graph that is trained on, and one per node of the graph where the OOD
// nodes are (equal to the first where that is the same graph).
struct NamedScore {
  std::string name;
  std::vector<double> id, ood;
};

struct Evaluation {
  std::vector<NamedScore> scores;
  std::string primary;                   // name of the score that the detector stands for
  std::vector<std::int32_t> prediction;  // class of each node of the training graph
  std::vector<float> probabilities;      // mean over the samples, nodes × classes
  double idAccuracy = 0;                 // on the ID test nodes
  std::vector<WatchedPath> watched;
};

class Detector {
 public:
  virtual ~Detector() = default;

  virtual int epochCount() const = 0;
  // With one ID class the validation NLL says nothing: then the last epoch's weights are taken instead of the best.
  virtual bool takesLastEpoch() const = 0;

  // What epochs are judged by: the one with the least value is scored, the first of equals. Never that of a NaN or infinity.
  virtual double selectionValue(const EpochReport& report) const { return report.validationNll; }
  // Whether training ends after these epochs although more would be allowed (early stopping); a function of the reports alone.
  virtual bool isDone(const std::vector<EpochReport>& epochs) const {
    static_cast<void>(epochs);
    return false;
  }

  // What must be there before the first epoch; called once, may take seconds.
  virtual Result<void> prepare(const Progress& progress) = 0;

  // Trains for epoch `number` (1 … epochCount) and validates. Where it fails or is cancelled nothing has changed. A quantity that is
  // not finite is a failure whose sentence says which one, in which epoch, and what to try.
  virtual Result<EpochReport> epoch(int number, const Progress& progress) = 0;

  // Scores all nodes with the weights as they are. The noise of this depends on the seed alone, not on when it is called.
  virtual Result<Evaluation> evaluate(const std::vector<NodeId>& watched, const Progress& progress) = 0;

  // The weights and what goes with them: all that evaluate needs.
  virtual ModelState weights() const = 0;
  // What an epoch needs beside them (the optimiser's moments).
  virtual ModelState optimiser() const = 0;
  // An error, and nothing changed, where names or shapes do not fit.
  virtual Result<void> setWeights(const ModelState& state) = 0;
  virtual Result<void> setOptimiser(const ModelState& state) = 0;

  // The kernel of the noise, for detectors that have one; a new one is used from the next epoch on.
  virtual std::optional<KernelSpec> kernel() const { return std::nullopt; }
  virtual Result<void> setKernel(const KernelSpec&, const Progress&) {
    return usageError("This detector has no noise kernel");
  }

  virtual PhaseTimes takeTimes() = 0;
};

}  // namespace sispde
