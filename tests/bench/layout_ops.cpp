// Our side of the layout benchmarks.

#include <algorithm>
#include <cmath>
#include <map>

#include "core/base/atomic_file.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/layout/layout.h"
#include "tests/bench/bench_common.h"

namespace sispde::bench {
namespace {

// What tells a drawing from a failed one.
Json shapeOf(const Graph& graph, std::span<const Point> points) {
  bool finite = true;
  std::vector<std::pair<float, float>> places;
  for (const Point& p : points) {
    finite = finite && std::isfinite(p.x) && std::isfinite(p.y);
    places.emplace_back(p.x, p.y);
  }
  double length = 0;
  for (const Edge& e : graph.edges())
    length += std::hypot(static_cast<double>(points[e.u].x) - points[e.v].x,
                         static_cast<double>(points[e.u].y) - points[e.v].y);
  if (finite) std::sort(places.begin(), places.end());
  const auto last = std::unique(places.begin(), places.end());
  return {{"nodes", graph.nodeCount()},
          {"edges", graph.edgeCount()},
          {"finite", finite},
          {"distinct", static_cast<double>(last - places.begin()) / static_cast<double>(points.size())},
          {"edge_length", length / static_cast<double>(std::max<std::int64_t>(graph.edgeCount(), 1))}};
}

// {"data": …, "threads": 2, "seed": 1, "iterations": 60, "grid": false, "out": file}: a complete layout from nothing.
Result<Json> complete(const Json& request) {
  SISPDE_TRY(const Graph graph, graphOf(request.at("data")));
  const ThreadLimit limit(request.value("threads", 2));
  std::vector<Point> points;
  LayoutOptions options{.seed = request.value("seed", std::uint64_t{1}),
                        .useGrid = request.value("grid", false)};
  options.iterations = request.value("iterations", options.iterations);
  SISPDE_TRY(const double ms, shortest(1, [&]() -> Result<void> {
               SISPDE_TRY(points, layoutGraph(graph, options));
               return {};
             }));
  if (request.contains("out")) {
    static_assert(sizeof(Point) == 2 * sizeof(float));
    const std::span<const float> flat(&points.data()->x, 2 * points.size());
    SISPDE_CHECK(writeFile(request.at("out"), npyBytes(flat, {graph.nodeCount(), 2})));
  }
  return Json{{"ms", ms}, {"result", shapeOf(graph, points)}};
}

// {"data": …, "places": file, "sources": 60}: the stress of a drawing, whoever made it.
Result<Json> stress(const Json& request) {
  SISPDE_TRY(const Graph graph, graphOf(request.at("data")));
  SISPDE_TRY(const NpyArray array, loadArray(request.at("places")));
  SISPDE_TRY(const std::vector<float> flat, array.toFloat());
  if (flat.size() != 2 * static_cast<std::size_t>(graph.nodeCount()))
    return usageError("There are {} numbers for {} nodes", flat.size(), graph.nodeCount());
  std::vector<Point> points(flat.size() / 2);
  for (std::size_t i = 0; i < points.size(); ++i) points[i] = {flat[2 * i], flat[2 * i + 1]};
  Json result = shapeOf(graph, points);
  result["stress"] = layoutStress(graph, points, request.value("sources", 60));
  return Json{{"ms", 0}, {"result", result}};
}

// The drawing in which iterations and forces are measured; kept between requests.
Result<std::vector<Point>> drawingOf(const std::string& data) {
  static std::map<std::string, std::vector<Point>> kept;
  if (const auto found = kept.find(data); found != kept.end()) return found->second;
  kept.clear();  // one at a time: they are large
  SISPDE_TRY(const Graph graph, graphOf(data));
  SISPDE_TRY(kept[data], layoutGraph(graph, {.seed = 1, .useGrid = false}));
  return kept[data];
}

// {"data": …, "threads": 2, "repeat": 10}: the shortest of some iterations on the graph itself, none of them the last.
Result<Json> iteration(const Json& request) {
  SISPDE_TRY(const Graph graph, graphOf(request.at("data")));
  SISPDE_TRY(std::vector<Point> start, drawingOf(request.at("data")));
  const ThreadLimit limit(request.value("threads", 2));
  SISPDE_TRY(Layout layout,
             Layout::make(graph, {.seed = 1, .iterations = 100'000, .stillness = 0}, std::move(start)));
  SISPDE_CHECK(layout.advance());  // prepares
  SISPDE_TRY(const double ms, shortest(request.value("repeat", 10), [&] { return layout.advance(); }));
  return Json{{"ms", ms}, {"result", shapeOf(graph, layout.positions())}};
}

// {"data": …, "sample": 1000}: root of the mean squared error of the grouped Barnes–Hut forces over that of the forces themselves,
// at random nodes of a finished drawing, against the plain sum over all nodes in double precision.
Result<Json> forceError(const Json& request) {
  SISPDE_TRY(const std::vector<Point> points, drawingOf(request.at("data")));
  const LayoutOptions layout;
  // As in the layout: the mean edge length, which is 1, or the space of a node is what is near.
  const RepulsionOptions options{.theta = static_cast<float>(layout.theta), .softening = 0.01f};
  std::vector<Repelled> fast(points.size());
  Repulsion().compute(points, {}, options, fast);
  const auto sample = static_cast<std::size_t>(request.value("sample", 1000));
  std::vector<std::size_t> nodes(sample);
  Random random(1);
  for (std::size_t& node : nodes) node = random.below(points.size());
  struct Squares {
    double error = 0, size = 0;
  };
  std::vector<Squares> parts(sample);
  parallelBlocks(sample, 1, [&](std::size_t s, std::size_t) {
    const Point p = points[nodes[s]];
    double x = 0, y = 0;
    for (const Point& q : points) {
      const double dx = static_cast<double>(p.x) - q.x, dy = static_cast<double>(p.y) - q.y;
      const double square = dx * dx + dy * dy + static_cast<double>(options.softening) * options.softening;
      const double share = 1 / (square * std::sqrt(square));
      x += share * dx;
      y += share * dy;
    }
    const Repelled& f = fast[nodes[s]];
    parts[s] = {(f.x - x) * (f.x - x) + (f.y - y) * (f.y - y), x * x + y * y};
  });
  Squares sum;
  for (const Squares& part : parts) {
    sum.error += part.error;
    sum.size += part.size;
  }
  return Json{{"ms", 0}, {"result", {{"error", std::sqrt(sum.error / sum.size)}}}};
}

}  // namespace

Result<Json> layoutOperation(const std::string& op, const Json& request) {
  if (op == "layout") return complete(request);
  if (op == "layout_stress") return stress(request);
  if (op == "layout_iteration") return iteration(request);
  if (op == "layout_error") return forceError(request);
  return usageError("There is no benchmark called {}", op);
}

}  // namespace sispde::bench
