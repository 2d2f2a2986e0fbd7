#pragma once
// What can be said against a detector before there are data.

#include <string>
#include <vector>

#include "core/detect/make_detector.h"

namespace sispde {

// All of it: an unknown detector, an option out of its range, options that do not go together. Sentences without their full stop.
std::vector<std::string> detectorMistakes(const DetectorRequest& request);

}  // namespace sispde
