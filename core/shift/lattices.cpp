#include <cmath>
#include <numbers>

#include "core/graph/graph_builder.h"
#include "core/shift/generator_parts.h"

namespace sispde {

Graph latticeGraph(NodeId width, NodeId height, bool torus, bool diagonal, const Progress& progress) {
  // Each node names its neighbours to the right and below; buildGraph drops what a narrow torus names twice.
  constexpr struct { NodeId x, y; } steps[] = {{1, 0}, {0, 1}, {1, 1}, {-1, 1}};
  const std::size_t directions = diagonal ? 4 : 2;
  std::vector<Edge> edges;
  edges.reserve(directions * static_cast<std::size_t>(width) * static_cast<std::size_t>(height));
  for (NodeId y = 0; y < height && !progress.stopped(); ++y)
    for (NodeId x = 0; x < width; ++x)
      for (std::size_t i = 0; i < directions; ++i) {
        NodeId toX = x + steps[i].x, toY = y + steps[i].y;
        if (torus) {
          toX = (toX + width) % width;
          toY %= height;
        }
        if (toX >= 0 && toX < width && toY < height) edges.push_back({y * width + x, toY * width + toX});
      }
  return buildGraph(width * height, edges, progress).graph;
}

Result<Dataset> generateGrid(const GeneratorSpec& spec, std::uint64_t seed) {
  const NodeId width = spec.width, height = spec.height, n = spec.nodeCount();
  Dataset data;
  data.graph = latticeGraph(width, height, spec.flag("torus"), spec.flag("diagonal"), spec.progress);
  if (spec.progress.stopped()) return data;
  data.labels.resize(static_cast<std::size_t>(n));
  std::vector<float> coordinates(2 * static_cast<std::size_t>(n));
  for (NodeId u = 0; u < n; ++u) {
    const NodeId x = u % width, y = u / width;
    data.labels[u] = x < width / 2 ? 0 : 1;
    coordinates[2 * static_cast<std::size_t>(u)] = static_cast<float>(x) / static_cast<float>(width - 1);
    coordinates[2 * static_cast<std::size_t>(u) + 1] = static_cast<float>(y) / static_cast<float>(height - 1);
  }
  data.features = Features::dense(n, 2, std::move(coordinates));
  data.splits = {usualSplit(n, seed)};
  data.classNames = {"left", "right"};
  return data;
}

Result<Dataset> generateRing(const GeneratorSpec& spec, std::uint64_t seed) {
  const NodeId n = spec.nodeCount();
  std::vector<Edge> edges(static_cast<std::size_t>(n));
  Dataset data;
  data.labels.resize(static_cast<std::size_t>(n));
  std::vector<float> circle(2 * static_cast<std::size_t>(n));
  for (NodeId u = 0; u < n; ++u) {
    edges[u] = {u, u + 1 < n ? u + 1 : 0};
    data.labels[u] = static_cast<std::int32_t>(4 * static_cast<std::int64_t>(u) / n);
    const double angle = 2 * std::numbers::pi * u / n;
    circle[2 * static_cast<std::size_t>(u)] = static_cast<float>(std::cos(angle));
    circle[2 * static_cast<std::size_t>(u) + 1] = static_cast<float>(std::sin(angle));
  }
  data.graph = buildGraph(n, edges, spec.progress).graph;
  data.features = Features::dense(n, 2, std::move(circle));
  data.splits = {usualSplit(n, seed)};
  data.classNames = {"first quarter", "second quarter", "third quarter", "fourth quarter"};
  return data;
}

}  // namespace sispde
