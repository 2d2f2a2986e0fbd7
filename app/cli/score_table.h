#pragma once
// Metrics of all scores, for people and as the JSON object `scores`.

#include "app/cli/console.h"
#include "core/detect/detector_options.h"
#include "core/train/snapshot.h"

namespace sispde::cli {

struct ShownScores {
  Json json;
  Table table;
  std::vector<std::string>
      notes;  // metrics that are not defined, and what was chosen after seeing OOD results
};
ShownScores showScores(const Scoring& scoring, const std::string& detector, const DetectorOptions& options);

}  // namespace sispde::cli
