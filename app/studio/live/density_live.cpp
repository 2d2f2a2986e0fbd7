#include "app/studio/live/density_live.h"

#include <limits>

namespace sispde::studio {

std::span<const Point> DensityLive::placesOf(std::span<const Point> positions, const Look& look) {
  if (!look.alone) return positions;
  if (drawn_ && *drawn_ == look && some_.size() == positions.size()) return some_;
  constexpr float nowhere = std::numeric_limits<float>::quiet_NaN();
  some_.assign(positions.size(), {nowhere, nowhere});
  for (const NodeId node : *look.alone)
    some_[static_cast<std::size_t>(node)] = positions[static_cast<std::size_t>(node)];
  return some_;
}

const Image& DensityLive::picture(const std::shared_ptr<const Document>& document,
                                  std::span<const Point> positions, std::span<const Colour> colours,
                                  const Look& look) {
  positions = placesOf(positions, look);
  DensityRequest request;
  request.graph = document->data.graph;
  request.positions = positions;
  request.nodeColours = colours;
  request.camera = look.camera;
  request.view = look.view;
  request.nodeColour = look.node;
  request.edgeColour = look.edge;
  request.edgeStrength = look.edgeStrength;
  request.nodeRadius = look.nodeRadius;
  if (!drawn_ || !(*drawn_ == look)) {
    request.maxEdges = 150'000;
    request.maxEdgePixels = 1'500'000;
    if (Result<Image> made = drawDensity(request)) {
      image_ = std::move(*made);
      ++revision_;
    }
    drawn_ = look;
    whole_ = document->data.graph.edgeCount() <= request.maxEdges;
    jobs_.cancel("density");
  } else if (!whole_) {
    whole_ = true;
    jobs_.start(
        "density", "density", "drawing all edges",
        [this, look, request, document, places = std::vector<Point>(positions.begin(), positions.end()),
         shades = std::vector<Colour>(colours.begin(), colours.end())](
            const Progress& progress) mutable -> Jobs::Delivery {
          request.positions = places;
          request.nodeColours = shades;
          Result<Image> made = drawDensity(request, progress);
          if (!made) return {};
          auto image = std::make_shared<Image>(std::move(*made));
          return [this, look, image] {
            if (!drawn_ || !(*drawn_ == look)) return;
            image_ = std::move(*image);
            ++revision_;
          };
        });
  }
  return image_;
}

}  // namespace sispde::studio
