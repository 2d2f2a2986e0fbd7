#include "core/train/training_setup.h"

#include "core/detect/make_detector.h"
#include "core/detect/network_features.h"
#include "core/graph/dataset_hash.h"
#include "core/shift/calibration_split.h"

namespace sispde {

ShiftOptions shiftOptionsFor(ShiftKind kind, const DetectorOptions& options, const Dataset& data,
                             std::uint64_t seed) {
  ShiftOptions wanted;
  wanted.kind = kind;
  wanted.seed = seed;
  wanted.classes = options.labelClasses;
  wanted.featureMode = options.featureShift;
  if (data.splits.empty()) wanted.randomSplit = SplitShares{0.1, 0.1};
  return wanted;
}

Result<TrainingSetup> setUpTraining(const TrainingRequest& request, const Dataset& data,
                                    const Progress& progress) {
  TrainingSetup made;
  DetectorOptions options = request.options;
  // What auto means here is kept with the model, for other data may look different.
  options.featureScaling = resolvedScaling(data.features, options.featureScaling);
  progress.report(-1, "shifting");
  SISPDE_TRY(ShiftedData shifted, shiftScaled(data, options.featureScaling, request.shift));
  if (progress.stopped()) return cancelled();
  made.notes = data.notes;
  made.notes.insert(made.notes.end(), shifted.notes.begin(), shifted.notes.end());
  if (request.calibrationLevel) {
    made.calibration = holdOutCalibration(shifted, *request.calibrationLevel, request.shift.seed);
    made.notes.push_back(fmt::format(
        "{} validation nodes calibrate and {} choose the epoch; neither training nor that choice saw a "
        "calibration node.",
        count(made.calibration), count(shifted.training.splits.front().validation)));
  }
  ModelConfig& config = made.config;
  config.detector = request.detector;
  config.shift = shiftName(request.shift.kind);
  config.seed = request.shift.seed;
  config.options = options;
  config.data = data.name;
  config.dataHash = contentHash(data);
  config.split = request.shift.randomSplit ? "random 10/10/80" : "stored";
  if (request.calibrationLevel) config.split += ", calibration nodes held out";
  config.classes = data.classCount();
  config.features = data.features.columns();
  progress.report(-1, "preparing");
  SISPDE_TRY(made.detector,
             makeDetector({request.detector, options, request.shift.seed}, shifted, made.notes, progress));
  made.run.scoreEvery = options.scoreEvery;
  made.run.idTest = shifted.idTest;
  made.run.oodTest = shifted.oodTest;
  made.run.metrics.detAccGrid = options.detAccGrid;
  SISPDE_TRY(made.run.identity, configText(config));
  made.data = std::make_shared<const ShiftedData>(std::move(shifted));
  return made;
}

}  // namespace sispde
