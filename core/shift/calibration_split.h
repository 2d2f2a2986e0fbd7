#pragma once
// Calibration nodes: validation nodes that neither the training nor the choice of the epoch sees, so that scores of
// nodes in distribution can be compared with theirs (core/ood/conformal.h).

#include "core/shift/shift.h"

namespace sispde {

// How many of so many validation nodes calibrate: half of them (rounded up), or what the level alpha needs where that
// is more, but never so many that less than a fifth, or none, is left for the choice of the epoch. 0 of 0 or 1.
std::int64_t calibrationCount(std::int64_t validation, double alpha);

// `wanted` of the nodes of a mask, each subset equally likely; the choice depends on the seed alone.
// wanted ≤ count(mask).
Mask chosenForCalibration(const Mask& mask, std::int64_t wanted, std::uint64_t seed);

// Takes the calibration nodes out of the validation mask of the data that are trained on, and returns them.
//   ShiftedData shifted = …;
//   const Mask calibration = holdOutCalibration(shifted, 0.05, seed);
//   makeDetector(request, shifted, notes);   // sees none of them
Mask holdOutCalibration(ShiftedData& data, double alpha, std::uint64_t seed);

}  // namespace sispde
