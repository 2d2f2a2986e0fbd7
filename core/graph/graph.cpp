#include "core/graph/graph.h"

#include <algorithm>

namespace sispde {

Graph::Graph() : Graph({0}, {}) {}

Graph::Graph(std::vector<std::int64_t> offsets, Buffer<NodeId> targets)
    : arrays_(std::make_shared<const Arrays>(Arrays{std::move(offsets), std::move(targets)})) {}

bool Graph::hasEdge(NodeId u, NodeId v) const {
  const auto row = neighbours(u);
  return std::binary_search(row.begin(), row.end(), v);
}

std::vector<Edge> Graph::edges() const {
  std::vector<Edge> list;
  list.reserve(static_cast<std::size_t>(edgeCount()));
  for (NodeId u = 0; u < nodeCount(); ++u)
    for (const NodeId v : neighbours(u))
      if (u < v) list.push_back({u, v});
  return list;
}

std::size_t Graph::bytes() const {
  return arrays_->offsets.size() * sizeof(std::int64_t) + arrays_->targets.size() * sizeof(NodeId);
}

}  // namespace sispde
