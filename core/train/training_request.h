#pragma once
// What is to be trained, and what that means for a data set, before anything is shifted or prepared.

#include "core/shift/shift.h"
#include "core/train/model_folder.h"

namespace sispde {

struct TrainingRequest {
  std::string detector = "sispde";
  DetectorOptions options;
  ShiftOptions shift;  // its seed is that of the training
  // Validation nodes are held out from training and from the choice of the epoch, enough for this level where there are so many; they
  // calibrate what detection promises (core/ood/conformal.h). None: all validation nodes choose the epoch.
  std::optional<double> calibrationLevel{};
};

// The shift with the conventions of a detector's options; a random 10/10/80 split where the data have none.
ShiftOptions shiftOptionsFor(ShiftKind kind, const DetectorOptions& options, const Dataset& data,
                             std::uint64_t seed);

// What auto means for these features is resolved. `dataHash` is the content hash of the data.
ModelConfig modelConfigOf(const TrainingRequest& request, const Dataset& data, std::string dataHash);

// Where there is one ID class: that the last epoch is taken, and why.
std::optional<std::string> selectionNote(const ShiftedData& shifted, const DetectorOptions& options);

}  // namespace sispde
