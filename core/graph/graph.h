#pragma once
// A Graph is an undirected simple graph that never changes: compressed sparse rows (CSR) with 32-bit node ids, each
// edge stored in both directions, neighbours in ascending order, no self-loops, no duplicates. Copies share their arrays.
// Graphs are made by buildGraph (graph_builder.h).

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/base/buffer.h"

namespace sispde {

using NodeId = std::int32_t;

struct Edge {
  NodeId u = 0, v = 0;
  friend bool operator==(const Edge&, const Edge&) = default;
};

// What was dropped on the way from a list of edges to a simple graph.
struct DroppedEdges {
  std::int64_t selfLoops = 0;
  std::int64_t duplicates = 0;  // given again in the same or in the other direction
};

class Graph {
 public:
  Graph();  // no nodes

  // Takes finished arrays: offsets has nodeCount + 1 entries, targets of row u lie in [offsets[u], offsets[u + 1]),
  // strictly ascending, symmetric, without u itself. buildGraph sees to that.
  Graph(std::vector<std::int64_t> offsets, Buffer<NodeId> targets);

  NodeId nodeCount() const { return static_cast<NodeId>(arrays_->offsets.size() - 1); }
  std::int64_t edgeCount() const { return static_cast<std::int64_t>(arrays_->targets.size() / 2); }

  std::span<const NodeId> neighbours(NodeId u) const {
    const auto& offsets = arrays_->offsets;
    return {arrays_->targets.data() + offsets[u], static_cast<std::size_t>(offsets[u + 1] - offsets[u])};
  }
  std::int64_t degree(NodeId u) const { return arrays_->offsets[u + 1] - arrays_->offsets[u]; }
  bool hasEdge(NodeId u, NodeId v) const;

  std::span<const std::int64_t> offsets() const { return arrays_->offsets; }
  std::span<const NodeId> targets() const { return arrays_->targets; }

  // Each edge once with u < v, sorted by (u, v).
  std::vector<Edge> edges() const;

  // Memory of the finished arrays in bytes.
  std::size_t bytes() const;

 private:
  struct Arrays {
    std::vector<std::int64_t> offsets;
    Buffer<NodeId> targets;
  };
  std::shared_ptr<const Arrays> arrays_;
};

}  // namespace sispde
