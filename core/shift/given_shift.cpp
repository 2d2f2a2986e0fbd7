#include <algorithm>

#include "core/shift/shift_parts.h"

namespace sispde {

Result<Mask> markedNodes(const Dataset& data, const std::vector<std::int32_t>& classes,
                         const std::vector<NodeId>& nodes) {
  const Mask real = realNodes(data);
  Mask marked(real.size(), 0);
  for (const NodeId u : nodes) {
    if (u < 0 || u >= data.nodeCount())
      return usageError("There is no node {} to mark as OOD; the nodes are 0 to {}", u, data.nodeCount() - 1);
    marked[u] = real[u];
  }
  for (const std::int32_t label : classes) {
    std::int64_t found = 0;
    for (std::size_t u = 0; u < data.labels.size(); ++u) {
      if (data.labels[u] != label || real[u] == 0) continue;
      marked[u] = 1;
      ++found;
    }
    if (found == 0 || label < 0) return usageError("No node has the class {} that is to be OOD", label);
  }
  return marked;
}

// What a user knows of the own data. The marked nodes stay in the graph, features and edges included, as with a
// label shift; they are in no training, validation or ID test mask.
Result<ShiftedData> shiftAsGiven(const Dataset& data, const ShiftOptions& options) {
  const bool byUser = !options.oodClasses.empty() || !options.oodNodes.empty();
  if (!byUser && count(data.ood) == 0)
    return usageError(
        "Nothing is marked as OOD; mark a class, nodes or a column of the node table, or take the shift "
        "none");
  Mask id = realNodes(data), marked = id;
  if (byUser) {
    SISPDE_TRY(marked, markedNodes(data, options.oodClasses, options.oodNodes));
  } else {
    for (std::size_t u = 0; u < marked.size(); ++u) marked[u] = id[u] != 0 && data.ood[u] != 0 ? 1 : 0;
  }
  for (std::size_t u = 0; u < id.size(); ++u)
    if (marked[u] != 0) id[u] = 0;
  SISPDE_TRY(ShiftedData shifted, startShift(data, options, id));
  shifted.oodTest = std::move(marked);
  shifted.notes.push_back(fmt::format("{} nodes are OOD, as marked by the {}.", count(shifted.oodTest),
                                      byUser ? "user" : "data set"));
  return shifted;
}

Result<ShiftedData> shiftNothing(const Dataset& data, const ShiftOptions& options) {
  SISPDE_TRY(ShiftedData shifted, startShift(data, options, realNodes(data)));
  shifted.oodTest.assign(static_cast<std::size_t>(data.nodeCount()), 0);
  shifted.notes.emplace_back("No node is known to be OOD, so there are no metrics of OOD scores.");
  return shifted;
}

}  // namespace sispde
