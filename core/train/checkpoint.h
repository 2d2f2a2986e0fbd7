#pragma once
// A Checkpoint is what a Run must know to go on as if it had never stopped: the state after a whole epoch. As
// a file it is an npz:
//   weights/…, optimiser/…, best/…   the arrays of the model, float32
//   reports                          float64 [epochs, 4]: NLL and accuracy in training, then in validation
//   best_nll                         float64
//   checkpoint                       one JSON text: format, version, identity, epochs, kernel, forks
//   sha256                           of all of the above
// Every number is read back bit for bit, NaN and infinities too.

#include <limits>
#include <string>

#include "core/train/snapshot.h"

namespace sispde {

struct Checkpoint {
  std::string identity;  // JSON text of what the run is: configuration and hash of the data
  int epoch = 0;         // whole epochs done; history has as many reports
  int bestEpoch = 0;     // selected so far; 0: none
  double bestNll = std::numeric_limits<double>::infinity();
  ModelState weights, optimiser, best;
  History history;
  std::optional<KernelSpec> kernel;
};

// An error where the parts do not fit together; `place` goes into it.
Result<void> checkCheckpoint(const Checkpoint& checkpoint, const Place& place = {});

// Whole or not at all. Refuses what checkCheckpoint refuses.
Result<void> writeCheckpoint(const Checkpoint& checkpoint, const std::string& path);

// An Input error that names the file where it is missing, cut short, changed, foreign, or of a later format.
Result<Checkpoint> readCheckpoint(const std::string& path);

}  // namespace sispde
