#include "core/graph/dataset_hash.h"

#include <algorithm>

#include "core/base/hash.h"

namespace sispde {
namespace {

constexpr NodeId nodesPerLook = 8192;  // some milliseconds, even where they have very many neighbours

void addGraph(Digest& digest, const Graph& graph, const Progress& progress) {
  digest.text("graph").value<std::int64_t>(graph.nodeCount()).value(graph.edgeCount());
  std::vector<NodeId> flat;
  for (NodeId u = 0; u < graph.nodeCount(); ++u) {
    if (u % nodesPerLook == 0 && progress.stopped()) return;
    flat.clear();
    for (const NodeId v : graph.neighbours(u))
      if (u < v) flat.insert(flat.end(), {u, v});
    digest.values(std::span<const NodeId>(flat));
  }
}

void addFeatures(Digest& digest, const Features& features, const Progress& progress) {
  digest.text("features").value(features.columns());
  if (features.empty()) return;
  // A row may have very many entries, and those of a dense matrix are looked at one by one.
  const std::int64_t rowsPerLook = std::max<std::int64_t>(1, (1 << 18) / (features.columns() + 1));
  std::vector<std::int32_t> columns;
  std::vector<float> values;
  for (std::int64_t row = 0; row < features.rows(); ++row) {
    if (row % rowsPerLook == 0 && progress.stopped()) return;
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

std::string contentHash(const Graph& graph, const Progress& progress) {
  Digest digest;
  addGraph(digest, graph, progress);
  if (progress.stopped()) return {};
  return digest.hex();
}

std::string contentHash(const Dataset& data, const Progress& progress) {
  Digest digest;
  addGraph(digest, data.graph, progress);
  if (progress.stopped()) return {};
  addFeatures(digest, data.features, progress);
  if (progress.stopped()) return {};
  digest.text("labels").values(std::span<const std::int32_t>(data.labels));
  digest.text("splits").value(static_cast<std::int64_t>(data.splits.size()));
  for (const Split& split : data.splits) {
    if (progress.stopped()) return {};
    addMask(digest, split.train);
    addMask(digest, split.validation);
    addMask(digest, split.test);
  }
  if (count(data.ood) > 0) addMask(digest.text("ood"), data.ood);
  return digest.hex();
}

}  // namespace sispde
