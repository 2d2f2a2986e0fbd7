#include <algorithm>
#include <cmath>

#include "app/studio/figure/figure_parts.h"

namespace sispde::studio {

void drawMarks(cairo_t* cairo, const CurvesFigure& figure, const Box& plot) {
  const FigureColours& colours = figure.frame.colours;
  const TextStyle style{.size = page::textSize - 1, .colour = colours.text};
  constexpr double dash[] = {3, 3}, pad = 4, line = 14;
  double free = plot.x - 1;  // where the last words ended
  double row = 0;
  for (const FigureMark& mark : figure.marks) {
    const double x = plot.x + (mark.x - figure.x.low) / (figure.x.high - figure.x.low) * plot.width;
    if (x < plot.x || x > plot.x + plot.width) continue;
    {
      const CairoState dashed(cairo);
      cairo_set_dash(cairo, dash, 2, 0);
      cairo_move_to(cairo, x, plot.y);
      cairo_rel_line_to(cairo, 0, plot.height);
      setColour(cairo, colours.quiet);
      cairo_set_line_width(cairo, 0.75);
      cairo_stroke(cairo);
    }
    if (mark.text.empty()) continue;
    const double width = textWidth(cairo, mark.text, style) + 2 * pad;
    const double left = std::clamp(x + 4, plot.x, std::max(plot.x, plot.x + plot.width - width));
    if (left < free) row += line + 3;
    free = left + width;
    const Box box{left, plot.y + plot.height - line - 4 - row, width, line};
    cairo_rectangle(cairo, box.x, box.y, box.width, box.height);
    setColour(cairo, colours.ground);
    cairo_fill(cairo);
    strokeBox(cairo, box, colours.line, 0.75);
    drawText(cairo, mark.text, left + pad, box.y + line - 4, style);
  }
}

void drawInset(cairo_t* cairo, const CurvesFigure& figure, const Box& plot) {
  if (!figure.inset) return;
  const FigureInset& inset = *figure.inset;
  const FigureColours& colours = figure.frame.colours;
  const double side = std::min(0.4 * plot.height, 110.0), words = 12;
  const Box box{plot.x + plot.width - side - 6, plot.y + 4, side, side};
  cairo_rectangle(cairo, box.x - words - 4, box.y - 2, side + words + 8, side + words + 6);
  setColour(cairo, colours.ground);
  cairo_fill(cairo);
  strokeBox(cairo, box, colours.line, 0.75);
  const auto x = [&](double value) { return box.x + std::clamp(value, 0.0, 1.0) * box.width; };
  const auto y = [&](double value) { return box.y + (1 - std::clamp(value, 0.0, 1.0)) * box.height; };
  if (inset.diagonal) {
    cairo_move_to(cairo, x(0), y(0));
    cairo_line_to(cairo, x(1), y(1));
    setColour(cairo, colours.line);
    cairo_set_line_width(cairo, 0.75);
    cairo_stroke(cairo);
  }
  for (std::size_t i = 0; i < inset.line.x.size(); ++i)
    cairo_line_to(cairo, x(inset.line.x[i]), y(inset.line.y[i]));
  setColour(cairo, inset.line.colour);
  cairo_set_line_width(cairo, inset.line.width);
  cairo_stroke(cairo);
  cairo_new_sub_path(cairo);
  cairo_arc(cairo, x(inset.pointX), y(inset.pointY), 2.5, 0, 2 * M_PI);
  setColour(cairo, colours.text);
  cairo_fill(cairo);
  drawAxisNames(cairo, box, {.left = words, .right = 0, .top = 0, .bottom = words}, inset.x, inset.y,
                colours.quiet);
}

}  // namespace sispde::studio
