#include "core/layout/stress.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel.h"
#include "core/base/random.h"

namespace sispde {
namespace {

struct Moments {
  double first = 0, second = 0, pairs = 0;  // Σ q, Σ q², number, of the ratios q = |p_i − p_j| / d_ij
};

// Not whole when stopped.
Moments fromSource(const Graph& graph, std::span<const Point> points, NodeId source,
                   const Progress& progress) {
  if (progress.stopped()) return {};
  std::vector<std::int32_t> hops(points.size(), -1);
  std::vector<NodeId> queue{source};
  hops[source] = 0;
  Moments moments;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    if (head % 4096 == 0 && progress.stopped()) break;
    const NodeId u = queue[head];
    if (head > 0) {
      const double q = std::hypot(static_cast<double>(points[u].x) - points[source].x,
                                  static_cast<double>(points[u].y) - points[source].y) /
                       hops[u];
      moments.first += q;
      moments.second += q * q;
      ++moments.pairs;
    }
    for (const NodeId v : graph.neighbours(u))
      if (hops[v] < 0) {
        hops[v] = hops[u] + 1;
        queue.push_back(v);
      }
  }
  return moments;
}

}  // namespace

Result<double> layoutStress(const Graph& graph, std::span<const Point> points, const Progress& progress,
                            int sources, std::uint64_t seed) {
  std::vector<NodeId> nodes;
  for (NodeId u = 0; u < graph.nodeCount(); ++u)
    if (graph.degree(u) > 0) nodes.push_back(u);
  const std::size_t count = std::min(nodes.size(), static_cast<std::size_t>(std::max(sources, 1)));
  Random random(seed);
  for (std::size_t i = 0; i < count; ++i) std::swap(nodes[i], nodes[i + random.below(nodes.size() - i)]);
  std::vector<Moments> parts(count);
  parallelBlocks(count, 1, [&](std::size_t i, std::size_t) {
    parts[i] = fromSource(graph, points, nodes[i], progress);
  });
  if (progress.stopped()) return cancelled();
  Moments sum;
  for (const Moments& part : parts) {
    sum.first += part.first;
    sum.second += part.second;
    sum.pairs += part.pairs;
  }
  if (sum.pairs == 0) return 0.0;
  // Σ (s·q − 1)² is least at s = Σ q / Σ q², where it is Σ 1 − (Σ q)² / Σ q².
  return sum.second > 0 ? std::max(0.0, 1 - sum.first * sum.first / (sum.second * sum.pairs)) : 1.0;
}

double layoutStress(const Graph& graph, std::span<const Point> points, int sources, std::uint64_t seed) {
  return *layoutStress(graph, points, Progress{}, sources, seed);  // what cannot be stopped has a value
}

}  // namespace sispde
