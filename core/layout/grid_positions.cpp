#include "core/layout/grid_positions.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel.h"

namespace sispde {
namespace {

// The number of edges is compared by the caller, so each node need only show that all its neighbours are near.
bool isRow(const Graph& graph, NodeId u, NodeId width, bool king) {
  for (const NodeId v : graph.neighbours(u)) {
    const NodeId across = std::abs(v % width - u % width), along = std::abs(v / width - u / width);
    if (across > 1 || along > 1 || (!king && across + along > 1)) return false;
  }
  return true;
}

}  // namespace

std::optional<std::vector<Point>> gridPositions(const Graph& graph) {
  const NodeId n = graph.nodeCount();
  if (n < 4) return std::nullopt;
  // The corner 0 has the neighbours 1, w and, of a king, w + 1.
  const auto corner = graph.neighbours(0);
  if (corner.size() < 2 || corner.size() > 3 || corner[0] != 1) return std::nullopt;
  const NodeId width = corner[1];
  const bool king = corner.size() == 3;
  if (n % width != 0 || n / width < 2 || (king && corner[2] != width + 1)) return std::nullopt;
  const std::int64_t w = width, h = n / width;
  const std::int64_t straight = h * (w - 1) + w * (h - 1), slanted = king ? 2 * (w - 1) * (h - 1) : 0;
  if (graph.edgeCount() != straight + slanted) return std::nullopt;
  constexpr std::size_t block = 4096;
  std::vector<std::uint8_t> wrong((static_cast<std::size_t>(n) + block - 1) / block, 0);
  parallelBlocks(static_cast<std::size_t>(n), block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end && wrong[begin / block] == 0; ++u)
      wrong[begin / block] = isRow(graph, static_cast<NodeId>(u), width, king) ? 0 : 1;
  });
  if (std::any_of(wrong.begin(), wrong.end(), [](std::uint8_t w8) { return w8 != 0; })) return std::nullopt;
  const double length = (static_cast<double>(straight) + std::sqrt(2.0) * static_cast<double>(slanted)) /
                        static_cast<double>(straight + slanted);
  std::vector<Point> points(static_cast<std::size_t>(n));
  for (NodeId u = 0; u < n; ++u)
    points[u] = {static_cast<float>((u % width - (static_cast<double>(w) - 1) / 2) / length),
                 static_cast<float>(((static_cast<double>(h) - 1) / 2 - u / width) / length)};
  return points;
}

}  // namespace sispde
