#include "core/train/training_setup.h"

#include "core/detect/make_detector.h"
#include "core/detect/network_features.h"
#include "core/graph/dataset_hash.h"
#include "core/shift/calibration_split.h"

namespace sispde {

Result<TrainingSetup> setUpTraining(const TrainingRequest& request, const Dataset& data,
                                    const Progress& progress) {
  const std::string hash = contentHash(data, progress);
  if (progress.stopped()) return cancelled();
  const ModelConfig config = modelConfigOf(request, data, hash);
  progress.report(-1, "shifting");
  SISPDE_TRY(ShiftedData shifted, shiftScaled(data, config.options.featureScaling, request.shift));
  if (progress.stopped()) return cancelled();
  std::vector<std::string> notes = data.notes;
  notes.insert(notes.end(), shifted.notes.begin(), shifted.notes.end());
  Mask calibration;
  if (request.calibrationLevel) {
    calibration = holdOutCalibration(shifted, *request.calibrationLevel, request.shift.seed);
    notes.push_back(fmt::format(
        "{} validation nodes calibrate and {} choose the epoch; neither training nor that choice saw a "
        "calibration node.",
        count(calibration), count(shifted.training.splits.front().validation)));
  }
  SISPDE_TRY(TrainingSetup made,
             setUpTraining(config, std::make_shared<const ShiftedData>(std::move(shifted)), std::move(notes),
                           progress));
  made.calibration = std::move(calibration);
  return made;
}

Result<TrainingSetup> setUpTraining(const ModelConfig& config, std::shared_ptr<const ShiftedData> shifted,
                                    std::vector<std::string> notes, const Progress& progress,
                                    std::shared_ptr<SamplerStore> samplers) {
  TrainingSetup made;
  made.config = config;
  made.notes = std::move(notes);
  progress.report(-1, "preparing");
  SISPDE_TRY(made.detector, makeDetector({config.detector, config.options, config.seed, std::move(samplers)},
                                         *shifted, made.notes, progress));
  made.run.scoreEvery = config.options.scoreEvery;
  made.run.idTest = shifted->idTest;
  made.run.oodTest = shifted->oodTest;
  made.run.metrics.detAccGrid = config.options.detAccGrid;
  SISPDE_TRY(made.run.identity, configText(config));
  made.data = std::move(shifted);
  return made;
}

}  // namespace sispde
