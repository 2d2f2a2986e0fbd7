#include "core/graph/dataset.h"

#include <algorithm>
#include <cmath>

namespace sispde {

std::int32_t Dataset::classCount() const {
  const auto largest = std::max_element(labels.begin(), labels.end());
  const std::int32_t byLabel = largest == labels.end() ? 0 : *largest + 1;
  return std::max(byLabel, static_cast<std::int32_t>(classNames.size()));
}

std::int64_t count(const Mask& mask) {
  return std::count_if(mask.begin(), mask.end(), [](std::uint8_t bit) { return bit != 0; });
}

std::vector<NodeId> members(const Mask& mask) {
  std::vector<NodeId> ids;
  for (std::size_t u = 0; u < mask.size(); ++u)
    if (mask[u] != 0) ids.push_back(static_cast<NodeId>(u));
  return ids;
}

namespace {

Result<void> checkLabels(const Dataset& data, const std::string& file) {
  const auto n = static_cast<std::size_t>(data.nodeCount());
  if (!data.labels.empty() && data.labels.size() != n)
    return inputError({file, 0, "labels"}, "There are {} labels for {} nodes", data.labels.size(), n);
  for (std::size_t u = 0; u < data.labels.size(); ++u) {
    if (data.labels[u] < -1)
      return inputError({file, 0, "labels"},
                        "Node {} has label {}; labels are class ids from 0, or -1 for unknown", u,
                        data.labels[u]);
    if (data.labels[u] >= maxClasses)
      return inputError({file, 0, "labels"}, "Node {} has label {}; more than {} classes are not supported",
                        u, data.labels[u], maxClasses);
  }
  return {};
}

Result<void> checkMask(const Mask& mask, NodeId n, const std::string& file, const std::string& item) {
  if (!mask.empty() && mask.size() != static_cast<std::size_t>(n))
    return inputError({file, 0, item}, "The mask has {} entries for {} nodes", mask.size(), n);
  return {};
}

Result<void> checkSplits(const Dataset& data, const std::string& file) {
  const NodeId n = data.nodeCount();
  for (std::size_t s = 0; s < data.splits.size(); ++s) {
    const Split& split = data.splits[s];
    SISPDE_CHECK(checkMask(split.train, n, file, "train_mask"));
    SISPDE_CHECK(checkMask(split.validation, n, file, "val_mask"));
    SISPDE_CHECK(checkMask(split.test, n, file, "test_mask"));
    const auto in = [](const Mask& mask, NodeId u) { return !mask.empty() && mask[u] != 0 ? 1 : 0; };
    for (NodeId u = 0; u < n; ++u)
      if (in(split.train, u) + in(split.validation, u) + in(split.test, u) > 1)
        return inputError({file, 0, "train_mask, val_mask, test_mask"},
                          "Split {} puts node {} into more than one mask", s, u);
  }
  SISPDE_CHECK(checkMask(data.ood, n, file, "ood_mask"));
  return checkMask(data.placeholders, n, file, "placeholder_mask");
}

Result<void> checkFeatures(const Dataset& data, const std::string& file) {
  const Features& features = data.features;
  if (features.columns() > 0 && features.rows() != data.nodeCount())
    return inputError({file, 0, "features"}, "There are {} feature rows for {} nodes", features.rows(),
                      data.nodeCount());
  const auto values = features.values();
  const auto bad = std::find_if(values.begin(), values.end(), [](float x) { return !std::isfinite(x); });
  if (bad == values.end()) return {};
  const auto index = static_cast<std::int64_t>(bad - values.begin());
  const auto offsets = features.offsets();
  const std::int64_t row = features.isSparse()
                               ? std::upper_bound(offsets.begin(), offsets.end(), index) - offsets.begin() - 1
                               : index / features.columns();
  return inputError({file, 0, "features"}, "Node {} has a feature that is {}; features must be finite", row,
                    std::isnan(*bad) ? "not a number" : "infinite");
}

}  // namespace

Result<void> checkDataset(const Dataset& data, const std::string& file) {
  const auto n = static_cast<std::size_t>(data.nodeCount());
  if (n == 0) return inputError({file}, "The graph has no nodes");
  SISPDE_CHECK(checkLabels(data, file));
  SISPDE_CHECK(checkSplits(data, file));
  SISPDE_CHECK(checkFeatures(data, file));
  if (!data.nodeNames.empty() && data.nodeNames.size() != n)
    return inputError({file}, "There are {} node names for {} nodes", data.nodeNames.size(), n);
  return {};
}

}  // namespace sispde
