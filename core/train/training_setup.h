#pragma once
// From a data set and what is to be trained on it to a Run: the same steps for the command line and for the windows.

#include "core/detect/detector.h"
#include "core/noise/sampler_store.h"
#include "core/train/run_options.h"
#include "core/train/training_request.h"

namespace sispde {

struct TrainingSetup {
  ModelConfig config;
  std::shared_ptr<const ShiftedData> data;
  Mask calibration;  // empty where none were held out
  std::unique_ptr<Detector> detector;
  RunOptions run;  // masks, metrics and identity; where and how often things are kept is left open
  std::vector<std::string> notes;  // of the data, the shift and the detector
};

Result<TrainingSetup> setUpTraining(const TrainingRequest& request, const Dataset& data,
                                    const Progress& progress = {});

// On data that are shifted already, for trainings that share their shifted data: those that shiftScaled(data, config.options.featureScaling,
// request.shift) gave. `notes` are those of the data and the shift;
// trainings may share the samplers of their noise too.
Result<TrainingSetup> setUpTraining(const ModelConfig& config, std::shared_ptr<const ShiftedData> shifted,
                                    std::vector<std::string> notes, const Progress& progress = {},
                                    std::shared_ptr<SamplerStore> samplers = {});

}  // namespace sispde
