#include "core/graph/graph_builder.h"

#include <algorithm>
#include <atomic>

#include "core/base/parallel.h"

namespace sispde {
namespace {

constexpr std::size_t rowBlock = 4096;

// Puts both directions of every edge into the rows. cursor[u] is where the next neighbour of u goes.
// Each of the ranges of nodes is filled by one thread that reads the whole list: writes never meet, order never changes.
void scatter(std::span<const std::span<const Edge>> parts, std::vector<std::int64_t>& cursor, std::vector<NodeId>& targets) {
  const std::size_t nodes = cursor.size();
  const std::size_t ranges = targets.size() > (1u << 20) ? 2 : 1;
  parallelBlocks(nodes, (nodes + ranges - 1) / ranges, [&](std::size_t begin, std::size_t end) {
    const bool all = begin == 0 && end == nodes;
    const auto mine = [&](NodeId u) { return all || static_cast<std::size_t>(u) - begin < end - begin; };
    for (const auto part : parts)
      for (const Edge e : part) {
        if (e.u == e.v) continue;
        if (mine(e.u)) targets[cursor[e.u]++] = e.v;
        if (mine(e.v)) targets[cursor[e.v]++] = e.u;
      }
  });
}

// Sorts each row and moves its distinct entries to the front; kept[u] is their number.
void sortRows(const std::vector<std::int64_t>& offsets, std::vector<NodeId>& targets, std::vector<std::int64_t>& kept) {
  parallelBlocks(kept.size(), rowBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      const auto first = targets.begin() + offsets[u], last = targets.begin() + offsets[u + 1];
      if (!std::is_sorted(first, last)) std::sort(first, last);
      kept[u] = std::unique(first, last) - first;
    }
  });
}

}  // namespace

BuiltGraph buildGraph(NodeId nodeCount, std::span<const std::span<const Edge>> parts) {
  const auto nodes = static_cast<std::size_t>(nodeCount);
  std::vector<std::int64_t> offsets(nodes + 1, 0);
  DroppedEdges dropped;
  for (const auto part : parts)
    for (const Edge e : part) {
      if (e.u == e.v) {
        ++dropped.selfLoops;
        continue;
      }
      ++offsets[e.u + 1];
      ++offsets[e.v + 1];
    }
  for (std::size_t u = 0; u < nodes; ++u) offsets[u + 1] += offsets[u];

  std::vector<NodeId> targets(static_cast<std::size_t>(offsets.back()));
  std::vector<std::int64_t> work(offsets.begin(), offsets.end() - 1);
  scatter(parts, work, targets);
  sortRows(offsets, targets, work);

  std::int64_t size = 0;
  for (std::size_t u = 0; u < nodes; ++u) {
    const auto row = targets.begin() + offsets[u];
    if (offsets[u] != size) std::copy(row, row + work[u], targets.begin() + size);
    offsets[u] = size;
    size += work[u];
  }
  dropped.duplicates = (offsets.back() - size) / 2;
  offsets.back() = size;
  if (dropped.duplicates > 0) {
    targets.resize(static_cast<std::size_t>(size));
    targets.shrink_to_fit();
  }
  return {Graph(std::move(offsets), std::move(targets)), dropped};
}

BuiltGraph buildGraph(NodeId nodeCount, std::span<const Edge> edges) {
  return buildGraph(nodeCount, std::span<const std::span<const Edge>>(&edges, 1));
}

}  // namespace sispde
