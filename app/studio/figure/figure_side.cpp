#include <algorithm>
#include <array>
#include <cmath>

#include "app/studio/figure/figure_parts.h"

namespace sispde::studio {
namespace {

constexpr double barWidth = 12, longestBar = 180, shortestBar = 60;
constexpr double row = 17, markRoom = 16, widestName = 170, entryGap = 14;
constexpr int mostColumns = 3;

// Low, middle and high; a middle that is 0 but for rounding is 0.
std::array<double, 3> barTicks(const ColourScale& scale) {
  double middle = scale.low + (scale.high - scale.low) / 2;
  if (std::abs(middle) < 1e-9 * (scale.high - scale.low)) middle = 0;
  return {scale.low, middle, scale.high};
}

// The name and some air over the number at the bar's upper end.
double barHead(const SideColumn& side) {
  return side.barName.empty() ? 0 : page::textLine * static_cast<double>(side.barName.size()) + 5;
}

void measureBar(cairo_t* cairo, const ColourBar& bar, double plotHeight, bool alone, SideColumn& side) {
  side.barName = wrap(cairo, bar.name, widestName, {.size = page::textSize});
  const double head = barHead(side);
  side.barHeight = std::clamp((alone ? 1.0 : 0.5) * plotHeight - head, shortestBar, longestBar);
  for (const double tick : barTicks(bar.scale))
    side.width = std::max(side.width, barWidth + 2 * page::tickLength +
                                          textWidth(cairo, threeDigits(tick), {.size = page::textSize}));
  for (const std::string& line : side.barName)
    side.width = std::max(side.width, textWidth(cairo, line, {.size = page::textSize}));
  side.height = head + side.barHeight;
}

void measureLegend(cairo_t* cairo, const Legend& legend, double plotHeight, SideColumn& side) {
  side.legendTop = side.height > 0 ? side.height + 1.5 * page::gap : 0;
  const TextStyle style{.size = page::textSize};
  const double head = legend.name.empty() ? 0 : row;
  const double room = plotHeight - side.legendTop - head;
  const auto count = static_cast<int>(legend.entries.size());
  side.rows = std::clamp(static_cast<int>(room / row), 4, std::max(4, count));
  side.legend = legend;
  if (const int places = side.rows * mostColumns; count > places) {
    side.legend.entries.resize(static_cast<std::size_t>(places));
    side.legend.entries.back() = {
        "and " + std::to_string(count - places + 1) + " more", {}, LegendMark::None};
  }
  double widest = 0;
  for (LegendEntry& entry : side.legend.entries) {
    entry.name = elide(cairo, entry.name, widestName, style);
    widest = std::max(widest, textWidth(cairo, entry.name, style));
  }
  side.legend.name = elide(cairo, legend.name, widestName, style);
  side.entryWidth = markRoom + widest + entryGap;
  const int shown = static_cast<int>(side.legend.entries.size());
  const int columns = (shown + side.rows - 1) / side.rows;
  side.rows = (shown + columns - 1) / columns;
  side.width =
      std::max({side.width, columns * side.entryWidth - entryGap, textWidth(cairo, side.legend.name, style)});
  side.height = side.legendTop + head + side.rows * row;
}

void drawBar(cairo_t* cairo, const FigureFrame& frame, const SideColumn& side, double x, double y) {
  const ColourScale& scale = frame.colourBar->scale;
  const TextStyle style{.size = page::textSize, .colour = frame.colours.text};
  for (std::size_t i = 0; i < side.barName.size(); ++i)
    drawText(cairo, side.barName[i], x, y + 0.78 * page::textSize + page::textLine * static_cast<double>(i),
             style);
  y += barHead(side);
  const CairoPattern colours(cairo_pattern_create_linear(0, y + side.barHeight, 0, y));
  constexpr int stops = 96;
  for (int i = 0; i <= stops; ++i) {
    const double t = static_cast<double>(i) / stops;
    const Colour c = colourOf(scale, scale.low + t * (scale.high - scale.low));
    cairo_pattern_add_color_stop_rgb(colours.get(), t, c.r / 255.0, c.g / 255.0, c.b / 255.0);
  }
  cairo_rectangle(cairo, x, y, barWidth, side.barHeight);
  cairo_set_source(cairo, colours.get());
  cairo_fill(cairo);
  strokeBox(cairo, {x, y, barWidth, side.barHeight}, frame.colours.line, 0.5);
  const auto ticks = barTicks(scale);
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const double at = y + side.barHeight * (1 - 0.5 * static_cast<double>(i));
    cairo_move_to(cairo, x + barWidth, at);
    cairo_rel_line_to(cairo, page::tickLength, 0);
    setColour(cairo, frame.colours.quiet);
    cairo_set_line_width(cairo, 0.75);
    cairo_stroke(cairo);
    drawText(cairo, threeDigits(ticks[i]), x + barWidth + 2 * page::tickLength, at + 0.36 * page::textSize,
             style);
  }
}

void drawEntries(cairo_t* cairo, const FigureFrame& frame, const SideColumn& side, double x, double y) {
  if (!side.legend.name.empty()) {
    drawText(cairo, side.legend.name, x, y + 0.78 * page::textSize,
             {.size = page::textSize, .colour = frame.colours.quiet});
    y += row;
  }
  for (std::size_t i = 0; i < side.legend.entries.size(); ++i) {
    const LegendEntry& entry = side.legend.entries[i];
    const auto rows = static_cast<std::size_t>(side.rows);
    const double left = x + side.entryWidth * static_cast<double>(i / rows);
    const double middle = y + row * static_cast<double>(i % rows) + 0.42 * page::textSize;
    setColour(cairo, entry.colour);
    if (entry.mark == LegendMark::Disc) {
      cairo_new_sub_path(cairo);
      cairo_arc(cairo, left + 4.5, middle, 4, 0, 2 * M_PI);
      cairo_fill(cairo);
    } else if (entry.mark == LegendMark::Square) {
      constexpr double half = squareHalf * 4;
      cairo_rectangle(cairo, left + 4.5 - half, middle - half, 2 * half, 2 * half);
      cairo_fill(cairo);
    } else if (entry.mark == LegendMark::Ring) {
      cairo_new_sub_path(cairo);
      cairo_arc(cairo, left + 4.5, middle, 3.5, 0, 2 * M_PI);
      cairo_set_line_width(cairo, 1.25);
      cairo_stroke(cairo);
    } else if (entry.mark == LegendMark::Line) {
      cairo_move_to(cairo, left, middle);
      cairo_rel_line_to(cairo, 11, 0);
      cairo_set_line_width(cairo, 2);
      cairo_stroke(cairo);
    }
    const bool counts = entry.mark == LegendMark::None;  // "and 12 more"
    drawText(cairo, entry.name, left + markRoom, middle + 0.36 * page::textSize,
             {.size = page::textSize, .colour = counts ? frame.colours.quiet : frame.colours.text});
  }
}

}  // namespace

SideColumn sideColumn(cairo_t* cairo, const FigureFrame& frame, const Legend& legend, double plotHeight) {
  SideColumn side;
  if (frame.colourBar) measureBar(cairo, *frame.colourBar, plotHeight, legend.entries.empty(), side);
  if (!legend.entries.empty()) measureLegend(cairo, legend, plotHeight, side);
  return side;
}

void drawSideColumn(cairo_t* cairo, const FigureFrame& frame, const SideColumn& side, double x, double y) {
  if (side.barHeight > 0) drawBar(cairo, frame, side, x, y);
  if (!side.legend.entries.empty()) drawEntries(cairo, frame, side, x, y + side.legendTop);
}

}  // namespace sispde::studio
