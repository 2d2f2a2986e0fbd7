#include "core/shift/minesweeper.h"

#include <algorithm>

#include "core/shift/generator_parts.h"
#include "core/shift/random_split.h"
#include "core/shift/random_streams.h"

namespace sispde {
namespace {

constexpr std::uint64_t splitCount = 10;

// Exactly the rounded share of the nodes, at random places.
Mask randomMask(NodeId n, double share, std::uint64_t seed, RandomStream use) {
  Random random = randomFor(seed, use);
  Mask mask(static_cast<std::size_t>(n), 0);
  for (const NodeId u : randomSubset(allNodes(n), shareOf(share, n), random)) mask[u] = 1;
  return mask;
}

}  // namespace

Features minesweeperFeatures(const Graph& graph, std::span<const std::int32_t> labels, const Mask& unknown) {
  constexpr std::int64_t columns = 7, mostMines = 5;
  std::vector<float> values(static_cast<std::size_t>(columns * graph.nodeCount()), 0);
  for (NodeId u = 0; u < graph.nodeCount(); ++u) {
    std::int64_t column = 0;
    if (unknown[u] == 0) {
      const auto near = graph.neighbours(u);
      const auto mines = std::count_if(near.begin(), near.end(), [&](NodeId v) { return labels[v] == 1; });
      column = 1 + std::min<std::int64_t>(mines, mostMines);
    }
    values[u * columns + column] = 1;
  }
  return Features::dense(graph.nodeCount(), columns, std::move(values));
}

// As in the published set, the splits keep the share of mines: each class is divided by itself.
Result<Dataset> generateMinesweeper(const GeneratorSpec& spec, std::uint64_t seed) {
  const NodeId n = spec.nodeCount();
  Dataset data;
  data.graph = latticeGraph(spec.width, spec.height, false, true, spec.progress);
  if (spec.progress.stopped()) return data;
  const Mask mines = randomMask(n, spec.value("mines"), seed, RandomStream::Mines);
  data.labels.assign(mines.begin(), mines.end());
  data.features = minesweeperFeatures(data.graph, data.labels,
                                      randomMask(n, spec.value("unknown"), seed, RandomStream::Unknown));
  std::vector<NodeId> ofClass[2];
  for (NodeId u = 0; u < n; ++u) ofClass[data.labels[u]].push_back(u);
  for (std::uint64_t s = 0; s < splitCount && !spec.progress.stopped(); ++s) {
    Random random = randomFor(seed, RandomStream::Splits, s);
    data.splits.push_back(emptySplit(n));
    for (const auto& nodes : ofClass) divide(nodes, {}, random, data.splits.back());
  }
  data.classNames = {"free", "mine"};
  return data;
}

}  // namespace sispde
