#pragma once
// A NodeView is the operator Â = D̃^{-1/2}(A + I)D̃^{-1/2} of a graph with its nodes in an order that suits a question asked of a few
// of them: first these `targets`, then their neighbours, then the neighbours' neighbours. What k applications of Â do to the targets
// needs the first levels[k] rows alone, so a model that is asked for its training nodes computes no row that cannot reach them.

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "core/graph/graph.h"
#include "core/model/sparse_matrix.h"

namespace sispde {

struct NodeView {
  std::vector<NodeId> order;  // node of each row
  SparseMatrix adjacency;     // Â in that order
  std::vector<std::int64_t>
      levels;  // rows within distance 0, 1, … of the targets; the last holds for all beyond

  std::size_t rows() const { return order.size(); }
  // Rows that `applications` of Â need.
  std::size_t reach(std::size_t applications) const {
    return static_cast<std::size_t>(levels[std::min(applications, levels.size() - 1)]);
  }
};

// Targets keep the order in which they are given, each once. Rows that reach no target come last. All nodes as targets: the order of the graph.
NodeView viewOf(const Graph& graph, std::span<const NodeId> targets);
NodeView wholeView(const Graph& graph);

}  // namespace sispde
