#include "app/studio/figure/figure_page.h"

#include <algorithm>
#include <cmath>

#include "app/studio/figure/figure_parts.h"

namespace sispde::studio {
namespace {

AxisRoom axisRoom(cairo_t*, const GraphFigure&) {
  return {};
}

Legend legendOf(const FigureFrame& frame) {
  return frame.legend.value_or(Legend{});
}

double linesHeight(std::size_t count, double line) {
  return static_cast<double>(count) * line;
}

}  // namespace

FigurePage figurePage(const Figure& figure) {
  const FigureFrame& frame = frameOf(figure);
  const CairoSurface scratch(cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1));
  const CairoContext context(cairo_create(scratch.get()));
  cairo_t* cairo = context.get();
  setFontOptions(cairo);

  const AxisRoom room = std::visit([&](const auto& one) { return axisRoom(cairo, one); }, figure);
  const auto* curves = std::get_if<CurvesFigure>(&figure);
  const bool square = std::holds_alternative<HeatmapFigure>(figure);
  const double plotWidth = frame.plot.width, plotHeight = square ? plotWidth : frame.plot.height;

  FigurePage page;
  page.side = sideColumn(cairo, frame, curves != nullptr ? legendOf(*curves) : legendOf(frame), plotHeight);
  double content = room.left + plotWidth + room.right;
  if (page.side.width > 0) content += page::gap + page.side.width;
  page.width = std::ceil(content + 2 * page::margin);
  content = page.width - 2 * page::margin;

  page.title = wrap(cairo, frame.title, content, {.size = page::titleSize, .bold = true});
  for (const std::string& caption : frame.captions)
    for (std::string& line : wrap(cairo, caption, content, {.size = page::textSize}))
      page.captions.push_back(std::move(line));

  double y = page::margin + linesHeight(page.title.size(), page::titleLine);
  if (!page.title.empty()) y += page::gap / 2;
  page.plot = {page::margin + room.left, y + room.top, plotWidth, plotHeight};
  page.sideX = page.plot.x + plotWidth + room.right + page::gap;
  y += room.top + std::max(plotHeight + room.bottom, page.side.height);
  page.captionTop = y + page::gap;
  if (!page.captions.empty())
    y = page.captionTop + linesHeight(page.captions.size(), page::textLine) -
        (page::textLine - page::textSize);
  page.height = std::ceil(y + page::margin);
  return page;
}

void drawFigure(cairo_t* cairo, const Figure& figure, const FigurePage& page, const Progress& progress) {
  const FigureFrame& frame = frameOf(figure);
  setFontOptions(cairo);
  // Points; SVG and PDF are looked at enlarged, where cairo's usual circles of two arcs are seen not to be round.
  if (isVector(cairo)) cairo_set_tolerance(cairo, 0.005);
  setColour(cairo, frame.colours.ground);
  cairo_paint(cairo);
  // Lines of text stand on the page's rhythm: capitals are about 0.73 of the size high.
  double y = page::margin + 0.78 * page::titleSize;
  for (const std::string& line : page.title) {
    drawText(cairo, line, page::margin, y,
             {.size = page::titleSize, .bold = true, .colour = frame.colours.text});
    y += page::titleLine;
  }
  y = page.captionTop + 0.78 * page::textSize;
  for (const std::string& line : page.captions) {
    drawText(cairo, line, page::margin, y, {.size = page::textSize, .colour = frame.colours.quiet});
    y += page::textLine;
  }
  std::visit([&](const auto& one) { drawPlot(cairo, one, page.plot, progress); }, figure);
  drawSideColumn(cairo, frame, page.side, page.sideX, page.plot.y);
}

void strokeBox(cairo_t* cairo, const Box& box, Colour colour, double width) {
  cairo_rectangle(cairo, box.x, box.y, box.width, box.height);
  setColour(cairo, colour);
  cairo_set_line_width(cairo, width);
  cairo_stroke(cairo);
}

}  // namespace sispde::studio
