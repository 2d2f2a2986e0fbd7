#pragma once
// What every detector asks of shifted data; known before anything is prepared.

#include "core/base/result.h"
#include "core/shift/shift.h"

namespace sispde {

// A usage error for data that no classifier can be trained on: without labels or a split, with one class alone, or without a training or
// validation node in distribution. One ID class is enough where others are left out: the network keeps a logit for these.
Result<void> checkTrainable(const ShiftedData& data);

}  // namespace sispde
