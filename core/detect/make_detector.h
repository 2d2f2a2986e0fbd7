#pragma once
// Detectors by name: the door to what needs LibTorch, without its headers.

#include <memory>

#include "core/detect/detector.h"
#include "core/detect/detector_options.h"
#include "core/shift/shift.h"

namespace sispde {

struct DetectorRequest {
  std::string name;  // gcn, msp, gnnsafe, sispde, sispde-rbf (presets.h)
  DetectorOptions options;
  std::uint64_t seed = 0;
};

// Trains on data.training and scores the OOD nodes on data.test. Notes say what was assumed. A usage error for data that cannot be trained on:
// no labels, one class, no training or validation nodes.
Result<std::unique_ptr<Detector>> makeDetector(const DetectorRequest& request, const ShiftedData& data,
                                               std::vector<std::string>& notes,
                                               const Progress& progress = {});

}  // namespace sispde
