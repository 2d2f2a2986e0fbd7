#include "core/layout/hops.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sispde {

bool hopsFrom(const Graph& graph, NodeId source, std::vector<NodeId>& queue, std::vector<std::uint16_t>& hops,
              const Progress& progress) {
  constexpr std::uint16_t unseen = std::numeric_limits<std::uint16_t>::max();
  hops.assign(static_cast<std::size_t>(graph.nodeCount()), unseen);
  queue.assign(1, source);
  hops[source] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    if (head % 4096 == 0 && progress.stopped()) return false;
    const NodeId u = queue[head];
    for (const NodeId v : graph.neighbours(u))
      if (hops[v] == unseen) {
        hops[v] = static_cast<std::uint16_t>(std::min<int>(hops[u] + 1, unseen - 1));
        queue.push_back(v);
      }
  }
  return true;
}

bool isWide(const std::vector<std::uint16_t>& hops) {
  double sum = 0;
  for (const std::uint16_t hop : hops) sum += hop;
  const auto n = static_cast<double>(hops.size());
  return sum / n > 0.25 * std::sqrt(n);
}

}  // namespace sispde
