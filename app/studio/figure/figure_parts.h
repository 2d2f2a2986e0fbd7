#pragma once
// The parts that a page is made of, each measured and drawn by its own file.

#include "app/studio/figure/figure_page.h"

namespace sispde::studio {

namespace page {
inline constexpr double margin = 24, gap = 16;
inline constexpr double titleSize = 15, titleLine = 20;
inline constexpr double textSize = 10, textLine = 15;
inline constexpr double tickLength = 4;
}  // namespace page

SideColumn sideColumn(cairo_t* cairo, const FigureFrame& frame, const Legend& legend, double plotHeight);
void drawSideColumn(cairo_t* cairo, const FigureFrame& frame, const SideColumn& side, double x, double y);

AxisRoom axisRoom(cairo_t* cairo, const HeatmapFigure& figure);
AxisRoom axisRoom(cairo_t* cairo, const CurvesFigure& figure);

// The legend of the frame, or the one that the lines make.
Legend legendOf(const CurvesFigure& figure);

// A graph of many edges takes seconds: it is left half drawn when progress is stopped.
void drawPlot(cairo_t* cairo, const GraphFigure& figure, const Box& plot, const Progress& progress);
void drawPlot(cairo_t* cairo, const HeatmapFigure& figure, const Box& plot, const Progress&);
void drawPlot(cairo_t* cairo, const CurvesFigure& figure, const Box& plot, const Progress&);

// Over the lines of a plot: dashed verticals with their words, and a small plot in the corner.
void drawMarks(cairo_t* cairo, const CurvesFigure& figure, const Box& plot);
void drawInset(cairo_t* cairo, const CurvesFigure& figure, const Box& plot);

// Words below the middle of the plot and, turned by a quarter, left of it.
void drawAxisNames(cairo_t* cairo, const Box& plot, const AxisRoom& room, const std::string& below,
                   const std::string& left, Colour colour);

void strokeBox(cairo_t* cairo, const Box& box, Colour colour, double width);

}  // namespace sispde::studio
