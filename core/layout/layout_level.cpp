#include "core/layout/layout_level.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/base/random.h"
#include "core/layout/key_sort.h"

namespace sispde {
namespace {

constexpr std::uint64_t coarsenStream = 0x636f6172;  // "coar"
constexpr std::size_t pollEvery = 4096;              // nodes between two looks at the stop token
constexpr std::size_t mostTaken = 3;                 // neighbours that a node may take into its group
constexpr std::uint8_t largestGroup = 8;             // members, after what was left over has joined

// Which group each node is in, as they are formed.
struct Groups {
  std::vector<NodeId> ofNode;
  std::vector<std::uint8_t> sizes;
  explicit Groups(std::size_t nodes) : ofNode(nodes, -1) { sizes.reserve(nodes / 2); }
  NodeId open() {
    sizes.push_back(0);
    return static_cast<NodeId>(sizes.size() - 1);
  }
  void add(NodeId group, NodeId u) {
    ofNode[u] = group;
    ++sizes[group];
  }
};

// The free neighbours of u with the heaviest edges, light nodes first among equals.
std::size_t bestFree(const LayoutLevel& level, const Groups& groups, NodeId u, std::size_t taken,
                     std::array<NodeId, mostTaken>& best) {
  std::array<float, mostTaken> score{};
  std::size_t count = 0;
  for (std::int64_t e = level.offsets[u]; e < level.offsets[u + 1]; ++e) {
    const NodeId v = level.targets[e];
    if (groups.ofNode[v] >= 0) continue;
    const float s = level.weight(e) / level.massOf(static_cast<std::size_t>(v));
    if (count == taken && s <= score[taken - 1]) continue;
    std::size_t at = count < taken ? count++ : taken - 1;
    for (; at > 0 && score[at - 1] < s; --at) {
      score[at] = score[at - 1];
      best[at] = best[at - 1];
    }
    score[at] = s;
    best[at] = v;
  }
  return count;
}

// Nodes whose neighbours are all in full groups join each other, as many as a group begins with, when they share their strongest neighbour.
void joinAtHubs(const std::vector<NodeId>& rest, const std::vector<std::uint32_t>& hubs, std::size_t taken,
                Groups& groups) {
  KeySort sort;
  const auto sorted = sort.sort(hubs);
  for (std::size_t i = 0; i < sorted.size();) {
    const std::uint32_t hub = sorted[i].key;
    std::size_t end = i;
    while (end < sorted.size() && end - i <= taken && sorted[end].key == hub) ++end;
    const NodeId group = end - i > 1 ? groups.open() : groups.ofNode[hub];
    for (; i < end; ++i) groups.add(group, rest[sorted[i].place]);
  }
}

bool formGroups(const LayoutLevel& level, std::size_t taken, Random random, Groups& groups,
                const Progress& progress) {
  std::vector<NodeId> order(level.size());
  std::iota(order.begin(), order.end(), 0);
  random.shuffle(std::span(order));
  std::vector<NodeId> rest, homeless;
  std::array<NodeId, mostTaken> best;
  std::size_t visited = 0;
  for (const NodeId u : order) {
    if (++visited % pollEvery == 0 && progress.stopped()) return false;
    if (groups.ofNode[u] >= 0) continue;
    const std::size_t count = bestFree(level, groups, u, taken, best);
    if (count == 0) {
      rest.push_back(u);
      continue;
    }
    const NodeId group = groups.open();
    groups.add(group, u);
    for (std::size_t i = 0; i < count; ++i) groups.add(group, best[i]);
  }
  std::vector<std::uint32_t> hubs;
  for (const NodeId u : rest) {
    if (++visited % pollEvery == 0 && progress.stopped()) return false;
    NodeId hub = -1;
    NodeId group = -1;
    float hubWeight = 0, groupWeight = 0;
    for (std::int64_t e = level.offsets[u]; e < level.offsets[u + 1]; ++e) {
      const NodeId v = level.targets[e];
      const NodeId other = groups.ofNode[v];
      if (other < 0) continue;
      const float w = level.weight(e);
      if (w > hubWeight) {
        hubWeight = w;
        hub = v;
      }
      if (w > groupWeight && groups.sizes[other] < largestGroup) {
        groupWeight = w;
        group = other;
      }
    }
    if (group >= 0) {
      groups.add(group, u);
    } else {
      homeless.push_back(u);
      hubs.push_back(static_cast<std::uint32_t>(hub));
    }
  }
  joinAtHubs(homeless, hubs, taken, groups);
  return true;
}

// The groups become nodes.
LayoutLevel contract(const LayoutLevel& level, const Groups& groups, const Progress& progress) {
  const std::size_t count = groups.sizes.size();
  std::vector<std::size_t> begin(count + 1, 0);
  for (const NodeId g : groups.ofNode) ++begin[g + 1];
  std::partial_sum(begin.begin(), begin.end(), begin.begin());
  std::vector<NodeId> members(level.size());
  auto place = begin;
  for (std::size_t u = 0; u < level.size(); ++u) members[place[groups.ofNode[u]]++] = static_cast<NodeId>(u);
  LayoutLevel next;
  next.ownOffsets.reserve(count + 1);
  next.ownOffsets.push_back(0);
  next.mass.assign(count, 0);
  std::vector<std::int64_t> slot(count,
                                 -1);  // entry of each neighbouring group in the row that is being made
  std::size_t visited = 0;
  for (std::size_t g = 0; g < count; ++g) {
    const std::int64_t row = next.ownOffsets.back();
    for (std::size_t m = begin[g]; m < begin[g + 1]; ++m) {
      if (++visited % pollEvery == 0 && progress.stopped()) return next;
      const auto u = static_cast<std::size_t>(members[m]);
      next.mass[g] += level.massOf(u);
      for (std::int64_t e = level.offsets[u]; e < level.offsets[u + 1]; ++e) {
        const NodeId other = groups.ofNode[level.targets[e]];
        if (other == static_cast<NodeId>(g)) continue;
        if (slot[other] < row) {
          slot[other] = static_cast<std::int64_t>(next.ownTargets.size());
          next.ownTargets.push_back(other);
          next.weights.push_back(level.weight(e));
        } else {
          next.weights[slot[other]] += level.weight(e);
        }
      }
    }
    next.ownOffsets.push_back(static_cast<std::int64_t>(next.ownTargets.size()));
  }
  next.offsets = next.ownOffsets;
  next.targets = next.ownTargets;
  return next;
}

}  // namespace

std::vector<LayoutLevel> coarsenGraph(const Graph& graph, std::size_t coarsest, Grouping grouping,
                                      std::uint64_t seed, const Progress& progress) {
  const std::size_t taken = grouping == Grouping::Pairs ? 1 : mostTaken;
  std::vector<LayoutLevel> levels(1);
  levels[0].offsets = graph.offsets();
  levels[0].targets = graph.targets();
  while (levels.back().size() > coarsest) {
    LayoutLevel& fine = levels.back();
    Groups groups(fine.size());
    if (!formGroups(fine, taken, Random(seed, coarsenStream + levels.size()), groups, progress)) break;
    LayoutLevel next = contract(fine, groups, progress);
    if (progress.stopped()) break;
    fine.parent = std::move(groups.ofNode);
    levels.push_back(std::move(next));
  }
  return levels;
}

}  // namespace sispde
