#include "core/graph/graph_builder.h"

#include <algorithm>
#include <array>

#include "core/base/parallel.h"
#include "core/graph/row_sort.h"

namespace sispde {
namespace {

using Spans = std::vector<std::span<const Edge>>;
using Counters = std::vector<std::int64_t>;  // one per node

constexpr std::size_t rowBlock = 4096;

// The list is cut into two groups of about equal length that are counted and written side by side, each with counters of
// its own. There are two whatever the number of threads, so that rows come out in the same order.
std::array<Spans, 2> twoGroups(const Spans& parts) {
  std::size_t total = 0, taken = 0;
  for (const auto part : parts) total += part.size();
  std::array<Spans, 2> groups;
  for (const auto part : parts) {
    const std::size_t first = std::min(part.size(), taken < total / 2 ? total / 2 - taken : 0);
    groups[0].push_back(part.first(first));
    groups[1].push_back(part.subspan(first));
    taken += part.size();
  }
  return groups;
}

template <class Visit>
void forEachEdge(const Spans& parts, Visit&& visit) {
  for (const auto part : parts)
    for (const Edge e : part) visit(e);
}

// Degrees of each group without self-loops; returns the number of loops.
std::int64_t countRows(const std::array<Spans, 2>& groups, std::array<Counters, 2>& counters) {
  std::array<std::int64_t, 2> loops{};
  parallelBlocks(2, 1, [&](std::size_t g, std::size_t) {
    Counters& count = counters[g];
    std::int64_t seen = 0;
    forEachEdge(groups[g], [&](Edge e) {
      const bool loop = e.u == e.v;
      seen += loop;
      count[e.u] += !loop;
      count[e.v] += !loop;
    });
    loops[g] = seen;
  });
  return loops[0] + loops[1];
}

// Counts become the places where each group writes; the result has the beginning of each row and the end.
Counters rowOffsets(std::array<Counters, 2>& counters) {
  const std::size_t nodes = counters[0].size();
  Counters offsets(nodes + 1);
  std::int64_t at = 0;
  for (std::size_t u = 0; u < nodes; ++u) {
    offsets[u] = at;
    const std::int64_t first = counters[0][u], second = counters[1][u];
    counters[0][u] = at;
    counters[1][u] = at + first;
    at += first + second;
  }
  offsets[nodes] = at;
  return offsets;
}

void writeRows(const std::array<Spans, 2>& groups, std::array<Counters, 2>& counters,
               std::vector<NodeId>& targets) {
  parallelBlocks(2, 1, [&](std::size_t g, std::size_t) {
    Counters& cursor = counters[g];
    forEachEdge(groups[g], [&](Edge e) {
      if (e.u == e.v) return;
      targets[cursor[e.u]++] = e.v;
      targets[cursor[e.v]++] = e.u;
    });
  });
}

// Sorts each row and moves its distinct entries to the front; kept[u] is their number.
void sortRows(const Counters& offsets, std::vector<NodeId>& targets, Counters& kept) {
  parallelBlocks(kept.size(), rowBlock, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      const std::span row(targets.data() + offsets[u], static_cast<std::size_t>(offsets[u + 1] - offsets[u]));
      sortRow(row);
      kept[u] = std::unique(row.begin(), row.end()) - row.begin();
    }
  });
}

// Closes the gaps that duplicates left; returns the number of duplicates.
std::int64_t compact(Counters& offsets, std::vector<NodeId>& targets, const Counters& kept) {
  std::int64_t size = 0;
  for (std::size_t u = 0; u < kept.size(); ++u) {
    const auto row = targets.begin() + offsets[u];
    if (offsets[u] != size) std::copy(row, row + kept[u], targets.begin() + size);
    offsets[u] = size;
    size += kept[u];
  }
  const std::int64_t dropped = offsets.back() - size;
  offsets.back() = size;
  targets.resize(static_cast<std::size_t>(size));
  if (dropped > size / 8)
    targets.shrink_to_fit();  // copying for a few bytes would cost more memory than it frees
  return dropped / 2;
}

// `release` is called when the list is not needed any more.
template <class Release>
BuiltGraph build(NodeId nodeCount, const Spans& parts, Release&& release) {
  const auto nodes = static_cast<std::size_t>(nodeCount);
  const auto groups = twoGroups(parts);
  std::array<Counters, 2> counters{Counters(nodes, 0), Counters(nodes, 0)};
  DroppedEdges dropped;
  dropped.selfLoops = countRows(groups, counters);
  Counters offsets = rowOffsets(counters);
  std::vector<NodeId> targets(static_cast<std::size_t>(offsets.back()));
  writeRows(groups, counters, targets);
  release();
  sortRows(offsets, targets, counters[0]);
  dropped.duplicates = compact(offsets, targets, counters[0]);
  return {Graph(std::move(offsets), std::move(targets)), dropped};
}

}  // namespace

BuiltGraph buildGraph(NodeId nodeCount, std::span<const Edge> edges) {
  return build(nodeCount, {edges}, [] {});
}

BuiltGraph buildGraph(NodeId nodeCount, EdgeParts&& parts) {
  EdgeParts owned = std::move(parts);
  const Spans spans(owned.begin(), owned.end());
  return build(nodeCount, spans, [&] { owned = {}; });
}

Graph withoutNodes(const Graph& graph, const std::vector<bool>& keep) {
  std::vector<NodeId> place(keep.size(), -1);
  std::vector<std::int64_t> offsets{0};
  NodeId next = 0;
  for (std::size_t u = 0; u < keep.size(); ++u) {
    if (!keep[u]) continue;
    place[u] = next++;
    offsets.push_back(graph.offsets()[u + 1]);
  }
  std::vector<NodeId> targets(graph.targets().begin(), graph.targets().end());
  for (NodeId& v : targets) v = place[v];
  return {std::move(offsets), std::move(targets)};
}

}  // namespace sispde
