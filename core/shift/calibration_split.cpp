#include "core/shift/calibration_split.h"

#include <algorithm>
#include <cmath>

#include "core/shift/random_streams.h"

namespace sispde {

std::int64_t calibrationCount(std::int64_t validation, double alpha) {
  if (validation < 2) return 0;
  const std::int64_t half = (validation + 1) / 2;
  const std::int64_t most = validation - std::max<std::int64_t>(1, (validation + 4) / 5);
  // 1/α − 1 nodes; the slack is for an α such as 0.1, whose reciprocal is not exact.
  const double needed = alpha > 0 ? std::ceil(1 / alpha * (1 - 1e-12)) - 1 : 0;
  return static_cast<std::int64_t>(
      std::min(std::max(static_cast<double>(half), needed), static_cast<double>(most)));
}

Mask chosenForCalibration(const Mask& mask, std::int64_t wanted, std::uint64_t seed) {
  Random random = randomFor(seed, RandomStream::Calibration);
  Mask chosen(mask.size(), 0);
  for (const NodeId u : randomSubset(members(mask), wanted, random)) chosen[u] = 1;
  return chosen;
}

Mask holdOutCalibration(ShiftedData& data, double alpha, std::uint64_t seed) {
  Mask& validation = data.training.splits.front().validation;
  Mask chosen = chosenForCalibration(validation, calibrationCount(count(validation), alpha), seed);
  for (std::size_t u = 0; u < chosen.size(); ++u)
    if (chosen[u] != 0) validation[u] = 0;
  // The test data carry the same split.
  if (!data.test.splits.empty()) data.test.splits.front().validation = validation;
  return chosen;
}

}  // namespace sispde
