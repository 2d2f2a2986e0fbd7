#include "core/graph/dataset_hash.h"

#include "core/base/hash.h"

namespace sispde {
namespace {

void addGraph(Digest& digest, const Graph& graph) {
  digest.text("graph").value<std::int64_t>(graph.nodeCount()).value(graph.edgeCount());
  std::vector<NodeId> flat;
  for (NodeId u = 0; u < graph.nodeCount(); ++u) {
    flat.clear();
    for (const NodeId v : graph.neighbours(u))
      if (u < v) flat.insert(flat.end(), {u, v});
    digest.values(std::span<const NodeId>(flat));
  }
}

void addFeatures(Digest& digest, const Features& features) {
  digest.text("features").value(features.columns());
  if (features.empty()) return;
  std::vector<std::int32_t> columns;
  std::vector<float> values;
  for (std::int64_t row = 0; row < features.rows(); ++row) {
    columns.clear();
    values.clear();
    features.forEachNonZero(row, [&](std::int32_t column, float x) {
      columns.push_back(column);
      values.push_back(x);
    });
    digest.value(static_cast<std::int64_t>(columns.size()));
    digest.values(std::span<const std::int32_t>(columns)).values(std::span<const float>(values));
  }
}

void addMask(Digest& digest, const Mask& mask) {
  const std::vector<NodeId> ids = members(mask);
  digest.value(static_cast<std::int64_t>(ids.size())).values(std::span<const NodeId>(ids));
}

}  // namespace

std::string contentHash(const Graph& graph) {
  Digest digest;
  addGraph(digest, graph);
  return digest.hex();
}

std::string contentHash(const Dataset& data) {
  Digest digest;
  addGraph(digest, data.graph);
  addFeatures(digest, data.features);
  digest.text("labels").values(std::span<const std::int32_t>(data.labels));
  digest.text("splits").value(static_cast<std::int64_t>(data.splits.size()));
  for (const Split& split : data.splits) {
    addMask(digest, split.train);
    addMask(digest, split.validation);
    addMask(digest, split.test);
  }
  if (count(data.ood) > 0) addMask(digest.text("ood"), data.ood);
  return digest.hex();
}

}  // namespace sispde
