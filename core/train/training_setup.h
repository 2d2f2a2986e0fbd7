#pragma once
// From a data set and what is to be trained on it to a Run: the same steps for the command line and for the windows.

#include "core/detect/detector.h"
#include "core/shift/shift.h"
#include "core/train/model_folder.h"
#include "core/train/run_options.h"

namespace sispde {

struct TrainingRequest {
  std::string detector = "sispde";
  DetectorOptions options;
  ShiftOptions shift;  // its seed is that of the training
  // Validation nodes are held out from training and from the choice of the epoch, enough for this level where there are so many; they
  // calibrate what detection promises (core/ood/conformal.h). None: all validation nodes choose the epoch.
  std::optional<double> calibrationLevel{};
};

struct TrainingSetup {
  ModelConfig config;
  std::shared_ptr<const ShiftedData> data;
  Mask calibration;  // empty where none were held out
  std::unique_ptr<Detector> detector;
  RunOptions run;  // masks, metrics and identity; where and how often things are kept is left open
  std::vector<std::string> notes;  // of the data, the shift and the detector
};

// The shift with the conventions of a detector's options; a random 10/10/80 split where the data have none.
ShiftOptions shiftOptionsFor(ShiftKind kind, const DetectorOptions& options, const Dataset& data,
                             std::uint64_t seed);

Result<TrainingSetup> setUpTraining(const TrainingRequest& request, const Dataset& data,
                                    const Progress& progress = {});

}  // namespace sispde
