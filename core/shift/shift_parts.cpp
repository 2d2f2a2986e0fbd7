#include "core/shift/shift_parts.h"

#include "core/shift/random_streams.h"

namespace sispde {
namespace {

bool contains(const Mask& mask, NodeId u) {
  return !mask.empty() && mask[u] != 0;
}

Result<Split> storedSplit(const Dataset& data, const ShiftOptions& options) {
  const auto stored = static_cast<std::int64_t>(data.splits.size());
  const std::int64_t index =
      options.split ? *options.split
                    : static_cast<std::int64_t>(options.seed % static_cast<std::uint64_t>(stored));
  if (index < 0 || index >= stored)
    return usageError("The split {} does not exist; the data set has {}, counted from 0", index, stored);
  return data.splits[index];
}

Split randomSplit(const Mask& id, const ShiftOptions& options) {
  Split split = emptySplit(static_cast<NodeId>(id.size()));
  Random random = randomFor(options.seed, RandomStream::ShiftSplit);
  divide(members(id), options.randomSplit.value_or(SplitShares{}), random, split);
  return split;
}

Mask restricted(const Mask& mask, const Mask& allowed) {
  Mask result(allowed.size(), 0);
  for (std::size_t u = 0; u < result.size(); ++u)
    result[u] = contains(mask, static_cast<NodeId>(u)) && allowed[u] != 0 ? 1 : 0;
  return result;
}

}  // namespace

Mask realNodes(const Dataset& data) {
  Mask mask(static_cast<std::size_t>(data.nodeCount()), 1);
  for (NodeId u = 0; u < data.nodeCount(); ++u)
    if (data.isPlaceholder(u)) mask[u] = 0;
  return mask;
}

Result<ShiftedData> startShift(const Dataset& data, const ShiftOptions& options, const Mask& id) {
  ShiftedData shifted;
  Split split;
  if (data.splits.empty() && options.split)
    return usageError("The split {} does not exist; the data set has none", *options.split);
  if (options.randomSplit || data.splits.empty()) {
    split = randomSplit(id, options);
    const SplitShares shares = options.randomSplit.value_or(SplitShares{});
    shifted.notes.push_back(fmt::format(
        "{} random split of the nodes in distribution is used: {:g} training, {:g} validation, "
        "the rest test.",
        data.splits.empty() ? "The data set has no split: a" : "A", shares.train, shares.validation));
  } else {
    SISPDE_TRY(split, storedSplit(data, options));
  }
  Mask labelled = id;
  for (std::size_t u = 0; u < data.labels.size(); ++u)
    if (data.labels[u] < 0) labelled[u] = 0;
  split = {restricted(split.train, labelled), restricted(split.validation, labelled),
           restricted(split.test, id)};
  if (count(split.test) == 0) return usageError("No test node in distribution is left; take another split");
  shifted.idTest = split.test;
  shifted.training = data;
  shifted.training.splits = {std::move(split)};
  if (options.kind != ShiftKind::Given && count(data.ood) > 0)
    shifted.notes.push_back("The OOD mask of the data set itself is not used.");
  shifted.training.ood = {};
  shifted.test = shifted.training;
  return shifted;
}

}  // namespace sispde
