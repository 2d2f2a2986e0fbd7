#include <algorithm>

#include <fmt/format.h>

#include "core/experiment/report_figures.h"
#include "core/experiment/report_plot.h"

namespace sispde {

std::string timeFigure(const std::vector<TimeRow>& rows, const std::vector<std::string>& datasets,
                       const std::string& title) {
  constexpr double rowHeight = 26, width = 460, top = 44;
  double least = 0.8, greatest = 2, widest = 0;
  for (const TimeRow& row : rows) {
    widest = std::max(widest, textWidth(row.system));
    for (const double ratio : row.ratios)
      if (ratio > 0) {
        least = std::min(least, ratio / 1.2);
        greatest = std::max(greatest, ratio * 1.2);
      }
  }
  const PlotFrame frame{
      {widest + 32, top}, width, rowHeight * static_cast<double>(rows.size()), {least, greatest, true}, {}};
  double legend = frame.corner.x;
  for (const std::string& dataset : datasets) legend += 34 + textWidth(dataset);
  SvgPicture picture(std::max(frame.corner.x + width + 24, legend), top + frame.height + 46, title);
  drawLegend(picture, {frame.corner.x, 24}, datasets);
  drawGridX(picture, frame, 8);
  picture.line({frame.atX(1), top}, {frame.atX(1), top + frame.height}, Ink::Text);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double y = top + rowHeight * (static_cast<double>(i) + 0.5);
    picture.text({frame.corner.x - 12, y + 4}, rows[i].system, {.anchor = Anchor::End});
    // A little below one another, since many ratios are alike.
    const double middle = (static_cast<double>(rows[i].ratios.size()) - 1) / 2;
    for (std::size_t d = 0; d < rows[i].ratios.size(); ++d)
      if (rows[i].ratios[d] > 0)
        picture.disc({frame.atX(rows[i].ratios[d]), y + 3 * (static_cast<double>(d) - middle)}, 3,
                     seriesInk(d),
                     fmt::format("{}, {}: {:.2f} × MSP", rows[i].system, datasets[d], rows[i].ratios[d]));
  }
  picture.text({frame.corner.x + width / 2, top + frame.height + 36},
               "seconds per cell, as a multiple of MSP's",
               {.size = 11.5, .ink = Ink::Quiet, .anchor = Anchor::Middle});
  return picture.finished();
}

}  // namespace sispde
