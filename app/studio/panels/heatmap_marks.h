#pragma once
// What is drawn over and beside the heatmap: lines between classes, ticks of chosen nodes, the brush, the colour bar.

#include "app/studio/panels/heatmap_picture.h"

namespace sispde::studio {

// Places of an order of the nodes at which another class begins; none without labels.
std::vector<std::size_t> classBoundaries(std::span<const NodeId> order, std::span<const std::int32_t> labels);

class HeatmapMarks {
 public:
  // Lines between classes, and ticks of `gutter` pixels beyond the left and upper edge where selected, picked and hovered nodes stand.
  void draw(const Studio& studio, const HeatmapFrame& frame, float gutter);

 private:
  void edges(const Studio& studio, const HeatmapFrame& frame) const;
  void learn(const Studio& studio);
  void findRuns(const Studio& studio, const HeatmapFrame& frame);
  void tick(const HeatmapFrame& frame, NodeId node, const ImVec4& colour, float alpha, float gutter) const;

  std::shared_ptr<const std::vector<NodeId>> order_;  // what the next two are of
  std::vector<std::size_t> placeOf_;                  // of a node
  std::vector<std::size_t> boundaries_;               // places where a class begins
  std::shared_ptr<const std::vector<NodeId>> selection_;
  HeatmapView seen_;  // what the runs are of
  std::vector<PixelRun> rowRuns_, columnRuns_;
};

// The rectangle from where the left button went down to the cursor.
void drawBrush(const Theme& theme, const HeatmapFrame& frame);

// The colours with the ends of the scale, upright or lying; an item with a tooltip.
struct BarPlace {
  ImVec2 at, size;  // with the labels
  bool upright = true;
};
void drawHeatmapBar(const Theme& theme, const BarPlace& place, const ColourScale& scale);

}  // namespace sispde::studio
