#pragma once
// Figures as files: PNG, SVG or PDF by the ending of the name, from one and the same drawing, written whole or not
// at all.

#include <string>
#include <vector>

#include "app/studio/figure/figure.h"
#include "app/studio/figure/png_text.h"

namespace sispde::studio {

struct FigureOptions {
  int scale = 2;              // pixels of a PNG per point, 1 to 8; SVG and PDF have no pixels
  std::vector<PngText> text;  // kept inside a PNG, such as the workspace; the other formats leave it out
};

Result<void> writeFigure(const Figure& figure, const std::string& path, const FigureOptions& options = {},
                         const Progress& progress = {});

}  // namespace sispde::studio
