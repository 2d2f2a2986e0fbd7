#include <algorithm>
#include <cmath>

#include "app/studio/figure/axis_ticks.h"
#include "app/studio/figure/figure_parts.h"

namespace sispde::studio {
namespace {

// cairo's numbers are 32-bit fixed point; values far outside the plot are drawn at this distance.
constexpr double farAway = 1e5;

struct Scales {
  const CurvesFigure& figure;
  const Box& plot;

  double x(double value) const {
    const double t = (value - figure.x.low) / (figure.x.high - figure.x.low);
    return plot.x + std::clamp(t * plot.width, -farAway, farAway);
  }
  double y(double value, const FigureAxis& axis) const {
    const double t = axis.logarithmic
                         ? std::log(std::max(value, 1e-300) / axis.low) / std::log(axis.high / axis.low)
                         : (value - axis.low) / (axis.high - axis.low);
    return plot.y + std::clamp((1 - t) * plot.height, -farAway, farAway);
  }
  double y(double value) const { return y(value, figure.y); }
};

std::vector<AxisTick> xTicks(const CurvesFigure& figure) {
  if (!figure.x.ticks) return {};
  return axisTicks(figure.x.low, figure.x.high, std::clamp(figure.frame.plot.width / 70, 2, 9));
}

std::vector<AxisTick> yTicks(const CurvesFigure& figure, const FigureAxis& axis) {
  const int most = std::clamp(figure.frame.plot.height / 36, 2, 7);
  return axis.logarithmic ? logarithmicTicks(axis.low, axis.high, most)
                          : axisTicks(axis.low, axis.high, most);
}

std::vector<AxisTick> yTicks(const CurvesFigure& figure) {
  return yTicks(figure, figure.y);
}

std::vector<AxisTick> rightTicks(const CurvesFigure& figure) {
  return figure.right ? yTicks(figure, *figure.right) : std::vector<AxisTick>();
}

void drawAxes(cairo_t* cairo, const Scales& scales) {
  const FigureColours& colours = scales.figure.frame.colours;
  const Box& plot = scales.plot;
  TextStyle style{.size = page::textSize, .colour = colours.quiet, .align = TextAlign::Centre};
  setColour(cairo, colours.line);
  cairo_set_line_width(cairo, 0.75);
  cairo_move_to(cairo, plot.x, plot.y + plot.height);
  cairo_rel_line_to(cairo, plot.width, 0);
  for (const AxisTick& tick : yTicks(scales.figure)) {
    cairo_move_to(cairo, plot.x, scales.y(tick.value));
    cairo_rel_line_to(cairo, plot.width, 0);
  }
  for (const AxisTick& tick : xTicks(scales.figure)) {
    cairo_move_to(cairo, scales.x(tick.value), plot.y + plot.height);
    cairo_rel_line_to(cairo, 0, page::tickLength);
  }
  cairo_stroke(cairo);
  for (const AxisTick& tick : xTicks(scales.figure))
    drawText(cairo, tick.text, scales.x(tick.value),
             plot.y + plot.height + page::tickLength + 4 + 0.78 * page::textSize, style);
  style.align = TextAlign::Right;
  for (const AxisTick& tick : yTicks(scales.figure))
    drawText(cairo, tick.text, plot.x - 6, scales.y(tick.value) + 0.36 * page::textSize, style);
  style.align = TextAlign::Left;
  for (const AxisTick& tick : rightTicks(scales.figure))
    drawText(cairo, tick.text, plot.x + plot.width + 6,
             scales.y(tick.value, *scales.figure.right) + 0.36 * page::textSize, style);
}

void drawBand(cairo_t* cairo, const FigureBand& band, const Scales& scales) {
  const FigureAxis& axis = band.right ? *scales.figure.right : scales.figure.y;
  for (std::size_t i = 0; i < band.x.size(); ++i)
    cairo_line_to(cairo, scales.x(band.x[i]), scales.y(band.high[i], axis));
  for (std::size_t i = band.x.size(); i-- > 0;)
    cairo_line_to(cairo, scales.x(band.x[i]), scales.y(band.low[i], axis));
  cairo_close_path(cairo);
  setColour(cairo, band.colour);
  cairo_fill(cairo);
}

void drawLine(cairo_t* cairo, const FigureLine& line, const Scales& scales) {
  const FigureAxis& axis = line.right ? *scales.figure.right : scales.figure.y;
  const CairoState dashes(cairo);
  constexpr double dash[] = {4, 3};
  if (line.dashed) cairo_set_dash(cairo, dash, 2, 0);
  bool broken = true;
  for (std::size_t i = 0; i < line.x.size(); ++i) {
    const bool finite = std::isfinite(line.x[i]) && std::isfinite(line.y[i]);
    if (finite && broken) cairo_move_to(cairo, scales.x(line.x[i]), scales.y(line.y[i], axis));
    if (finite && !broken) cairo_line_to(cairo, scales.x(line.x[i]), scales.y(line.y[i], axis));
    broken = !finite;
  }
  setColour(cairo, line.colour);
  cairo_set_line_width(cairo, line.width);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  cairo_stroke(cairo);
}

}  // namespace

AxisRoom axisRoom(cairo_t* cairo, const CurvesFigure& figure) {
  const TextStyle style{.size = page::textSize};
  double widest = 0;
  for (const AxisTick& tick : yTicks(figure)) widest = std::max(widest, textWidth(cairo, tick.text, style));
  AxisRoom room{.left = widest + 6, .right = 0, .top = 4, .bottom = page::tickLength + 4 + page::textSize};
  // A number at the right end stands half outside.
  if (const auto ticks = xTicks(figure); !ticks.empty()) {
    const double share = (figure.x.high - ticks.back().value) / (figure.x.high - figure.x.low);
    room.right =
        std::max(0.0, textWidth(cairo, ticks.back().text, style) / 2 - share * figure.frame.plot.width);
  }
  double widestRight = 0;
  for (const AxisTick& tick : rightTicks(figure))
    widestRight = std::max(widestRight, textWidth(cairo, tick.text, style));
  if (figure.right) room.right = std::max(room.right, widestRight + 6);
  if (figure.right && !figure.right->name.empty()) room.right += page::textLine + 4;
  if (!figure.y.name.empty()) room.left += page::textLine + 4;
  if (!figure.x.name.empty()) room.bottom += page::textLine + 2;
  return room;
}

Legend legendOf(const CurvesFigure& figure) {
  if (figure.frame.legend) return *figure.frame.legend;
  Legend legend;
  for (const FigureLine& line : figure.lines)
    if (!line.name.empty() && line.listed)
      legend.entries.push_back({line.name, line.colour, LegendMark::Line});
  for (const FigureBand& band : figure.bands)
    if (!band.name.empty()) legend.entries.push_back({band.name, band.colour});
  return legend;
}

void drawPlot(cairo_t* cairo, const CurvesFigure& figure, const Box& plot, const Progress&) {
  const Scales scales{figure, plot};
  drawAxes(cairo, scales);
  {
    const CairoState clipped(cairo);
    cairo_rectangle(cairo, plot.x, plot.y, plot.width, plot.height);
    cairo_clip(cairo);
    for (const FigureBand& band : figure.bands) drawBand(cairo, band, scales);
    for (const FigureLine& line : figure.lines) drawLine(cairo, line, scales);
    if (figure.cursor && std::isfinite(*figure.cursor)) {
      cairo_move_to(cairo, scales.x(*figure.cursor), plot.y);
      cairo_rel_line_to(cairo, 0, plot.height);
      setColour(cairo, figure.frame.colours.quiet);
      cairo_set_line_width(cairo, 1);
      cairo_stroke(cairo);
    }
    drawMarks(cairo, figure, plot);
    drawInset(cairo, figure, plot);
  }
  const AxisRoom room = axisRoom(cairo, figure);
  drawAxisNames(cairo, plot, room, figure.x.name, figure.y.name, figure.frame.colours.text);
  if (figure.right && !figure.right->name.empty()) {
    const TextStyle style{
        .size = page::textSize, .colour = figure.frame.colours.text, .align = TextAlign::Centre};
    const CairoState turned(cairo);
    cairo_translate(cairo, plot.x + plot.width + room.right - 0.78 * page::textSize,
                    plot.y + plot.height / 2);
    cairo_rotate(cairo, M_PI / 2);
    drawText(cairo, elide(cairo, figure.right->name, plot.height, style), 0, 0, style);
  }
}

void drawAxisNames(cairo_t* cairo, const Box& plot, const AxisRoom& room, const std::string& below,
                   const std::string& left, Colour colour) {
  const TextStyle style{.size = page::textSize, .colour = colour, .align = TextAlign::Centre};
  if (!below.empty())
    drawText(cairo, elide(cairo, below, plot.width, style), plot.x + plot.width / 2,
             plot.y + plot.height + room.bottom - 0.22 * page::textSize, style);
  if (left.empty()) return;
  const CairoState turned(cairo);
  cairo_translate(cairo, plot.x - room.left + 0.78 * page::textSize, plot.y + plot.height / 2);
  cairo_rotate(cairo, -M_PI / 2);
  drawText(cairo, elide(cairo, left, plot.height, style), 0, 0, style);
}

}  // namespace sispde::studio
