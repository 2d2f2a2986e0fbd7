#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "core/experiment/report_figures.h"
#include "core/experiment/report_plot.h"
#include "core/experiment/report_text.h"

namespace sispde {
namespace {

// The ends of an axis of ν, with some room beyond the least and the greatest.
PlotAxis nuAxis(double least, double greatest) {
  return {least / 1.35, greatest * 1.35, true};
}

void drawLine(SvgPicture& picture, const PlotFrame& frame, const SweepLine& line) {
  const Ink ink = seriesInk(line.series);
  std::vector<SvgPoint> places;
  for (const SweepPoint& point : line.points) {
    const double mean = 100 * point.auroc.mean, spread = 100 * point.auroc.std;
    places.push_back(frame.at(point.nu, mean));
    picture.line(frame.at(point.nu, std::max(mean - spread, frame.y.low)),
                 frame.at(point.nu, std::min(mean + spread, frame.y.high)), ink, 1);
  }
  picture.path(places, ink, 1.75);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const SweepPoint& point = line.points[i];
    picture.disc(places[i], 2.5, ink,
                 fmt::format("ν {:g}: {} over {}", point.nu, percentOf(point.auroc),
                             counted(point.auroc.count, "seed")));
    if (point.chosen) picture.disc(places[i], 6, Ink::Text, {}, false);
  }
}

}  // namespace

std::string sweepFigure(const std::vector<SweepPanel>& panels, const std::vector<std::string>& shifts,
                        const std::string& title) {
  double least = std::numeric_limits<double>::infinity(), greatest = 0, low = 100;
  for (const SweepPanel& panel : panels)
    for (const SweepLine& line : panel.lines)
      for (const SweepPoint& point : line.points) {
        least = std::min(least, point.nu);
        greatest = std::max(greatest, point.nu);
        low = std::min(low, 100 * (point.auroc.mean - point.auroc.std));
      }
  const PlotAxis x = nuAxis(least, greatest), y{std::clamp(10 * std::floor(low / 10), 0.0, 90.0), 100};
  constexpr std::size_t columns = 3;
  constexpr double width = 230, height = 170, stepX = 290, stepY = 246, left = 58, top = 66;
  const std::size_t rows = (panels.size() + columns - 1) / columns;
  const double across = static_cast<double>(std::min(columns, std::max<std::size_t>(panels.size(), 2)));
  SvgPicture picture(left + across * stepX - 20, top + static_cast<double>(rows) * stepY - 16, title);
  const double end = drawLegend(picture, {left, 24}, shifts);
  picture.disc({end + 7, 20}, 6, Ink::Text, {}, false);
  picture.text({end + 20, 24}, "chosen by validation NLL", {.ink = Ink::Quiet});
  for (std::size_t i = 0; i < panels.size(); ++i) {
    const std::size_t row = i / columns, column = i % columns;
    const SvgPoint corner{left + stepX * static_cast<double>(column), top + stepY * static_cast<double>(row)};
    const PlotFrame frame{corner, width, height, x, y};
    drawGridX(picture, frame, 6);
    drawGridY(picture, frame, 6);
    picture.text({frame.corner.x, frame.corner.y - 10}, panels[i].dataset, {.bold = true});
    picture.text({frame.corner.x + width / 2, frame.corner.y + height + 34}, "ν (smoothness)",
                 {.size = 11.5, .ink = Ink::Quiet, .anchor = Anchor::Middle});
    picture.text({frame.corner.x - 40, frame.corner.y + height / 2}, "AUROC, %",
                 {.size = 11.5, .ink = Ink::Quiet, .anchor = Anchor::Middle, .upright = false});
    for (const SweepLine& line : panels[i].lines) drawLine(picture, frame, line);
  }
  return picture.finished();
}

std::string chosenFigure(const std::vector<ChosenColumn>& columns, const std::vector<std::string>& shifts,
                         const std::string& title) {
  double least = std::numeric_limits<double>::infinity(), greatest = 0, widest = 96;
  for (const ChosenColumn& column : columns) {
    widest = std::max(widest, textWidth(column.dataset) + 16);
    for (const ChosenNu& nu : column.chosen) {
      least = std::min({least, nu.low, nu.nu});
      greatest = std::max({greatest, nu.high, nu.nu});
    }
  }
  const auto count = static_cast<double>(columns.size());
  const PlotFrame frame{{64, 48}, std::max(count * widest, 420.0), 260, {0, count}, nuAxis(least, greatest)};
  SvgPicture picture(frame.corner.x + frame.width + 24, frame.corner.y + frame.height + 66, title);
  drawLegend(picture, {frame.corner.x, 24}, shifts);
  drawGridY(picture, frame, 8);
  picture.text({20, frame.corner.y + frame.height / 2}, "chosen ν (smoothness)",
               {.size = 11.5, .ink = Ink::Quiet, .anchor = Anchor::Middle, .upright = false});
  const double bottom = frame.corner.y + frame.height;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const double centre = frame.atX(static_cast<double>(i) + 0.5);
    if (i > 0)
      picture.line({frame.atX(static_cast<double>(i)), frame.corner.y},
                   {frame.atX(static_cast<double>(i)), bottom}, Ink::Line);
    picture.text({centre, bottom + 18}, columns[i].dataset, {.anchor = Anchor::Middle, .bold = true});
    picture.text({centre, bottom + 34}, "LI " + plainDigits(columns[i].informativeness),
                 {.size = 11.5, .ink = Ink::Quiet, .anchor = Anchor::Middle});
    for (const ChosenNu& nu : columns[i].chosen) {
      const double at =
          centre + 16 * (static_cast<double>(nu.series) - (static_cast<double>(shifts.size()) - 1) / 2);
      picture.line({at, frame.atY(nu.low)}, {at, frame.atY(nu.high)}, seriesInk(nu.series), 2);
      picture.disc({at, frame.atY(nu.nu)}, 5, seriesInk(nu.series),
                   fmt::format("{}, {}: ν {:g}, single seeds {:g} to {:g}", columns[i].dataset,
                               shifts[nu.series], nu.nu, nu.low, nu.high));
    }
  }
  picture.text({frame.corner.x + frame.width / 2, bottom + 56},
               "data sets in order of their edge label informativeness (LI)",
               {.size = 11.5, .ink = Ink::Quiet, .anchor = Anchor::Middle});
  return picture.finished();
}

}  // namespace sispde
