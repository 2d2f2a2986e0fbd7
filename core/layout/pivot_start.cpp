#include "core/layout/pivot_start.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/random.h"

namespace sispde {
namespace {

constexpr std::uint64_t pivotStream = 0x7069766f;  // "pivo"
constexpr std::size_t mostPivots = 50;

void hopDistances(const LayoutLevel& level, NodeId source, std::vector<std::int32_t>& hops) {
  std::fill(hops.begin(), hops.end(), -1);
  std::vector<NodeId> queue{source};
  hops[source] = 0;
  for (std::size_t head = 0; head < queue.size(); ++head) {
    const NodeId u = queue[head];
    for (std::int64_t e = level.offsets[u]; e < level.offsets[u + 1]; ++e)
      if (const NodeId v = level.targets[e]; hops[v] < 0) {
        hops[v] = hops[u] + 1;
        queue.push_back(v);
      }
  }
}

// Rows: pivots, each as far as possible from those before; columns: nodes. Squared distances, doubly centred.
std::vector<std::vector<double>> centredSquares(const LayoutLevel& level) {
  const std::size_t n = level.size();
  std::vector<std::int32_t> hops(n), nearest(n, std::numeric_limits<std::int32_t>::max());
  std::vector<std::vector<double>> rows(std::min(n, mostPivots), std::vector<double>(n));
  NodeId pivot = 0;
  for (auto& row : rows) {
    hopDistances(level, pivot, hops);
    double mean = 0;
    for (std::size_t u = 0; u < n; ++u) {
      row[u] = static_cast<double>(hops[u]) * hops[u];
      mean += row[u] / static_cast<double>(n);
      nearest[u] = std::min(nearest[u], hops[u]);
    }
    for (double& value : row) value -= mean;
    pivot = static_cast<NodeId>(std::max_element(nearest.begin(), nearest.end()) - nearest.begin());
  }
  for (std::size_t u = 0; u < n; ++u) {
    double mean = 0;
    for (const auto& row : rows) mean += row[u] / static_cast<double>(rows.size());
    for (auto& row : rows) row[u] = -0.5 * (row[u] - mean);
  }
  return rows;
}

double scale(std::vector<double>& v) {
  double sum = 0;
  for (const double value : v) sum += value * value;
  const double norm = std::sqrt(sum);
  if (norm > 0)
    for (double& value : v) value /= norm;
  return norm;
}

// The leading eigenvector of Cᵀ C orthogonal to `before`, by power iteration.
std::vector<double> leadingAxis(const std::vector<std::vector<double>>& rows, Random random,
                                const std::vector<double>* before) {
  const std::size_t n = rows.front().size();
  std::vector<double> axis(n), next(n);
  for (double& value : axis) value = random.normal();
  constexpr int steps = 60;
  for (int step = 0; step < steps; ++step) {
    if (before != nullptr) {
      double along = 0;
      for (std::size_t u = 0; u < n; ++u) along += axis[u] * (*before)[u];
      for (std::size_t u = 0; u < n; ++u) axis[u] -= along * (*before)[u];
    }
    scale(axis);
    std::fill(next.begin(), next.end(), 0);
    for (const auto& row : rows) {
      double along = 0;
      for (std::size_t u = 0; u < n; ++u) along += row[u] * axis[u];
      for (std::size_t u = 0; u < n; ++u) next[u] += along * row[u];
    }
    axis.swap(next);
  }
  const double value = scale(axis);
  for (double& coordinate : axis) coordinate *= std::pow(value, 0.25);  // √ of the singular value of C
  return axis;
}

}  // namespace

std::vector<Point> pivotStart(const LayoutLevel& level, std::uint64_t seed) {
  const std::size_t n = level.size();
  const auto rows = centredSquares(level);
  const auto first = leadingAxis(rows, Random(seed, pivotStream), nullptr);
  auto unit = first;
  scale(unit);
  const auto second = leadingAxis(rows, Random(seed, pivotStream + 1), &unit);
  double square = 0;
  for (std::size_t u = 0; u < n; ++u) square += first[u] * first[u] + second[u] * second[u];
  const double size = square > 0 ? std::sqrt(static_cast<double>(n) / square) : 0;
  Random random(seed, pivotStream + 2);
  const double shift = 0.3 / std::sqrt(static_cast<double>(n));
  std::vector<Point> points(n);
  for (std::size_t u = 0; u < n; ++u)
    points[u] = {static_cast<float>(first[u] * size + shift * random.normal()),
                 static_cast<float>(second[u] * size + shift * random.normal())};
  return points;
}

}  // namespace sispde
