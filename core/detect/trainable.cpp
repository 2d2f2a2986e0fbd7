#include "core/detect/trainable.h"

#include <set>

namespace sispde {

Result<void> checkTrainable(const ShiftedData& shifted) {
  const Dataset& data = shifted.training;
  if (data.splits.empty()) return usageError("The data set {} has no split", data.name);
  if (data.labels.empty())
    return usageError("The data set {} has no labels, so there is nothing to learn", data.name);
  std::set<std::int32_t> classes;
  for (NodeId u = 0; u < data.nodeCount(); ++u)
    if (data.labels[u] >= 0 && !data.isPlaceholder(u)) classes.insert(data.labels[u]);
  if (classes.empty())
    return usageError("No node of the data set {} has a label, so there is nothing to learn", data.name);
  if (classes.size() < 2)
    return usageError("The data set {} has one class; a classifier needs at least two", data.name);
  if (count(data.splits[0].train) == 0)
    return usageError("No training node is in distribution and has a label; choose another shift or split");
  if (count(data.splits[0].validation) == 0)
    return usageError("No validation node is in distribution and has a label; choose another shift or split");
  return {};
}

}  // namespace sispde
