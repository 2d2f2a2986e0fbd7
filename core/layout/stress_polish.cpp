#include "core/layout/stress_polish.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/parallel.h"
#include "core/layout/hops.h"

namespace sispde {
namespace {

constexpr std::uint16_t farthestHop = std::numeric_limits<std::uint16_t>::max();

std::size_t pivotCount(std::size_t nodes) {
  constexpr std::size_t work = 20'000'000;  // nodes times pivots, above the least number of them
  return std::min(nodes, std::clamp<std::size_t>(work / nodes, 24, 60));
}

}  // namespace

bool StressPolish::prepare(const Graph& graph, std::span<const Point> points, const Progress& progress) {
  const auto n = static_cast<std::size_t>(graph.nodeCount());
  std::vector<NodeId> queue;
  queue.reserve(n);
  std::vector<std::uint16_t> nearest(n, farthestHop);
  std::vector<std::uint8_t> owner(n, 0);
  NodeId next = 0;
  for (std::size_t k = 0; k < pivotCount(n); ++k) {
    Pivot pivot{next, {}, {}};
    if (!hopsFrom(graph, next, queue, pivot.hops, progress)) return false;
    for (std::size_t u = 0; u < n; ++u)
      if (pivot.hops[u] < nearest[u]) {
        nearest[u] = pivot.hops[u];
        owner[u] = static_cast<std::uint8_t>(k);
      }
    pivots_.push_back(std::move(pivot));
    if (k == 0 && !isWide(pivots_[0].hops)) return !progress.stopped();
    next = static_cast<NodeId>(std::max_element(nearest.begin(), nearest.end()) - nearest.begin());
    if (nearest[next] == 0) break;  // every node is a pivot
  }
  useful_ = true;
  for (std::size_t u = 0; u < n; ++u) {
    auto& around = pivots_[owner[u]].around;
    if (around.size() <= nearest[u]) around.resize(static_cast<std::size_t>(nearest[u]) + 1, 0);
    ++around[nearest[u]];
  }
  for (Pivot& pivot : pivots_)
    for (std::size_t h = 1; h < pivot.around.size(); ++h) pivot.around[h] += pivot.around[h - 1];
  scale_ = scaleOf(points);
  return !progress.stopped();
}

// L of the least Σ (|p_i − p_j|/(L d_ij) − 1)² over the pivots and all nodes: Σ q²/Σ q of q = |p_i − p_j|/d_ij.
double StressPolish::scaleOf(std::span<const Point> points) const {
  double first = 0, second = 0;
  for (const Pivot& pivot : pivots_)
    for (std::size_t u = 0; u < points.size(); ++u)
      if (pivot.hops[u] > 0) {
        const double q = std::hypot(points[u].x - points[pivot.node].x, points[u].y - points[pivot.node].y) /
                         pivot.hops[u];
        first += q;
        second += q * q;
      }
  return first > 0 ? second / first : 1;
}

void StressPolish::step(const Graph& graph, std::span<const Point> points, std::span<Point> next) const {
  const auto scale = static_cast<float>(scale_);
  parallelBlocks(points.size(), 512, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Point at = points[i];
      float x = 0, y = 0, sum = 0;
      const auto pull = [&](const Point& from, float weight, float wanted) {
        const float dx = at.x - from.x, dy = at.y - from.y;
        const float part = wanted / std::sqrt(std::max(dx * dx + dy * dy, 1e-12f));
        x += weight * (from.x + part * dx);
        y += weight * (from.y + part * dy);
        sum += weight;
      };
      for (const NodeId v : graph.neighbours(static_cast<NodeId>(i))) pull(points[v], 1, scale);
      for (const Pivot& pivot : pivots_) {
        const int hops = pivot.hops[i];
        if (hops <= 1) continue;  // itself, or a neighbour
        const auto half = std::min<std::size_t>(static_cast<std::size_t>(hops) / 2, pivot.around.size() - 1);
        const auto far = static_cast<float>(hops);
        pull(points[pivot.node], static_cast<float>(pivot.around[half]) / (far * far), scale * far);
      }
      constexpr auto rate = static_cast<float>(relaxation);
      next[i] = sum > 0 ? Point{at.x + rate * (x / sum - at.x), at.y + rate * (y / sum - at.y)} : at;
    }
  });
}

}  // namespace sispde
