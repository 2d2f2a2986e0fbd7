#include "core/layout/rim_bend.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/layout/hops.h"

namespace sispde {
namespace {

constexpr std::uint64_t bendStream = 0x62656e64;  // "bend"
constexpr std::size_t mostPairs = 160'000;

// The exponent of least stress moves by some hundredths with the sources, so there are many where they cost little.
std::size_t sourceCount(std::size_t nodes) {
  constexpr std::size_t work = 1'000'000;  // nodes times sources, above the least number of them
  return std::min(nodes, std::clamp<std::size_t>(work / nodes, 8, 64));
}

struct Pair {
  std::uint32_t from = 0, to = 0;
  float hops = 1;
};

// Of each source with evenly spread nodes; empty when stopped.
std::vector<Pair> samplePairs(const Graph& graph, std::uint64_t seed, const Progress& progress) {
  const auto n = static_cast<std::size_t>(graph.nodeCount());
  Random random(seed, bendStream);
  std::vector<NodeId> from(sourceCount(n));
  for (NodeId& u : from) u = static_cast<NodeId>(random.below(n));
  const std::size_t stride = (n * from.size() + mostPairs - 1) / mostPairs;
  std::vector<std::vector<Pair>> parts(from.size());
  parallelBlocks(from.size(), 1, [&](std::size_t i, std::size_t) {
    std::vector<NodeId> queue;
    std::vector<std::uint16_t> hops;
    if (!hopsFrom(graph, from[i], queue, hops, progress)) return;
    for (std::size_t v = i % stride; v < n; v += stride)
      if (hops[v] > 0)
        parts[i].push_back({static_cast<std::uint32_t>(from[i]), static_cast<std::uint32_t>(v),
                            static_cast<float>(hops[v])});
  });
  std::vector<Pair> pairs;
  if (progress.stopped()) return pairs;
  for (const auto& part : parts) pairs.insert(pairs.end(), part.begin(), part.end());
  return pairs;
}

// 1 − (Σ q)²/(n Σ q²) of q = |p_i − p_j|/d_ij: least over all scales.
double stressOf(std::span<const Pair> pairs, std::span<const Point> points) {
  double first = 0, second = 0;
  for (const Pair& pair : pairs) {
    const Point a = points[pair.from], b = points[pair.to];
    const float dx = a.x - b.x, dy = a.y - b.y;
    const double q = std::sqrt(dx * dx + dy * dy) / pair.hops;
    first += q;
    second += q * q;
  }
  return second > 0 ? 1 - first * first / (static_cast<double>(pairs.size()) * second) : 1;
}

}  // namespace

std::optional<double> bestBend(const Graph& graph, std::span<const Point> points, std::uint64_t seed,
                               const Progress& progress) {
  const std::vector<Pair> pairs = samplePairs(graph, seed, progress);
  if (progress.stopped()) return std::nullopt;
  constexpr int least = 24, whole = 40;  // fortieths
  std::vector<Point> bent(points.size());
  int best = whole;
  double stress = stressOf(pairs, points);
  for (int e = whole - 1; e >= least; --e) {
    if (progress.stopped()) return std::nullopt;
    bendPoints(points, static_cast<double>(e) / whole, bent);
    const double found = stressOf(pairs, bent);
    if (!(found < stress)) break;
    stress = found;
    best = e;
  }
  return static_cast<double>(best) / whole;
}

void bendPoints(std::span<const Point> points, double exponent, std::span<Point> next) {
  double x = 0, y = 0, radius = 0;
  for (const Point& p : points) {
    x += p.x;
    y += p.y;
  }
  const auto n = static_cast<double>(points.size());
  const auto cx = static_cast<float>(x / n), cy = static_cast<float>(y / n);
  for (const Point& p : points) radius += std::hypot(p.x - cx, p.y - cy);
  const auto mean = static_cast<float>(std::max(radius / n, 1e-20)), power = static_cast<float>(exponent - 1);
  parallelBlocks(points.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      const float dx = points[u].x - cx, dy = points[u].y - cy;
      // What lies at the centre stays there: the factor would have no bound.
      const float factor = std::pow(std::max(std::hypot(dx, dy) / mean, 1e-6f), power);
      next[u] = {cx + factor * dx, cy + factor * dy};
    }
  });
}

}  // namespace sispde
