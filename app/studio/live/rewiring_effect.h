#pragma once
// What training on both graphs said, in words.

#include <string>
#include <vector>

#include "app/studio/live/training_live.h"

namespace sispde::studio {

// Of the rewired graph that was trained on last among the runs on the data `base` (a hash), against the runs on these data as they are,
// with the same options and the same kernel: the difference of AUROC over seeds with its spread, and how many runs were left out, if any.
// Empty where no rewired graph was trained on.
std::vector<std::string> rewiringEffect(const TrainingLive::Runs& runs, const std::string& base);

}  // namespace sispde::studio
