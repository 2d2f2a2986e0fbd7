#include "core/graph/louvain.h"

#include <algorithm>
#include <numeric>

#include "core/base/random.h"

namespace sispde {
namespace {

constexpr std::uint64_t louvainStream = 0x6c6f7576;  // "louv"

// A graph whose nodes are communities of the level below: weights between them, twice the weight inside each.
struct Level {
  std::span<const std::int64_t> offsets;
  std::span<const std::int32_t> targets;
  std::vector<double> weights;  // empty: all 1
  std::vector<double> inside;   // twice the weight of the edges within a node
  std::vector<double> degrees;
  std::size_t size() const { return degrees.size(); }
  double weight(std::int64_t entry) const { return weights.empty() ? 1 : weights[entry]; }

  Level() = default;
  Level(Level&&) = default;  // the lists that offsets and targets look at stay where they are
  Level& operator=(Level&&) = default;

  // What offsets and targets look at, where it is not the graph.
  std::vector<std::int64_t> ownOffsets;
  std::vector<std::int32_t> ownTargets;
};

Level firstLevel(const Graph& graph) {
  Level level;
  level.offsets = graph.offsets();
  level.targets = graph.targets();
  level.inside.assign(static_cast<std::size_t>(graph.nodeCount()), 0);
  for (NodeId u = 0; u < graph.nodeCount(); ++u)
    level.degrees.push_back(static_cast<double>(graph.degree(u)));
  return level;
}

// Sums of edge weights from one node to the communities around it; `touched` lists those that are not 0.
struct Around {
  std::vector<double> weight;
  std::vector<std::int32_t> touched;
  explicit Around(std::size_t communities) : weight(communities, 0) {}
  void add(std::int32_t community, double value) {
    if (weight[community] == 0) touched.push_back(community);
    weight[community] += value;
  }
  void clear() {
    for (const std::int32_t c : touched) weight[c] = 0;
    touched.clear();
  }
};

// Moves nodes until a whole pass moves none; false when it was cancelled. `community` is the result.
bool moveNodes(const Level& level, double twiceEdges, Random random, std::vector<std::int32_t>& community,
               const Progress& progress) {
  const std::size_t n = level.size();
  std::vector<std::int32_t> order(n);
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(std::span(order));
  community.resize(n);
  std::iota(community.begin(), community.end(), 0);
  std::vector<double> total = level.degrees;
  Around around(n);
  constexpr int maxPasses = 100;
  std::size_t visited = 0;
  for (int pass = 0; pass < maxPasses; ++pass) {
    std::size_t moved = 0;
    for (const std::int32_t u : order) {
      if (++visited % 4096 == 0 && progress.stopped()) return false;
      const std::int32_t old = community[u];
      around.clear();
      around.add(old, 1e-300);  // staying is always a choice
      for (std::int64_t e = level.offsets[u]; e < level.offsets[u + 1]; ++e)
        around.add(community[level.targets[e]], level.weight(e));
      total[old] -= level.degrees[u];
      const auto gain = [&](std::int32_t c) {
        return around.weight[c] - total[c] * level.degrees[u] / twiceEdges;
      };
      std::int32_t best = old;
      double bestGain = gain(old);
      for (const std::int32_t c : around.touched) {
        const double g = gain(c);
        if (g > bestGain + 1e-12 || (g > bestGain - 1e-12 && best != old && c < best)) {
          best = c;
          bestGain = g;
        }
      }
      total[best] += level.degrees[u];
      community[u] = best;
      moved += best != old;
    }
    if (moved == 0) break;
  }
  return true;
}

// Numbers communities by their first member; returns how many there are.
std::int32_t renumber(std::vector<std::int32_t>& community) {
  std::vector<std::int32_t> fresh(community.size(), -1);
  std::int32_t next = 0;
  for (std::int32_t& c : community) {
    if (fresh[c] < 0) fresh[c] = next++;
    c = fresh[c];
  }
  return next;
}

// Communities become nodes. Not whole when progress is stopped.
Level aggregate(const Level& level, const std::vector<std::int32_t>& community, std::int32_t count,
                const Progress& progress) {
  std::vector<std::vector<std::int32_t>> members(static_cast<std::size_t>(count));
  for (std::size_t u = 0; u < community.size(); ++u)
    members[community[u]].push_back(static_cast<std::int32_t>(u));
  Level next;
  next.ownOffsets.push_back(0);
  Around around(static_cast<std::size_t>(count));
  std::size_t visited = 0;
  for (std::int32_t c = 0; c < count; ++c) {
    around.clear();
    double inside = 0, degree = 0;
    for (const std::int32_t u : members[c]) {
      if (++visited % 4096 == 0 && progress.stopped()) return next;
      inside += level.inside[u];
      degree += level.degrees[u];
      for (std::int64_t e = level.offsets[u]; e < level.offsets[u + 1]; ++e) {
        const std::int32_t other = community[level.targets[e]];
        if (other == c)
          inside += level.weight(e);
        else
          around.add(other, level.weight(e));
      }
    }
    std::sort(around.touched.begin(), around.touched.end());
    for (const std::int32_t other : around.touched) {
      next.ownTargets.push_back(other);
      next.weights.push_back(around.weight[other]);
    }
    next.ownOffsets.push_back(static_cast<std::int64_t>(next.ownTargets.size()));
    next.inside.push_back(inside);
    next.degrees.push_back(degree);
  }
  next.offsets = next.ownOffsets;
  next.targets = next.ownTargets;
  return next;
}

}  // namespace

double modularity(const Graph& graph, const std::vector<std::int32_t>& ofNode) {
  if (graph.edgeCount() == 0) return 0;
  const std::int32_t count = *std::max_element(ofNode.begin(), ofNode.end()) + 1;
  std::vector<double> inside(static_cast<std::size_t>(count), 0), degree(inside);
  for (NodeId u = 0; u < graph.nodeCount(); ++u) {
    degree[ofNode[u]] += static_cast<double>(graph.degree(u));
    for (const NodeId v : graph.neighbours(u)) inside[ofNode[u]] += ofNode[u] == ofNode[v];
  }
  const double twiceEdges = 2 * static_cast<double>(graph.edgeCount());
  double q = 0;
  for (std::int32_t c = 0; c < count; ++c)
    q += inside[c] / twiceEdges - degree[c] * degree[c] / twiceEdges / twiceEdges;
  return q;
}

Result<Communities> louvain(const Graph& graph, std::uint64_t seed, const Progress& progress) {
  Communities result;
  result.ofNode.resize(static_cast<std::size_t>(graph.nodeCount()));
  std::iota(result.ofNode.begin(), result.ofNode.end(), 0);
  result.count = graph.nodeCount();
  const double twiceEdges = 2 * static_cast<double>(graph.edgeCount());
  if (twiceEdges == 0) return result;
  Level level = firstLevel(graph);
  for (std::uint64_t depth = 0;; ++depth) {
    std::vector<std::int32_t> community;
    if (!moveNodes(level, twiceEdges, Random(seed, louvainStream + depth), community, progress))
      return cancelled();
    const std::int32_t count = renumber(community);
    for (std::int32_t& c : result.ofNode) c = community[c];
    if (count == static_cast<std::int32_t>(level.size())) break;
    level = aggregate(level, community, count, progress);
    if (progress.stopped()) return cancelled();
  }
  result.count = renumber(result.ofNode);
  for (std::size_t c = 0; c < level.size(); ++c)  // the nodes of the last level are the communities
    result.modularity +=
        level.inside[c] / twiceEdges - level.degrees[c] * level.degrees[c] / twiceEdges / twiceEdges;
  return result;
}

}  // namespace sispde
