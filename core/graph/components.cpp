#include "core/graph/components.h"

#include <numeric>

#include <algorithm>

namespace sispde {

constexpr NodeId nodesPerLook = 8192;  // some milliseconds, even where they have very many neighbours

DegreeStatistics degreeStatistics(const Graph& graph, const Progress& progress) {
  const NodeId n = graph.nodeCount();
  if (n == 0) return {};
  DegreeStatistics s{.min = graph.degree(0), .max = graph.degree(0)};
  for (NodeId u = 0; u < n; ++u) {
    if (u % nodesPerLook == 0 && progress.stopped()) return {};
    s.min = std::min(s.min, graph.degree(u));
    s.max = std::max(s.max, graph.degree(u));
    s.isolated += graph.degree(u) == 0;
  }
  s.mean = 2.0 * static_cast<double>(graph.edgeCount()) / n;
  return s;
}

namespace {

// Nodes that are known to hang together, as trees whose root is their smallest node.
class Forest {
 public:
  explicit Forest(std::size_t nodes) : parent_(nodes) { std::iota(parent_.begin(), parent_.end(), 0); }
  NodeId root(NodeId u) {
    while (parent_[u] != u) u = parent_[u] = parent_[parent_[u]];
    return u;
  }
  void unite(NodeId u, NodeId v) {
    u = root(u);
    v = root(v);
    if (u < v)
      parent_[v] = u;
    else
      parent_[u] = v;
  }

 private:
  std::vector<NodeId> parent_;
};

}  // namespace

Components connectedComponents(const Graph& graph, const Progress& progress) {
  const auto n = static_cast<std::size_t>(graph.nodeCount());
  Forest forest(n);
  // Two neighbours of each node join most of the graph already; whoever is in the largest part then need not be looked at again.
  constexpr std::size_t first = 2;
  for (NodeId u = 0; u < graph.nodeCount(); ++u) {
    if (u % nodesPerLook == 0 && progress.stopped()) return {};
    const auto around = graph.neighbours(u);
    for (const NodeId v : around.first(std::min(around.size(), first))) forest.unite(u, v);
  }
  std::vector<NodeId> sizes(n, 0);
  NodeId largest = 0;
  for (NodeId u = 0; u < graph.nodeCount(); ++u) {
    if (u % nodesPerLook == 0 && progress.stopped()) return {};
    if (const NodeId r = forest.root(u); ++sizes[r] > sizes[largest]) largest = r;
  }
  for (NodeId u = 0; u < graph.nodeCount(); ++u) {
    if (u % nodesPerLook == 0 && progress.stopped()) return {};
    const auto around = graph.neighbours(u);
    if (around.size() <= first || forest.root(u) == forest.root(largest)) continue;
    for (const NodeId v : around.subspan(first)) forest.unite(u, v);
  }
  Components result;
  result.ofNode.resize(n);
  for (NodeId u = 0; u < graph.nodeCount(); ++u) {
    if (u % nodesPerLook == 0 && progress.stopped()) return {};
    const NodeId r = forest.root(u);
    result.ofNode[u] = r == u ? result.count++ : result.ofNode[r];
  }
  return result;
}

}  // namespace sispde
