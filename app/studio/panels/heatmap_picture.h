#pragma once
// The heatmap's picture: the whole matrix in bins, magnified, and over it the exact block where there is one.

#include "app/studio/figure/heatmap_scale.h"
#include "app/studio/render/gl_objects.h"
#include "app/studio/shell/studio.h"

namespace sispde::studio {

// Where the heatmap is on the screen, and what it shows.
struct HeatmapFrame {
  ImVec2 at;
  float side = 0;
  HeatmapView view;
  std::size_t nodes = 0;
  // Where a place begins.
  float x(double place) const {
    return at.x + side * static_cast<float>(view.columns().positionOf(place, nodes));
  }
  float y(double place) const {
    return at.y + side * static_cast<float>(view.rows().positionOf(place, nodes));
  }
};

class HeatmapPicture {
 public:
  // The picture must be valid.
  void draw(const Studio& studio, const HeatmapFrame& frame);
  // Of what was drawn last.
  const ColourScale& scale() const { return scale_; }

 private:
  struct Layer {
    Texture texture;
    ColourScale scale;
    std::uint64_t revision = ~std::uint64_t{0};
    bool dark = false;
    void refresh(const Studio& studio, const Answer& answer, std::size_t columns);
  };
  Layer whole_, block_;
  ColourScale scale_;
};

}  // namespace sispde::studio
