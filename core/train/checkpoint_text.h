#pragma once
// The JSON text inside a checkpoint file: all of it but the arrays and the reports.

#include <string>

#include "core/train/checkpoint.h"

namespace sispde {

std::string checkpointText(const Checkpoint& checkpoint);

// Refuses a text of something else and of a later format. `place` goes into errors.
Result<void> checkTextFormat(const std::string& text, const Place& place);
// Fills identity, epochs, kernel and forks.
Result<void> readCheckpointText(const std::string& text, const Place& place, Checkpoint& into);

}  // namespace sispde
