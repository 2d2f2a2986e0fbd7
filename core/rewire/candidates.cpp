#include "core/rewire/candidates.h"

#include <algorithm>
#include <atomic>

#include "core/base/parallel.h"

namespace sispde {
namespace {

// Breadth-first search from one node after the other, with one array of marks for all of them.
class Neighbourhood {
 public:
  explicit Neighbourhood(const Graph& graph)
      : graph_(graph), seenFrom_(static_cast<std::size_t>(graph.nodeCount()), -1) {}

  // Nodes at distance 2 … hops of u, in the order in which they are met.
  std::span<const NodeId> around(NodeId u, int hops, const Progress& progress) {
    met_.assign(1, u);
    seenFrom_[u] = u;
    std::size_t begin = 0, direct = 1;
    for (int hop = 1; hop <= hops && begin < met_.size(); ++hop) {
      const std::size_t end = met_.size();
      for (; begin < end; ++begin) {
        if (begin % 256 == 0 && progress.stopped()) return {};
        for (const NodeId v : graph_.neighbours(met_[begin]))
          if (seenFrom_[v] != u) {
            seenFrom_[v] = u;
            met_.push_back(v);
          }
      }
      if (hop == 1) direct = met_.size();
    }
    return std::span(met_).subspan(direct);
  }

 private:
  const Graph& graph_;
  std::vector<NodeId> seenFrom_, met_;
};

// From some nodes, evenly spread.
double estimatedPairs(const Graph& graph, int hops, const Progress& progress) {
  constexpr NodeId sample = 64;
  const NodeId n = graph.nodeCount(), step = std::max(n / sample, 1);
  Neighbourhood search(graph);
  double pairs = 0, nodes = 0;
  for (NodeId u = 0; u < n && !progress.stopped(); u += step, ++nodes)
    pairs += static_cast<double>(search.around(u, hops, progress).size()) / 2;
  return nodes > 0 ? pairs / nodes * n : 0;
}

}  // namespace

Result<Candidates> candidatePairs(const Graph& graph, int hops, const Progress& progress, std::int64_t most) {
  if (hops < 2) return usageError("Candidates within {} hops are no new pairs; take at least 2", hops);
  const auto tooMany = [&](double about) {
    return usageError(
        "About {:.3g} million pairs lie within {} hops, more than the {:.3g} million that are listed; take "
        "{}the "
        "scope all, which keeps the strongest alone",
        about / 1e6, hops, static_cast<double>(most) / 1e6, hops > 2 ? "fewer hops, or " : "");
  };
  const double estimate = estimatedPairs(graph, hops, progress);
  if (estimate > 2 * static_cast<double>(most)) return tooMany(estimate);

  const auto n = static_cast<std::size_t>(graph.nodeCount());
  const std::size_t block = std::max<std::size_t>(256, n / 64 + 1);  // each has its own marks
  std::vector<std::vector<Edge>> parts((n + block - 1) / block);
  std::atomic<std::int64_t> found{0};
  parallelBlocks(n, block, [&](std::size_t begin, std::size_t end) {
    Neighbourhood search(graph);
    std::vector<Edge>& pairs = parts[begin / block];
    for (std::size_t i = begin; i < end && !progress.stopped() && found <= most; ++i) {
      const auto u = static_cast<NodeId>(i);
      const std::size_t before = pairs.size();
      for (const NodeId v : search.around(u, hops, progress))
        if (v > u) pairs.push_back({u, v});
      std::sort(pairs.begin() + static_cast<std::ptrdiff_t>(before), pairs.end(),
                [](Edge a, Edge b) { return a.v < b.v; });
      found += static_cast<std::int64_t>(pairs.size() - before);
    }
  });
  if (progress.stopped()) return cancelled();
  if (found > most) return tooMany(std::max(estimate, static_cast<double>(found.load())));
  Candidates candidates;
  candidates.pairs.reserve(static_cast<std::size_t>(found.load()));
  for (std::vector<Edge>& part : parts) {
    candidates.pairs.insert(candidates.pairs.end(), part.begin(), part.end());
    part = {};
  }
  candidates.total = static_cast<std::int64_t>(candidates.pairs.size());
  return candidates;
}

}  // namespace sispde
