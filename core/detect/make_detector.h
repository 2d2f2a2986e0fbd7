#pragma once
// Detectors by name: the door to what needs LibTorch, without its headers.

#include <memory>

#include "core/detect/detector.h"
#include "core/detect/detector_options.h"
#include "core/noise/sampler_store.h"
#include "core/shift/shift.h"

namespace sispde {

struct DetectorRequest {
  std::string name;  // one of detectors() (presets.h)
  DetectorOptions options;
  std::uint64_t seed = 0;
  std::shared_ptr<SamplerStore> samplers = {};  // of the noise, where trainings share them
};

// What can be said against a request without data: an unknown detector, an option out of its range, a primary score that is not computed.
Result<void> checkDetector(const DetectorRequest& request);

// Trains on data.training and scores the OOD nodes on data.test, with features as they are there (shiftScaled scales them). Notes say what was assumed. A usage error for data that cannot be trained on:
// no labels, one class, no training or validation nodes.
Result<std::unique_ptr<Detector>> makeDetector(const DetectorRequest& request, const ShiftedData& data,
                                               std::vector<std::string>& notes,
                                               const Progress& progress = {});

// The same network without training, with features scaled as the options say, for the nodes of any graph with as many features: weights are given by setWeights, and evaluate scores
// them (NamedScore::id and ::ood are the same). `classes` and `features` are those of the model; an error says why a data set does not fit. Accuracy is
// that of the `judged` nodes whose class is known.
Result<std::unique_ptr<Detector>> makeScorer(const DetectorRequest& request, const Dataset& data,
                                             std::int64_t classes, std::int64_t features,
                                             const std::vector<NodeId>& judged,
                                             std::vector<std::string>& notes, const Progress& progress = {});

}  // namespace sispde
