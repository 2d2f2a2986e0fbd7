#include "core/graph/graph_builder.h"

#include <algorithm>
#include <array>
#include <bit>

#include "core/base/buffer.h"
#include "core/base/parallel.h"
#include "core/graph/row_sort.h"

namespace sispde {
namespace {

using Spans = std::vector<std::span<const Edge>>;
using Counters = std::vector<std::int64_t>;  // one per node

constexpr std::size_t rowBlock = 4096;

template <class Visit>
void forEachEdge(const Spans& parts, Visit&& visit) {
  for (const auto part : parts)
    for (const Edge e : part) visit(e);
}

// The two halves of the list are counted side by side, each with counters of its own.
std::array<Spans, 2> halves(const Spans& parts) {
  std::size_t total = 0, taken = 0;
  for (const auto part : parts) total += part.size();
  std::array<Spans, 2> result;
  for (const auto part : parts) {
    const std::size_t first = std::min(part.size(), taken < total / 2 ? total / 2 - taken : 0);
    result[0].push_back(part.first(first));
    result[1].push_back(part.subspan(first));
    taken += part.size();
  }
  return result;
}

// The beginning of each row, and the end. Self-loops are left out and counted.
Counters rowOffsets(const Spans& parts, std::size_t nodes, std::int64_t& selfLoops) {
  const auto lists = halves(parts);
  std::array<Buffer<std::uint32_t>, 2> degrees;
  std::array<std::int64_t, 2> loops{};
  parallelBlocks(2, 1, [&](std::size_t h, std::size_t) {
    degrees[h] = hugeBuffer<std::uint32_t>(nodes);
    std::fill(degrees[h].begin(), degrees[h].end(), 0);
    std::uint32_t* degree = degrees[h].data();
    std::int64_t seen = 0;
    forEachEdge(lists[h], [&](Edge e) {
      const bool edge = e.u != e.v;
      seen += !edge;
      degree[e.u] += edge;
      degree[e.v] += edge;
    });
    loops[h] = seen;
  });
  selfLoops = loops[0] + loops[1];
  Counters offsets(nodes + 1);
  for (std::size_t u = 0; u < nodes; ++u) offsets[u + 1] = offsets[u] + degrees[0][u] + degrees[1][u];
  return offsets;
}

// Rows under construction. Row u begins at offsets[u]; what is in it has been counted by cursor[u].
struct Rows {
  Counters offsets;
  Buffer<std::int64_t> cursor;
  Buffer<NodeId> targets;

  Rows(const Spans& parts, std::size_t nodes, std::int64_t& selfLoops)
      : offsets(rowOffsets(parts, nodes, selfLoops)),
        cursor(hugeBuffer<std::int64_t>(nodes)),
        targets(hugeBuffer<NodeId>(static_cast<std::size_t>(offsets.back()))) {
    std::copy(offsets.begin(), offsets.end() - 1, cursor.begin());
  }
  void add(NodeId u, NodeId v) { targets[cursor[u]++] = v; }

  // Sorts the rows [begin, end), drops duplicates and closes the gaps among them; cursor[u] is then the length of row u.
  void finish(std::size_t begin, std::size_t end) {
    NodeId* free = targets.data() + offsets[begin];
    for (std::size_t u = begin; u < end; ++u) {
      const std::span row(targets.data() + offsets[u], targets.data() + offsets[u + 1]);
      sortRow(row);
      const auto last = std::unique(row.begin(), row.end());
      cursor[u] = last - row.begin();
      if (free == row.data())
        free += cursor[u];
      else
        free = std::copy(row.begin(), last, free);
    }
  }

  // Closes the gaps among blocks of finished rows; returns the number of duplicates.
  std::int64_t close(std::size_t block) {
    std::int64_t size = 0;
    for (std::size_t begin = 0; begin < cursor.size(); begin += block) {
      const auto from = targets.begin() + offsets[begin], to = targets.begin() + size;
      for (std::size_t u = begin; u < std::min(begin + block, cursor.size()); ++u) {
        offsets[u] = size;
        size += cursor[u];
      }
      if (from != to) std::copy(from, from + (targets.begin() + size - to), to);
    }
    const std::int64_t dropped = offsets.back() - size;
    offsets.back() = size;
    targets.resize(static_cast<std::size_t>(size));
    if (dropped > size / 8)
      targets.shrink_to_fit();  // copying for a few bytes would cost more memory than it frees
    return dropped / 2;
  }
};

// Large lists are written by ranges of nodes: at most 1024 ranges of 2^shift nodes, whose rows fit a core's cache.
struct Ranges {
  int shift = 0;
  std::size_t nodes = 0, count = 0;
  explicit Ranges(std::size_t nodeCount)
      : shift(std::max(14, static_cast<int>(std::bit_width(nodeCount)) - 10)),
        nodes(std::size_t{1} << shift),
        count((nodeCount >> shift) + 1) {}
};

// Orders the edges of one part by the range of their end From. Returns where each range begins, and the end. `scratch` is
// memory that goes from part to part.
template <NodeId Edge::*From>
std::vector<std::uint32_t> orderByRange(std::vector<Edge>& part, const Ranges& ranges,
                                        std::vector<Edge>& scratch) {
  const int shift = ranges.shift;
  std::vector<std::uint32_t> starts(ranges.count + 1, 0);
  for (const Edge e : part) ++starts[(e.*From >> shift) + 1];
  for (std::size_t r = 0; r < ranges.count; ++r) starts[r + 1] += starts[r];
  std::vector<std::uint32_t> cursor(starts.begin(), starts.end() - 1);
  scratch.resize(part.size());
  for (const Edge e : part) scratch[cursor[e.*From >> shift]++] = e;
  part.swap(scratch);
  return starts;
}

// Random writes all over the memory are many times slower than in the cache: each part is ordered by ranges of nodes, then
// the ranges are filled side by side, and `done(begin, end)` is called for the nodes of each.
template <NodeId Edge::*From, NodeId Edge::*To, class Done>
void fillByRange(EdgeParts& parts, Rows& rows, const Ranges& ranges, const Progress& progress, Done&& done) {
  std::vector<std::vector<std::uint32_t>> starts(parts.size());
  parallelBlocks(parts.size(), parts.size() / 8 + 1, [&](std::size_t begin, std::size_t end) {
    std::vector<Edge> scratch;
    for (std::size_t p = begin; p < end && !progress.stopped(); ++p)
      starts[p] = orderByRange<From>(parts[p], ranges, scratch);
  });
  if (progress.stopped()) return;
  const std::size_t nodes = rows.cursor.size();
  parallelBlocks(ranges.count, 1, [&](std::size_t r, std::size_t) {
    if (progress.stopped()) return;
    std::int64_t* const cursor = rows.cursor.data();
    NodeId* const targets = rows.targets.data();
    for (std::size_t p = 0; p < parts.size(); ++p)
      for (const Edge e : std::span(parts[p].data() + starts[p][r], parts[p].data() + starts[p][r + 1]))
        if (e.u != e.v) targets[cursor[e.*From]++] = e.*To;
    done(std::min(r * ranges.nodes, nodes), std::min((r + 1) * ranges.nodes, nodes));
  });
}

BuiltGraph asGraph(Rows rows, std::size_t block, std::int64_t selfLoops) {
  const DroppedEdges dropped{selfLoops, rows.close(block)};
  return {Graph(std::move(rows.offsets), std::move(rows.targets)), dropped};
}

constexpr std::size_t directEdges = std::size_t{1} << 19;  // lists up to here fit the cache
constexpr std::size_t partEdges = std::size_t{1} << 17;

}  // namespace

BuiltGraph buildGraph(NodeId nodeCount, std::span<const Edge> edges, const Progress& progress) {
  if (edges.size() > directEdges) {
    EdgeParts parts;
    for (std::size_t at = 0; at < edges.size(); at += partEdges) {
      const auto part = edges.subspan(at, std::min(partEdges, edges.size() - at));
      parts.emplace_back(part.begin(), part.end());
    }
    return buildGraph(nodeCount, std::move(parts), progress);
  }
  std::int64_t selfLoops = 0;
  Rows rows({edges}, static_cast<std::size_t>(nodeCount), selfLoops);
  for (const Edge e : edges) {
    if (e.u == e.v) continue;
    rows.add(e.u, e.v);
    rows.add(e.v, e.u);
  }
  parallelBlocks(rows.cursor.size(), rowBlock,
                 [&](std::size_t begin, std::size_t end) { rows.finish(begin, end); });
  return asGraph(std::move(rows), rowBlock, selfLoops);
}

BuiltGraph buildGraph(NodeId nodeCount, EdgeParts&& parts, const Progress& progress) {
  EdgeParts owned = std::move(parts);
  std::int64_t selfLoops = 0;
  const Ranges ranges(static_cast<std::size_t>(nodeCount));
  Rows rows(Spans(owned.begin(), owned.end()), static_cast<std::size_t>(nodeCount), selfLoops);
  fillByRange<&Edge::u, &Edge::v>(owned, rows, ranges, progress, [](std::size_t, std::size_t) {});
  fillByRange<&Edge::v, &Edge::u>(owned, rows, ranges, progress,
                                  [&](std::size_t begin, std::size_t end) { rows.finish(begin, end); });
  owned = {};
  if (progress.stopped()) return {};
  return asGraph(std::move(rows), ranges.nodes, selfLoops);
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
  Buffer<NodeId> targets(graph.targets().begin(), graph.targets().end());
  for (NodeId& v : targets) v = place[v];
  return {std::move(offsets), std::move(targets)};
}

}  // namespace sispde
