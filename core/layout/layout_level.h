#pragma once
// A LayoutLevel is one graph of the multilevel hierarchy of a connected graph. Level 0 is the graph itself; each further level
// joins a few neighbouring nodes of the one before into one node. The mass of a node counts the nodes of level 0 in it, the
// weight of an edge the edges of level 0 in it, so that the forces between coarse nodes are those between all they stand for.

#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/graph/graph.h"

namespace sispde {

struct LayoutLevel {
  std::span<const std::int64_t> offsets;  // row of u: [offsets[u], offsets[u + 1])
  std::span<const NodeId> targets;
  std::vector<float> weights;  // per entry of targets; empty: all 1
  std::vector<float> mass;     // per node; empty: all 1
  std::vector<NodeId> parent;  // node of the next coarser level; empty at the coarsest
  std::size_t size() const { return offsets.size() - 1; }
  float weight(std::int64_t entry) const { return weights.empty() ? 1.0f : weights[entry]; }
  float massOf(std::size_t u) const { return mass.empty() ? 1.0f : mass[u]; }

  LayoutLevel() = default;
  LayoutLevel(LayoutLevel&&) = default;  // what offsets and targets look at stays where it is
  LayoutLevel& operator=(LayoutLevel&&) = default;

  std::vector<std::int64_t> ownOffsets;  // what offsets and targets look at, where it is not the graph
  std::vector<NodeId> ownTargets;
};

// How many free neighbours a node takes into its group: one, or up to three. Fours make fewer levels; pairs follow the heaviest edges more
// closely, so that communities whose nodes have no neighbours in common are still apart on the coarse levels.
enum class Grouping { Pairs, Fours };

// All levels of a connected graph, finest first, until one has at most `coarsest` nodes. Not whole when progress is stopped.
// The graph must outlive the levels. Nodes join in a seeded random order: a node takes free neighbours, those left over join a
// neighbour's group or, at a hub whose groups are full, each other. So at most half of the nodes remain, on stars too.
std::vector<LayoutLevel> coarsenGraph(const Graph& graph, std::size_t coarsest, Grouping grouping,
                                      std::uint64_t seed, const Progress& progress);

}  // namespace sispde
