#include "app/studio/live/density_live.h"

#include <algorithm>
#include <limits>

namespace sispde::studio {
namespace {

// Of a sample.
constexpr std::int64_t mostEdges = 150'000, mostEdgePixels = 1'500'000;
// So few are all drawn in the time of a sample, however long they are.
constexpr std::int64_t mostAtOnce = 8000;

}  // namespace

// Those of `alone` at their places, all others nowhere.
std::vector<Point> DensityLive::placesOf(std::span<const Point> positions, const Look& look) {
  if (!look.alone) return {positions.begin(), positions.end()};
  constexpr float nowhere = std::numeric_limits<float>::quiet_NaN();
  std::vector<Point> some(positions.size(), {nowhere, nowhere});
  for (const NodeId node : *look.alone)
    some[static_cast<std::size_t>(node)] = positions[static_cast<std::size_t>(node)];
  return some;
}

std::vector<Colour> DensityLive::coloursOf(std::span<const Colour> colours, const Look& look) {
  std::vector<Colour> some(colours.begin(), colours.end());
  if (!look.selection) return some;
  constexpr std::uint8_t faint = 40;
  std::vector<bool> in(some.size(), false);
  for (const NodeId node : *look.selection) in[static_cast<std::size_t>(node)] = true;
  for (std::size_t u = 0; u < some.size(); ++u)
    if (!in[u]) some[u].a = std::min(some[u].a, faint);
  return some;
}

std::shared_ptr<const std::vector<float>> DensityLive::sizesOf(const Scene& scene, const Look& look) {
  const bool byValue = look.sizing.by == SizeBy::Value;
  const SizeKey key{scene.graph, look.sizing, byValue ? look.colours : 0};
  if (!sizes_ || key != sizeKey_) {
    sizeKey_ = key;
    sizes_ = std::make_shared<const std::vector<float>>(nodeSizes(look.sizing, *scene.graph, scene.values));
  }
  return sizes_;
}

void DensityLive::ask(const Scene& scene, const Look& look) {
  if (flying_ && jobs_.idle()) flying_ = false;  // it was cancelled
  const bool isNew = !wanted_ || !(*wanted_ == look);
  wanted_ = look;
  if (flying_ && flyingWhole_ && isNew) {
    jobs_.cancel(lane_);
    flying_ = false;
  }
  // A sample that is under way is not stopped by the next look: a camera that never rests would never be seen.
  if (flying_ || (drawn_ && *drawn_ == look)) return;
  start(std::make_shared<const Source>(Source{scene.graph,
                                              placesOf(scene.positions, look),
                                              coloursOf(scene.colours, look),
                                              {scene.shapes.begin(), scene.shapes.end()},
                                              sizesOf(scene, look),
                                              look}),
        scene.graph->edgeCount() <= mostAtOnce);
}

void DensityLive::start(std::shared_ptr<const Source> source, bool whole) {
  flying_ = true;
  flyingWhole_ = whole;
  jobs_.start(lane_, lane_, whole ? "drawing all edges" : "drawing a sample of the edges",
              [this, source, whole, mine = ++started_](const Progress& progress) -> Jobs::Delivery {
                const Look& look = source->look;
                DensityRequest request;
                request.graph = *source->graph;
                request.positions = source->positions;
                request.nodeColours = source->colours;
                request.camera = look.camera;
                request.view = look.view;
                request.nodeColour = look.node;
                request.edgeColour = look.edge;
                request.edgeStrength = look.edgeStrength;
                request.nodeRadius = look.nodeRadius;
                request.sizes = *source->sizes;
                request.shapes = source->shapes;
                request.hubsOnTop = true;
                request.rim = look.rim;
                request.ring = look.ring;
                request.ringWidth = look.ringWidth;
                if (!whole) {
                  request.maxEdges = mostEdges;
                  request.maxEdgePixels = mostEdgePixels;
                }
                Result<Image> made = drawDensity(request, progress);
                const auto image = made ? std::make_shared<Image>(std::move(*made)) : nullptr;
                return [this, source, whole, mine, image] {
                  if (mine == started_) take(source, whole, image);
                };
              });
}

void DensityLive::take(const std::shared_ptr<const Source>& source, bool whole, std::shared_ptr<Image> made) {
  flying_ = false;
  if (!made) return;
  image_ = std::move(*made);
  drawn_ = source->look;
  ++revision_;
  if (!whole && wanted_ && *wanted_ == source->look) start(source, true);
}

}  // namespace sispde::studio
