#pragma once
// A frame with two axes inside a picture.

#include <cmath>
#include <string>
#include <vector>

#include "core/experiment/report_svg.h"

namespace sispde {

struct PlotAxis {
  double low = 0, high = 1;
  bool logarithmic = false;
  // 0 at the low end, 1 at the high end.
  double place(double value) const {
    return logarithmic ? std::log(value / low) / std::log(high / low) : (value - low) / (high - low);
  }
  std::vector<double> ticks(int most) const {
    return logarithmic ? logTicks(low, high) : roundTicks(low, high, most);
  }
};

struct PlotFrame {
  SvgPoint corner;  // top left of the plotted area
  double width = 100, height = 100;
  PlotAxis x, y;

  double atX(double value) const { return corner.x + width * x.place(value); }
  double atY(double value) const { return corner.y + height * (1 - y.place(value)); }
  SvgPoint at(double valueX, double valueY) const { return {atX(valueX), atY(valueY)}; }
};

// Faint lines and numbers; numbers that would touch their neighbour are left out.
void drawGridX(SvgPicture& picture, const PlotFrame& frame, int most);
void drawGridY(SvgPicture& picture, const PlotFrame& frame, int most);
// A line of marks and words; returns where it ends.
double drawLegend(SvgPicture& picture, SvgPoint at, const std::vector<std::string>& words);

}  // namespace sispde
