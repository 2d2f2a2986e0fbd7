#include <algorithm>

#include "core/base/text.h"
#include "core/io/formats.h"
#include "core/io/npz.h"
#include "core/io/raw_features.h"

namespace sispde {
namespace {

constexpr std::int64_t maxSplits = 10'000;

std::string shapeText(const NpyArray& array) {
  return fmt::format("[{}]", fmt::join(array.shape(), ", "));
}

Result<NodeId> checkedNodeCount(std::int64_t count, const Place& place) {
  if (count > std::numeric_limits<NodeId>::max() - 1)
    return inputError(place, "More than 2^31 - 2 nodes are not supported");
  return static_cast<NodeId>(count);
}

Result<BuiltGraph> readEdges(const NpzReader& npz, const std::string& file, NodeId nodes) {
  const Place place{file, 0, "edges"};
  SISPDE_TRY(const NpyArray array, npz.read("edges"));
  if (array.size() > 0 && (array.shape().size() != 2 || array.shape()[1] != 2))
    return inputError(place, "The shape is {}, but [edges, 2] was expected", shapeText(array));
  SISPDE_TRY(const std::vector<std::int32_t> ids, array.toInt32());
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (ids[i] < 0 || ids[i] >= nodes)
      return inputError(place, "Edge {} names node {}, but nodes are 0 to {}", i / 2, ids[i], nodes - 1);
  static_assert(sizeof(Edge) == 2 * sizeof(NodeId));
  return buildGraph(nodes, {reinterpret_cast<const Edge*>(ids.data()), ids.size() / 2}, npz.progress());
}

// [S, N] or [N] booleans → S masks.
Result<std::vector<Mask>> readMasks(const NpzReader& npz, const std::string& name, const std::string& file,
                                    NodeId nodes) {
  if (!npz.has(name)) return std::vector<Mask>{};
  SISPDE_TRY(const NpyArray array, npz.read(name));
  const auto& shape = array.shape();
  if (shape.empty() || shape.size() > 2 || shape.back() != nodes)
    return inputError({file, 0, name}, "The shape is {}, but [splits, {}] was expected", shapeText(array),
                      nodes);
  if (shape.size() == 2 && shape[0] > maxSplits)
    return inputError({file, 0, name}, "{} splits are more than is supported ({})", shape[0], maxSplits);
  SISPDE_TRY(const std::vector<std::uint8_t> flat, array.toMask());
  std::vector<Mask> masks;
  for (auto at = flat.begin(); at != flat.end(); at += nodes) masks.emplace_back(at, at + nodes);
  return masks;
}

Result<void> readSplits(const NpzReader& npz, const std::string& plural, const std::string& file,
                        Dataset& data) {
  const NodeId n = data.nodeCount();
  SISPDE_TRY(auto train, readMasks(npz, "train_mask" + plural, file, n));
  SISPDE_TRY(auto validation, readMasks(npz, "val_mask" + plural, file, n));
  SISPDE_TRY(auto test, readMasks(npz, "test_mask" + plural, file, n));
  const std::size_t splits = std::max({train.size(), validation.size(), test.size()});
  for (const auto* masks : {&train, &validation, &test})
    if (!masks->empty() && masks->size() != splits)
      return inputError({file, 0, "train_mask, val_mask, test_mask"}, "The masks are of {}, {} and {} splits",
                        train.size(), validation.size(), test.size());
  data.splits.resize(splits);
  const auto take = [&](std::vector<Mask>& masks, std::size_t s) {
    return masks.empty() ? Mask(static_cast<std::size_t>(n), 0) : std::move(masks[s]);
  };
  for (std::size_t s = 0; s < splits; ++s)
    data.splits[s] = {take(train, s), take(validation, s), take(test, s)};
  return {};
}

Result<Features> readDense(const NpzReader& npz, const std::string& name, const std::string& file,
                           NodeId nodes) {
  SISPDE_TRY(const NpyArray array, npz.read(name));
  if (array.shape().size() != 2 || array.shape()[0] != nodes)
    return inputError({file, 0, name}, "The shape is {}, but [{}, features] was expected", shapeText(array),
                      nodes);
  SISPDE_TRY(std::vector<float> values, array.toFloat());
  return Features::dense(nodes, array.shape()[1], std::move(values));
}

// CSR arrays PREFIX + {indptr, indices, shape}, values in PREFIX + `values` (absent: all ones).
Result<Features> readSparse(const NpzReader& npz, const std::string& prefix, const std::string& values,
                            const std::string& file, NodeId nodes) {
  SISPDE_TRY(const NpyArray shapeArray, npz.read(prefix + "shape"));
  SISPDE_TRY(const std::vector<std::int64_t> shape, shapeArray.toInt64());
  if (shape.size() != 2 || shape[0] != nodes)
    return inputError({file, 0, prefix + "shape"}, "The shape is [{}], but [{}, features] was expected",
                      fmt::join(shape, ", "), nodes);
  SISPDE_TRY(const NpyArray offsetArray, npz.read(prefix + "indptr"));
  SISPDE_TRY(std::vector<std::int64_t> offsets, offsetArray.toInt64());
  SISPDE_TRY(const NpyArray indexArray, npz.read(prefix + "indices"));
  SISPDE_TRY(std::vector<std::int32_t> indices, indexArray.toInt32());
  std::vector<float> entries;
  if (npz.has(prefix + values)) {
    SISPDE_TRY(const NpyArray valueArray, npz.read(prefix + values));
    SISPDE_TRY(entries, valueArray.toFloat());
    if (entries.size() != indices.size())
      return inputError({file, 0, prefix + values}, "There are {} values for {} column ids", entries.size(),
                        indices.size());
  }
  return checkedSparseFeatures(shape[0], shape[1], std::move(offsets), std::move(indices), std::move(entries),
                               {file, 0, prefix + "indices"});
}

Result<std::vector<std::int32_t>> readLabels(const NpzReader& npz, const std::string& name,
                                             const std::string& file) {
  SISPDE_TRY(const NpyArray array, npz.read(name));
  if (array.shape().size() != 1)
    return inputError({file, 0, name}, "The shape is {}, but [nodes] was expected", shapeText(array));
  return array.toInt32();
}

Result<void> readText(const NpzReader& npz, const std::string& name, std::string& text) {
  if (!npz.has(name)) return {};
  SISPDE_TRY(const NpyArray array, npz.read(name));
  SISPDE_TRY(text, array.toText());
  return {};
}

// Labels and edges, which say how many nodes there are.
Result<Dataset> readLabelsAndEdges(const NpzReader& npz, const std::string& labels, const std::string& file) {
  Dataset data;
  SISPDE_TRY(data.labels, readLabels(npz, labels, file));
  SISPDE_TRY(const NodeId nodes,
             checkedNodeCount(static_cast<std::int64_t>(data.labels.size()), {file, 0, labels}));
  SISPDE_TRY(auto built, readEdges(npz, file, nodes));
  if (npz.progress().stopped()) return cancelled();
  setGraph(data, std::move(built));
  return data;
}

Result<Dataset> readUniform(const NpzReader& npz, const std::string& file) {
  SISPDE_TRY(Dataset data, readLabelsAndEdges(npz, "labels", file));
  const NodeId nodes = data.nodeCount();
  if (npz.has("features") && npz.has("feature_indptr"))
    return inputError({file, 0, "features"}, "Features are stored twice, dense and sparse");
  if (npz.has("features")) {
    SISPDE_TRY(data.features, readDense(npz, "features", file, nodes));
  } else if (npz.has("feature_indptr")) {
    SISPDE_TRY(data.features, readSparse(npz, "feature_", "values", file, nodes));
  }
  SISPDE_CHECK(readSplits(npz, "", file, data));
  for (const auto& [name, mask] :
       {std::pair{"ood_mask", &data.ood}, std::pair{"placeholder_mask", &data.placeholders}}) {
    SISPDE_TRY(auto masks, readMasks(npz, name, file, nodes));
    if (masks.size() > 1) return inputError({file, 0, name}, "One mask was expected, not {}", masks.size());
    if (masks.size() == 1) *mask = std::move(masks.front());
  }
  SISPDE_CHECK(readText(npz, "name", data.name));
  SISPDE_CHECK(readText(npz, "source", data.source));
  return data;
}

Result<Dataset> readHeterophilous(const NpzReader& npz, const std::string& file) {
  SISPDE_TRY(Dataset data, readLabelsAndEdges(npz, "node_labels", file));
  SISPDE_TRY(data.features, readDense(npz, "node_features", file, data.nodeCount()));
  SISPDE_CHECK(readSplits(npz, "s", file, data));
  return data;
}

// The adjacency matrix is CSR and may be directed: an entry in either direction makes an edge.
Result<Dataset> readGnnBenchmark(const NpzReader& npz, const std::string& file) {
  Dataset data;
  SISPDE_TRY(data.labels, readLabels(npz, "labels", file));
  SISPDE_TRY(const NodeId nodes,
             checkedNodeCount(static_cast<std::int64_t>(data.labels.size()), {file, 0, "labels"}));
  SISPDE_TRY(const Features adjacency, readSparse(npz, "adj_", "data", file, nodes));
  if (adjacency.columns() != nodes)
    return inputError({file, 0, "adj_shape"}, "The adjacency matrix is {} × {}", nodes, adjacency.columns());
  std::vector<Edge> edges;
  for (NodeId u = 0; u < nodes; ++u)
    adjacency.forEachNonZero(u, [&](NodeId v, float) { edges.push_back({u, v}); });
  setGraph(data, buildGraph(nodes, edges, npz.progress()));
  if (npz.progress().stopped()) return cancelled();
  if (npz.has("attr_matrix")) {
    SISPDE_TRY(data.features, readDense(npz, "attr_matrix", file, nodes));
  } else if (npz.has("attr_indptr")) {
    SISPDE_TRY(data.features, readSparse(npz, "attr_", "data", file, nodes));
  }
  return data;
}

}  // namespace

Result<Dataset> readNpzDataset(std::string bytes, const std::string& file, const Progress& progress) {
  SISPDE_TRY(const NpzReader npz, NpzReader::open(std::move(bytes), file, progress));
  const auto read = [&]() -> Result<Dataset> {
    if (npz.has("node_labels")) return readHeterophilous(npz, file);
    if (npz.has("adj_indptr")) return readGnnBenchmark(npz, file);
    if (npz.has("edges")) return readUniform(npz, file);
    std::vector<std::string> found;
    for (std::size_t i = 0; i < std::min<std::size_t>(npz.names().size(), 8); ++i)
      found.push_back(inQuotes(npz.names()[i]));
    return inputError({file},
                      "The archive holds no graph: no array edges, node_labels or adj_indptr among {} ({})",
                      npz.names().size(), fmt::join(found, ", "));
  };
  SISPDE_TRY(Dataset data, read());
  if (progress.stopped()) return cancelled();
  return finishDataset(std::move(data), file);
}

}  // namespace sispde
