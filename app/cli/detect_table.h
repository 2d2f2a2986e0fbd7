#pragma once
// A detection for people and as JSON.

#include "app/cli/console.h"
#include "core/detect/detection_task.h"

namespace sispde::cli {

Table detectionTable(const TaskDetection& found);
// The promised keys flagged, threshold and alpha, and all figures behind them.
Json detectionJson(const TaskDetection& found);

}  // namespace sispde::cli
