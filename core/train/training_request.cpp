#include "core/train/training_request.h"

#include <set>

#include "core/detect/network_features.h"
#include "core/train/one_class_note.h"

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

ModelConfig modelConfigOf(const TrainingRequest& request, const Dataset& data, std::string dataHash) {
  ModelConfig config;
  config.detector = request.detector;
  config.shift = shiftName(request.shift.kind);
  config.seed = request.shift.seed;
  config.options = request.options;
  // What auto means here is kept with the model, for other data may look different.
  config.options.featureScaling = resolvedScaling(data.features, config.options.featureScaling);
  config.data = data.name;
  config.dataHash = std::move(dataHash);
  config.split = request.shift.randomSplit ? "random 10/10/80" : "stored";
  if (request.calibrationLevel) config.split += ", calibration nodes held out";
  config.classes = data.classCount();
  config.features = data.features.columns();
  return config;
}

std::optional<std::string> selectionNote(const ShiftedData& shifted, const DetectorOptions& options) {
  std::set<std::int32_t> classes;
  for (const NodeId u : members(shifted.training.splits.front().train))
    classes.insert(shifted.training.labels[u]);
  const bool told =
      options.selection == Selection::MinValidationNll || options.selection == Selection::LastEpoch;
  if (classes.size() != 1 || told) return std::nullopt;
  return fmt::format("{}, whose validation NLL says nothing: the weights of the last epoch were taken.",
                     oneClassNote);
}

}  // namespace sispde
