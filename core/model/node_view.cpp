#include "core/model/node_view.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sispde {

static NodeView withOperator(const Graph& graph, NodeView view) {
  std::vector<NodeId> rowOf(view.order.size());
  for (std::size_t row = 0; row < view.order.size(); ++row) rowOf[view.order[row]] = static_cast<NodeId>(row);
  const auto scale = [&](NodeId u) { return 1 / std::sqrt(static_cast<double>(graph.degree(u)) + 1); };
  SparseMatrix& matrix = view.adjacency;
  matrix.width = view.order.size();
  matrix.columns.reserve(graph.targets().size() + view.order.size());
  for (std::size_t row = 0; row < view.order.size(); ++row) {
    const NodeId u = view.order[row];
    matrix.columns.push_back(static_cast<NodeId>(row));
    for (const NodeId v : graph.neighbours(u)) matrix.columns.push_back(rowOf[v]);
    std::sort(matrix.columns.begin() + matrix.offsets.back(), matrix.columns.end());
    matrix.offsets.push_back(static_cast<std::int64_t>(matrix.columns.size()));
  }
  matrix.values.resize(matrix.columns.size());
  for (std::size_t row = 0; row < view.order.size(); ++row)
    for (std::int64_t e = matrix.offsets[row]; e < matrix.offsets[row + 1]; ++e)
      matrix.values[e] = static_cast<float>(scale(view.order[row]) * scale(view.order[matrix.columns[e]]));
  return view;
}

NodeView viewOf(const Graph& graph, std::span<const NodeId> targets) {
  const auto n = static_cast<std::size_t>(graph.nodeCount());
  NodeView view;
  std::vector<std::uint8_t> seen(n, 0);
  const auto add = [&](NodeId u) {
    if (seen[u] != 0) return;
    seen[u] = 1;
    view.order.push_back(u);
  };
  for (const NodeId u : targets) add(u);
  view.levels.push_back(static_cast<std::int64_t>(view.order.size()));
  for (std::size_t begin = 0; begin < view.order.size();) {
    const std::size_t end = view.order.size();
    for (std::size_t i = begin; i < end; ++i)
      for (const NodeId v : graph.neighbours(view.order[i])) add(v);
    begin = end;
    if (view.order.size() > end) view.levels.push_back(static_cast<std::int64_t>(view.order.size()));
  }
  for (std::size_t u = 0; u < n; ++u) add(static_cast<NodeId>(u));
  return withOperator(graph, std::move(view));
}

NodeView wholeView(const Graph& graph) {
  NodeView view;
  view.order.resize(static_cast<std::size_t>(graph.nodeCount()));
  std::iota(view.order.begin(), view.order.end(), 0);
  view.levels = {graph.nodeCount()};
  return withOperator(graph, std::move(view));
}

}  // namespace sispde
