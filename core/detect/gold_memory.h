#pragma once
// How much memory GOLD takes beside its network, known before any is taken.

#include "core/detect/training_memory.h"

namespace sispde {

// Bytes from above; the options of GOLD are resolved.
double goldBytes(const DetectorOptions& options, const TrainingSize& size);

// A usage error that says what to make smaller, where network and GOLD together need more than there is.
Result<void> checkGoldMemory(const DetectorOptions& options, const TrainingSize& size, std::size_t freeBytes);

}  // namespace sispde
