#include "core/graph/components.h"

#include <algorithm>

namespace sispde {

DegreeStatistics degreeStatistics(const Graph& graph) {
  const NodeId n = graph.nodeCount();
  if (n == 0) return {};
  DegreeStatistics s{.min = graph.degree(0), .max = graph.degree(0)};
  for (NodeId u = 0; u < n; ++u) {
    s.min = std::min(s.min, graph.degree(u));
    s.max = std::max(s.max, graph.degree(u));
    s.isolated += graph.degree(u) == 0;
  }
  s.mean = 2.0 * static_cast<double>(graph.edgeCount()) / n;
  return s;
}

Components connectedComponents(const Graph& graph) {
  Components result;
  result.ofNode.assign(static_cast<std::size_t>(graph.nodeCount()), -1);
  std::vector<NodeId> stack;
  for (NodeId root = 0; root < graph.nodeCount(); ++root) {
    if (result.ofNode[root] >= 0) continue;
    result.ofNode[root] = result.count;
    stack.push_back(root);
    while (!stack.empty()) {
      const NodeId u = stack.back();
      stack.pop_back();
      for (const NodeId v : graph.neighbours(u))
        if (result.ofNode[v] < 0) {
          result.ofNode[v] = result.count;
          stack.push_back(v);
        }
    }
    ++result.count;
  }
  return result;
}

}  // namespace sispde
