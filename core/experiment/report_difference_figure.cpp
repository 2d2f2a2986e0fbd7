#include <algorithm>

#include <fmt/format.h>

#include "core/experiment/report_figures.h"
#include "core/experiment/report_plot.h"
#include "core/experiment/report_text.h"

namespace sispde {
namespace {

constexpr double rowHeight = 19, headY = 46, panelWidth = 300, panelGap = 36;

// Wide enough for every mean and for the ordinary intervals; those of two seeds may be twenty times as wide and are cut.
double reachOf(const std::vector<DifferenceRow>& rows) {
  double reach = 0.5;
  std::vector<double> halves;
  for (const DifferenceRow& row : rows) {
    if (row.published) reach = std::max(reach, 110 * std::abs(*row.published));
    for (const PairedInterval& interval : row.intervals)
      if (interval.half) {
        reach = std::max(reach, 110 * std::abs(interval.mean));
        halves.push_back(100 * *interval.half);
      }
  }
  if (halves.empty()) return reach;
  std::nth_element(halves.begin(), halves.begin() + static_cast<std::ptrdiff_t>(halves.size() / 2),
                   halves.end());
  return std::max(reach, 3 * halves[halves.size() / 2]);
}

void drawInterval(SvgPicture& picture, const PlotFrame& frame, double y, const PairedInterval& interval,
                  const std::string& name) {
  if (!interval.half) return;
  const Ink ink = interval.seen() ? Ink::Accent : Ink::Quiet;
  const double low = 100 * (interval.mean - *interval.half), high = 100 * (interval.mean + *interval.half);
  const double from = frame.atX(std::max(low, frame.x.low)), to = frame.atX(std::min(high, frame.x.high));
  const std::string hint = name + ": " + pointsOf(interval) + " points, " + pairsOf(interval);
  picture.line({from, y}, {to, y}, ink, 2, hint);
  // An arrow head where the interval goes on outside.
  if (low < frame.x.low) picture.path({{from + 5, y - 4}, {from, y}, {from + 5, y + 4}}, ink);
  if (high > frame.x.high) picture.path({{to - 5, y - 4}, {to, y}, {to - 5, y + 4}}, ink);
  picture.disc({frame.atX(100 * interval.mean), y}, 4, ink, hint);
}

}  // namespace

std::string differenceFigure(const std::vector<std::string>& panels, const std::vector<DifferenceRow>& rows,
                             const std::string& title) {
  double groups = 0, names = 0;
  for (const DifferenceRow& row : rows) {
    groups = std::max(groups, textWidth(row.group));
    names = std::max(names, textWidth(row.name));
  }
  const double left = 12 + groups + 16 + names + 16, reach = reachOf(rows);
  const double bottom = headY + rowHeight * static_cast<double>(rows.size());
  const double panelCount = static_cast<double>(panels.size());
  SvgPicture picture(left + panelCount * panelWidth + (panelCount - 1) * panelGap + 20, bottom + 46, title);
  for (std::size_t p = 0; p < panels.size(); ++p) {
    const PlotFrame frame{{left + static_cast<double>(p) * (panelWidth + panelGap), headY},
                          panelWidth,
                          bottom - headY,
                          {-reach, reach},
                          {}};
    drawGridX(picture, frame, 7);
    picture.line({frame.atX(0), headY - 6}, {frame.atX(0), bottom}, Ink::Text);
    picture.text({frame.corner.x, 24}, panels[p], {.bold = true});
    picture.text({frame.corner.x + panelWidth / 2, bottom + 36},
                 "difference of AUROC in points, 95 % interval",
                 {.size = 11.5, .ink = Ink::Quiet, .anchor = Anchor::Middle});
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const double y = headY + rowHeight * (static_cast<double>(i) + 0.5);
      drawInterval(picture, frame, y, rows[i].intervals[p], rows[i].group + ", " + rows[i].name);
      if (p == 0 && rows[i].published)
        picture.disc({frame.atX(100 * *rows[i].published), y}, 5, Ink::Bad,
                     fmt::format("published: {:+.2f} points", 100 * *rows[i].published), false);
    }
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double y = headY + rowHeight * (static_cast<double>(i) + 0.5) + 4;
    const bool first = i == 0 || rows[i].group != rows[i - 1].group;
    if (first && i > 0)
      picture.line({12, y - 4 - rowHeight / 2}, {left - 8, y - 4 - rowHeight / 2}, Ink::Line);
    if (first) picture.text({12, y}, rows[i].group, {.bold = true});
    picture.text({12 + groups + 16, y}, rows[i].name);
  }
  return picture.finished();
}

}  // namespace sispde
