#pragma once
// How much memory a training will take, known before any is taken.

#include "core/detect/detector_options.h"

namespace sispde {

struct TrainingSize {
  NodeId nodes = 0;
  std::int64_t edges = 0;
  std::int64_t featureEntries = 0;  // that are stored
  std::int64_t classes = 0;
  std::int64_t steppedEntries = 0;  // of features that are made dense for a step along their gradient
  int graphs = 1;                   // of that size on which a pass is made in training
};

// Bytes beside those of the data, from above: as if every node took part in every step.
double trainingBytes(const DetectorOptions& options, bool hasNoise, const TrainingSize& size);

// A usage error that says what to make smaller, where more is needed than there is.
Result<void> checkTrainingMemory(const DetectorOptions& options, bool hasNoise, const TrainingSize& size,
                                 std::size_t freeBytes);

}  // namespace sispde
