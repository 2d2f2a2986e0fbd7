#include "core/experiment/report_plot.h"

#include <fmt/format.h>

namespace sispde {
namespace {

constexpr double tickSize = 11;

std::string tickText(double value) {
  std::string text = fmt::format("{:g}", std::abs(value) < 1e-12 ? 0.0 : value);
  if (text.starts_with('-')) text.replace(0, 1, "−");
  return text;
}

}  // namespace

void drawGridX(SvgPicture& picture, const PlotFrame& frame, int most) {
  const double bottom = frame.corner.y + frame.height;
  double free = -1e9;
  for (const double tick : frame.x.ticks(most)) {
    const double at = frame.atX(tick), half = textWidth(tickText(tick), tickSize) / 2;
    picture.line({at, frame.corner.y}, {at, bottom}, Ink::Line);
    if (at - half < free) continue;
    picture.text({at, bottom + 15}, tickText(tick),
                 {.size = tickSize, .ink = Ink::Quiet, .anchor = Anchor::Middle});
    free = at + half + 4;
  }
}

void drawGridY(SvgPicture& picture, const PlotFrame& frame, int most) {
  for (const double tick : frame.y.ticks(most)) {
    const double at = frame.atY(tick);
    picture.line({frame.corner.x, at}, {frame.corner.x + frame.width, at}, Ink::Line);
    picture.text({frame.corner.x - 6, at + 4}, tickText(tick),
                 {.size = tickSize, .ink = Ink::Quiet, .anchor = Anchor::End});
  }
}

double drawLegend(SvgPicture& picture, SvgPoint at, const std::vector<std::string>& words) {
  for (std::size_t i = 0; i < words.size(); ++i) {
    picture.disc({at.x + 5, at.y - 4}, 4, seriesInk(i));
    picture.text({at.x + 14, at.y}, words[i]);
    at.x += 34 + textWidth(words[i]);
  }
  return at.x;
}

}  // namespace sispde
