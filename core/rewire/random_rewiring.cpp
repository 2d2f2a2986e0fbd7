#include "core/rewire/random_rewiring.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_set>

#include "core/base/random.h"
#include "core/graph/components.h"
#include "core/rewire/guard.h"

namespace sispde {
namespace {

constexpr float unknown = std::numeric_limits<float>::quiet_NaN();

// The first `count` of a shuffled list.
template <class T>
void draw(std::vector<T>& items, std::size_t count, Random& random) {
  for (std::size_t i = 0; i < count; ++i) std::swap(items[i], items[i + random.below(items.size() - i)]);
  items.resize(count);
}

std::vector<Edge> drawnPairs(const Graph& graph, std::int64_t additions, Random& random) {
  const std::int64_t n = graph.nodeCount(), free = n * (n - 1) / 2 - graph.edgeCount();
  const auto count = static_cast<std::size_t>(std::clamp<std::int64_t>(additions, 0, free));
  std::vector<Edge> pairs;
  if (2 * static_cast<std::int64_t>(count) > free) {  // few are left over: all are listed
    for (NodeId u = 0; u < graph.nodeCount(); ++u)
      for (NodeId v = u + 1; v < graph.nodeCount(); ++v)
        if (!graph.hasEdge(u, v)) pairs.push_back({u, v});
    draw(pairs, count, random);
    return pairs;
  }
  std::unordered_set<std::uint64_t> drawn;
  while (pairs.size() < count) {
    const auto a = static_cast<NodeId>(random.below(static_cast<std::uint64_t>(n)));
    const auto b = static_cast<NodeId>(random.below(static_cast<std::uint64_t>(n)));
    const Edge pair{std::min(a, b), std::max(a, b)};
    if (a == b || graph.hasEdge(a, b)) continue;
    if (drawn.insert(static_cast<std::uint64_t>(pair.u) << 32 | static_cast<std::uint64_t>(pair.v)).second)
      pairs.push_back(pair);
  }
  return pairs;
}

}  // namespace

Rewiring randomRewiring(const Graph& graph, std::int64_t drops, std::int64_t additions, std::uint64_t seed,
                        bool keepConnected) {
  constexpr std::uint64_t dropStream = 0x64726f70, addStream = 0x616464;
  const std::vector<Edge> edges = graph.edges();
  std::vector<std::size_t> order(edges.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  Random forDrops(seed, dropStream), forAdditions(seed, addStream);
  draw(order, static_cast<std::size_t>(std::clamp<std::int64_t>(drops, 0, graph.edgeCount())), forDrops);
  std::vector<bool> keep(order.size(), false);
  if (keepConnected) keep = keptByGuard(graph.nodeCount(), connectedComponents(graph).count, edges, order);
  Rewiring rewiring;
  rewiring.reason = RewireReason::Random;
  for (std::size_t i = 0; i < order.size(); ++i)
    (keep[i] ? rewiring.kept : rewiring.dropped)
        .push_back({edges[order[i]], unknown, static_cast<std::int64_t>(i) + 1});
  for (const Edge pair : drawnPairs(graph, additions, forAdditions))
    rewiring.added.push_back({pair, unknown, static_cast<std::int64_t>(rewiring.added.size()) + 1});
  rewiring.wantedAdditions = additions;
  return rewiring;
}

}  // namespace sispde
