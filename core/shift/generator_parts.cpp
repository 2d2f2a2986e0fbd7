#include "core/shift/generator_parts.h"

#include <cmath>

#include "core/base/parallel.h"
#include "core/graph/graph_builder.h"
#include "core/shift/random_split.h"
#include "core/shift/random_streams.h"

namespace sispde {

std::vector<NodeId> randomOrder(NodeId nodeCount, std::uint64_t seed) {
  std::vector<NodeId> nodes = allNodes(nodeCount);
  Random random = randomFor(seed, RandomStream::NodeOrder);
  random.shuffle(std::span(nodes));
  return nodes;
}

void renumber(std::span<Edge> edges, std::span<const NodeId> nodeOfPlace) {
  for (Edge& e : edges) e = {nodeOfPlace[e.u], nodeOfPlace[e.v]};
}

std::vector<std::int32_t> blockLabels(std::span<const NodeId> blockStarts,
                                      std::span<const NodeId> nodeOfPlace) {
  std::vector<std::int32_t> labels(nodeOfPlace.size());
  for (std::size_t b = 0; b + 1 < blockStarts.size(); ++b)
    for (NodeId place = blockStarts[b]; place < blockStarts[b + 1]; ++place)
      labels[nodeOfPlace[place]] = static_cast<std::int32_t>(b);
  return labels;
}

Features gaussianFeatures(std::span<const std::int32_t> labels, std::int32_t classes, double signal,
                          std::uint64_t seed, const Progress& progress) {
  constexpr std::size_t columns = 16, rowBlock = 4096;
  std::vector<double> means(static_cast<std::size_t>(classes) * columns);
  Random random = randomFor(seed, RandomStream::ClassMeans);
  for (std::size_t k = 0; k < means.size(); k += columns) {
    double squares = 0;
    for (std::size_t j = 0; j < columns; ++j) {
      means[k + j] = random.normal();
      squares += means[k + j] * means[k + j];
    }
    for (std::size_t j = 0; j < columns; ++j) means[k + j] *= signal / std::sqrt(squares);
  }
  std::vector<float> values(labels.size() * columns);
  parallelBlocks(labels.size(), rowBlock, [&](std::size_t begin, std::size_t end) {
    if (progress.stopped()) return;
    Random noise = randomFor(seed, RandomStream::Features, begin / rowBlock);
    for (std::size_t u = begin; u < end; ++u)
      for (std::size_t j = 0; j < columns; ++j)
        values[u * columns + j] = static_cast<float>(means[labels[u] * columns + j] + noise.normal());
  });
  return Features::dense(static_cast<std::int64_t>(labels.size()), columns, std::move(values));
}

Split usualSplit(NodeId nodeCount, std::uint64_t seed) {
  Split split = emptySplit(nodeCount);
  Random random = randomFor(seed, RandomStream::Splits);
  divide(allNodes(nodeCount), {}, random, split);
  return split;
}

Dataset blockDataset(std::vector<Edge> edges, std::span<const NodeId> blockStarts, double signal,
                     std::uint64_t seed, const Progress& progress) {
  const NodeId n = blockStarts.back();
  const std::vector<NodeId> nodeOfPlace = randomOrder(n, seed);
  if (progress.stopped()) return {};
  renumber(edges, nodeOfPlace);
  Dataset data;
  data.graph = buildGraph(n, edges, progress).graph;
  if (progress.stopped()) return {};
  data.labels = blockLabels(blockStarts, nodeOfPlace);
  data.features = gaussianFeatures(data.labels, static_cast<std::int32_t>(blockStarts.size()) - 1, signal,
                                   seed, progress);
  if (progress.stopped()) return {};
  data.splits = {usualSplit(n, seed)};
  return data;
}

}  // namespace sispde
