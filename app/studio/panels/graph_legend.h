#pragma once
// What the colours and the shapes of the nodes say, over the graph's picture.

#include "app/studio/figure/figure.h"
#include "app/studio/panels/placed_graph.h"

namespace sispde::studio {

// The legend of the colours, under their name in the upper right corner; made anew where they changed.
class ColourLegend {
 public:
  void draw(const Studio& studio, const GraphView& view);
  const std::optional<Legend>& shown() const { return legend_; }

 private:
  std::optional<Legend> legend_;
  std::uint64_t of_ = ~std::uint64_t{0};  // revision of the colours
  std::size_t most_ = 0;
};

// What the shapes say, in the lower right corner: those alone that are seen.
void drawShapeLegend(const Theme& theme, const GraphView& view, std::span<const NodeShape> shapes);

}  // namespace sispde::studio
