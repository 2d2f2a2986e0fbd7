#pragma once
// Where everything on the page of a figure stands: title above, plot with its axes on the left, colour bar and legend
// in a column on its right, captions below, even margins around. The page grows with its content, so nothing overlaps.

#include <string>
#include <vector>

#include "app/studio/figure/figure.h"
#include "app/studio/figure/figure_text.h"

namespace sispde::studio {

struct Box {
  double x = 0, y = 0, width = 0, height = 0;  // points from the upper left corner of the page
};

// The names of an axis' ticks and its own take room beside the plot.
struct AxisRoom {
  double left = 0, right = 0, top = 0, bottom = 0;
};

// Colour bar and legend.
struct SideColumn {
  Legend legend;  // with shortened names; the last entry may count those that found no place
  double width = 0, height = 0;
  double barHeight = 0;  // of the colours alone; 0 without a colour bar
  std::vector<std::string> barName;
  double legendTop = 0;   // from the column's top
  double entryWidth = 0;  // from one column of entries to the next
  int rows = 0;           // entries under each other
};

struct FigurePage {
  double width = 0, height = 0;  // whole points
  std::vector<std::string> title, captions;
  Box plot;
  SideColumn side;
  double sideX = 0, captionTop = 0;
};

FigurePage figurePage(const Figure& figure);

// The whole figure on a context whose unit is a point. The figure must pass checkFigure.
void drawFigure(cairo_t* cairo, const Figure& figure, const FigurePage& page, const Progress& progress = {});

}  // namespace sispde::studio
