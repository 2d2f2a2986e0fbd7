#pragma once
// What a Run is told when it is made.

#include <functional>
#include <string>

#include "core/train/snapshot.h"

namespace sispde {

struct RunOptions {
  // Scores all nodes after every scoreEvery-th epoch, with the weights as they are then; 0 (default): at the
  // end alone. After the last epoch it is the final scoring that is made. Scores never take part in the
  // choice of the epoch.
  int scoreEvery = 0;
  Mask idTest;   // on the training graph
  Mask oodTest;  // on the graph where the OOD nodes are
  MetricOptions metrics;

  // The thread gives way to others, as beside a window.
  bool givesWay = false;

  std::string checkpointPath;  // empty (default): nothing is written
  int checkpointEvery = 0;     // epochs; 0 (default): at a stop, at a failure and after the last epoch alone
  // JSON text of configuration and data hash: goes into the checkpoint, and must be the same in the run that
  // takes it up.
  std::string identity;

  // Called from the run's thread after each publication. It may make requests, but must not wait for the run,
  // and must not throw.
  std::function<void(const Snapshot&)> listener;
};

}  // namespace sispde
