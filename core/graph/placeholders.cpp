#include "core/graph/placeholders.h"

#include <algorithm>

namespace sispde {

Mask findPlaceholders(const Dataset& data) {
  if (data.splits.size() != 1 || data.labels.empty() || data.features.empty()) return {};
  const Split& split = data.splits.front();
  if (split.train.empty() || split.validation.empty() || split.test.empty()) return {};
  const auto firstTest = std::find(split.test.begin(), split.test.end(), 1);
  Mask mask(split.test.size(), 0);
  for (std::size_t u = static_cast<std::size_t>(firstTest - split.test.begin()); u < mask.size(); ++u) {
    if (split.test[u] != 0) continue;
    bool hasFeature = false;
    data.features.forEachNonZero(static_cast<std::int64_t>(u),
                                 [&](std::int32_t, float) { hasFeature = true; });
    if (split.train[u] != 0 || split.validation[u] != 0 || data.labels[u] != 0 || hasFeature) return {};
    mask[u] = 1;
  }
  return count(mask) > 0 ? mask : Mask{};
}

}  // namespace sispde
