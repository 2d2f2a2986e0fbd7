#include "core/rewire/guard.h"

#include <numeric>

namespace sispde {
namespace {

class Parts {
 public:
  explicit Parts(NodeId nodes) : parent_(static_cast<std::size_t>(nodes)) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  // Whether u and v were in two parts.
  bool join(Edge edge) {
    const NodeId a = root(edge.u), b = root(edge.v);
    if (a == b) return false;
    // The smaller number becomes the root: hubs and grids alike stay shallow, with the halving of paths below.
    (a < b ? parent_[b] : parent_[a]) = std::min(a, b);
    return true;
  }

 private:
  NodeId root(NodeId u) {
    while (parent_[u] != u) u = parent_[u] = parent_[parent_[u]];
    return u;
  }
  std::vector<NodeId> parent_;
};

}  // namespace

std::vector<bool> keptByGuard(NodeId nodes, std::int32_t components, std::span<const Edge> edges,
                              std::span<const std::size_t> order) {
  std::vector<bool> kept(order.size(), false);
  if (order.empty()) return kept;
  std::vector<std::uint8_t> chosen(edges.size(), 0);
  for (const std::size_t place : order) chosen[place] = 1;
  Parts parts(nodes);
  std::int64_t missing = std::int64_t{nodes} - components;  // joins until the graph hangs together as before
  for (std::size_t i = 0; i < edges.size() && missing > 0; ++i)
    if (chosen[i] == 0 && parts.join(edges[i])) --missing;
  for (std::size_t i = order.size(); i-- > 0 && missing > 0;)
    if (parts.join(edges[order[i]])) {
      kept[i] = true;
      --missing;
    }
  return kept;
}

}  // namespace sispde
