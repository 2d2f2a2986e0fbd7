// {"op": "density", "data": …, "threads": 2, "repeat": n, "by": "grid" | "forces"}: a full redraw of a graph at 1280 × 800 by the
// processor alone, nodes and all edges.

#include <algorithm>
#include <cmath>
#include <map>

#include "app/studio/render/density.h"
#include "core/base/parallel.h"
#include "core/layout/layout.h"
#include "tests/bench/bench_common.h"

namespace sispde::bench {

Result<Json> densityOperation(const Json& request) {
  SISPDE_TRY(const Graph graph, graphOf(request.at("data")));
  const std::string by = request.value("by", "grid");
  static std::map<std::string, std::vector<Point>> kept;
  std::vector<Point>& places = kept[by + request.at("data").get<std::string>()];
  if (places.empty()) {
    SISPDE_TRY(places, layoutGraph(graph, {.seed = 1, .useGrid = by == "grid"}));
  }
  // A value per node, as while a covariance row is shown.
  std::vector<studio::Colour> colours(places.size());
  for (std::size_t i = 0; i < colours.size(); ++i)
    colours[i] = {static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i >> 8), 128};
  // By degree, as in the desktop program.
  std::vector<float> sizes(places.size());
  for (std::size_t i = 0; i < sizes.size(); ++i)
    sizes[i] =
        std::min(0.75f + 0.15f * std::sqrt(static_cast<float>(graph.degree(static_cast<NodeId>(i)))), 4.0f);
  studio::DensityRequest wanted;
  wanted.graph = graph;
  wanted.positions = places;
  wanted.nodeColours = colours;
  wanted.sizes = sizes;
  wanted.hubsOnTop = true;
  wanted.view = {1280, 800};
  wanted.camera = studio::fit(places, wanted.view);
  const ThreadLimit limit(request.value("threads", 2));
  studio::Image image;
  SISPDE_TRY(const double ms, shortest(request.value("repeat", 5), [&]() -> Result<void> {
               SISPDE_TRY(image, studio::drawDensity(wanted));
               return {};
             }));
  std::uint64_t hash = 14695981039346656037ull;  // FNV-1a, of pixels
  std::size_t painted = 0;
  for (const std::uint32_t pixel : image.pixels) {
    hash = (hash ^ pixel) * 1099511628211ull;
    painted += pixel >> 24 != 0;
  }
  return Json{{"ms", ms},
              {"result",
               {{"nodes", graph.nodeCount()},
                {"edges", graph.edgeCount()},
                {"painted", static_cast<double>(painted) / static_cast<double>(image.pixels.size())},
                {"hash", fmt::format("{:016x}", hash)}}}};
}

}  // namespace sispde::bench
