#pragma once
// The detectors by name with their default options, and the presets: lists of option values, each with its
// reason, applied over a detector's defaults.
//   recommended    the defaults: the model as it should be, with the score that the paper defines
//   reference      the data conventions of the GNNSafe code and the propagated energy, nearest to the
//                  published figures; that score was chosen after seeing OOD results
//   paper-literal  the paper's text taken at its word, mistakes included; for the SISPDE detectors alone

#include <span>
#include <string_view>
#include <vector>

#include "core/detect/detector_options.h"

namespace sispde {

struct DetectorInfo {
  std::string_view name, meaning;  // the meaning is one sentence without a final full stop
  bool hasNoise = false;           // SISPDE detectors; the others are graph convolutional networks
  // The score beside those of the logits (named_scores.h) that this detector computes and can stand for; may be empty.
  std::string_view ownScore{};
  bool seesExposure = false;  // trains on nodes that stand for OOD data
};
std::span<const DetectorInfo> detectors();
// A usage error for an unknown name; it lists those that there are.
Result<const DetectorInfo*> findDetector(std::string_view name);
bool seesExposure(std::string_view detector);

struct PresetInfo {
  std::string_view name, meaning;
};
std::span<const PresetInfo> presets();  // recommended, reference, paper-literal

// Value as setOption reads it; the reason is one sentence with its full stop.
struct PresetSetting {
  std::string_view key, value, reason;
};

// A preset's value for a field, beside the recommended one.
struct PresetChange {
  std::string key, value, recommended, reason;
};

Result<DetectorOptions> defaultsOf(std::string_view detector);

// What the preset sets, also where that is the default. A usage error for an unknown name, or a preset that
// is not for the detector.
Result<std::span<const PresetSetting>> presetSettings(std::string_view detector, std::string_view preset);
Result<DetectorOptions> withPreset(std::string_view detector, std::string_view preset);

// Every field in which the preset differs from `recommended`, in the order of the table. Empty where
// withPreset is an error.
std::vector<PresetChange> explain(std::string_view detector, std::string_view preset);

}  // namespace sispde
