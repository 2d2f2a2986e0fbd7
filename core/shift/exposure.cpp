#include "core/shift/exposure.h"

#include "core/shift/random_streams.h"
#include "core/shift/shift_parts.h"

namespace sispde {

Result<Exposure> exposureOf(const Dataset& data, const ShiftedData& shifted, std::uint64_t seed) {
  if (count(shifted.exposure) > 0)
    return Exposure{{}, members(shifted.exposure), "the nodes of the class that is kept for it"};
  Random random = randomFor(seed, RandomStream::Exposure);
  if (shifted.wholeGraph) {
    ShiftOptions again = shifted.options;
    again.seed = random.bits();
    again.split.reset();  // one is left
    again.randomSplit.reset();
    SISPDE_TRY(ShiftedData drawn, applyShift(data, again));
    return Exposure{std::move(drawn.test), members(drawn.oodTest),
                    "the OOD nodes of a second, independent draw of the shift"};
  }
  SISPDE_CHECK(requireFeatures(data));
  Exposure exposure{data, members(realNodes(data)), "copies of all nodes with interpolated features"};
  exposure.copy->features = interpolate(data.features, realNodes(data), random);
  return exposure;
}

}  // namespace sispde
