#pragma once
// DensityPicture shows a graph that is too large for lines and discs: the newest picture of a DensityLive, moved and stretched to where the
// camera looks now, and over it what such a picture does not have.

#include "app/studio/panels/graph_canvas.h"

namespace sispde::studio {

class DensityPicture {
 public:
  // `graph` is that of the scene; its layers make the texture.
  void draw(Studio& studio, DensityLive& live, GraphLayers* layers, const std::shared_ptr<const Graph>& graph,
            const CanvasScene& scene);

 private:
  std::uint64_t seen_ = 0;  // revision of what the texture holds
};

}  // namespace sispde::studio
