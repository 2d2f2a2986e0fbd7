#include <algorithm>

#include "core/io/formats.h"
#include "core/io/npz.h"

namespace sispde {
namespace {

using Members = std::vector<NpzMember>;

template <class T>
void add(Members& members, const std::string& name, const std::vector<T>& values,
         const std::vector<std::int64_t>& shape) {
  members.push_back({name, npyBytes(std::span<const T>(values), shape)});
}

void addFeatures(Members& members, const Features& features) {
  const auto values = features.values();
  if (!features.isSparse()) {
    if (features.columns() > 0)
      members.push_back({"features", npyBytes(values, {features.rows(), features.columns()})});
    return;
  }
  // 32-bit row pointers as in the published files, 64-bit ones only where they are needed.
  const auto entries = static_cast<std::int64_t>(features.indices().size());
  if (entries <= std::numeric_limits<std::int32_t>::max()) {
    add(members, "feature_indptr",
        std::vector<std::int32_t>(features.offsets().begin(), features.offsets().end()),
        {features.rows() + 1});
  } else {
    members.push_back({"feature_indptr", npyBytes(features.offsets(), {features.rows() + 1})});
  }
  members.push_back({"feature_indices", npyBytes(features.indices(), {entries})});
  if (!values.empty()) members.push_back({"feature_values", npyBytes(values, {entries})});
  add(members, "feature_shape", std::vector<std::int64_t>{features.rows(), features.columns()}, {2});
}

void addSplits(Members& members, const Dataset& data) {
  const auto n = static_cast<std::size_t>(data.nodeCount());
  const auto addMasks = [&](const std::string& name, Mask Split::*mask) {
    Mask all;
    for (const Split& split : data.splits) {
      all.insert(all.end(), (split.*mask).begin(), (split.*mask).end());
      if ((split.*mask).empty()) all.resize(all.size() + n, 0);
    }
    add(members, name, all, {static_cast<std::int64_t>(data.splits.size()), data.nodeCount()});
  };
  if (!data.splits.empty()) {
    addMasks("train_mask", &Split::train);
    addMasks("val_mask", &Split::validation);
    addMasks("test_mask", &Split::test);
  }
  if (!data.ood.empty()) add(members, "ood_mask", data.ood, {data.nodeCount()});
  if (!data.placeholders.empty()) add(members, "placeholder_mask", data.placeholders, {data.nodeCount()});
}

}  // namespace

Result<void> writeNpzDataset(const Dataset& data, const std::string& path) {
  Members members;
  const std::vector<Edge> edges = data.graph.edges();
  const std::span<const NodeId> ids(reinterpret_cast<const NodeId*>(edges.data()), edges.size() * 2);
  members.push_back({"edges", npyBytes(ids, {data.graph.edgeCount(), 2})});
  const std::vector<std::int32_t> unknown(
      data.labels.empty() ? static_cast<std::size_t>(data.nodeCount()) : 0, -1);
  add(members, "labels", data.labels.empty() ? unknown : data.labels, {data.nodeCount()});
  addFeatures(members, data.features);
  addSplits(members, data);
  if (!data.name.empty()) members.push_back({"name", npyText(data.name)});
  if (!data.source.empty()) members.push_back({"source", npyText(data.source)});
  return writeNpz(path, members);
}

}  // namespace sispde
