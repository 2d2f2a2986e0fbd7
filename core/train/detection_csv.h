#pragma once
// Tested nodes as a table, one line each, the most OOD first: node, name, score, p, q, flagged, degree, predicted class,
// OOD where that is known, and the graph it is a node of ("training", or "test" for a whole-graph shift).

#include <string>

#include "core/detect/detection_task.h"

namespace sispde {

// `prediction` is that of the training graph; it may be empty.
std::string detectionCsv(const DetectionTask& task, const TaskDetection& found, const ShiftedData& data,
                         const std::vector<std::int32_t>& prediction);

}  // namespace sispde
