#include "core/shift/exposure.h"

#include "core/shift/random_streams.h"
#include "core/shift/shift_parts.h"

namespace sispde {

Result<Exposure> exposureOf(const Dataset& data, const ShiftedData& shifted, std::uint64_t seed) {
  // The paper's lists have the exposure class among the OOD test classes: no test node is trained on.
  std::vector<NodeId> kept;
  for (const NodeId u : members(shifted.exposure))
    if (shifted.oodTest[u] == 0) kept.push_back(u);
  if (!kept.empty()) return Exposure{{}, std::move(kept), "the nodes of the class that is kept for it"};
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
  Mask known = realNodes(data);
  for (std::size_t u = 0; u < known.size(); ++u)
    if (shifted.oodTest[u] != 0) known[u] = 0;
  Exposure exposure{data, members(known),
                    "copies of the nodes outside the OOD test set with interpolated features"};
  exposure.copy->features = interpolate(data.features, known, random, exposure.nodes);
  return exposure;
}

}  // namespace sispde
