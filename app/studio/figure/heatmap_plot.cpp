#include <algorithm>
#include <cmath>

#include "app/studio/figure/figure_parts.h"

namespace sispde::studio {
namespace {

// Viewers of SVG and PDF smooth small pictures when they enlarge them; a picture of at least so many pixels, its cells
// repeated, keeps their edges.
constexpr int sharpPixels = 1024;

CairoSurface cellImage(const HeatmapFigure& figure, int repeat) {
  const int side = figure.bins * repeat;
  CairoSurface image(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, side, side));
  unsigned char* bytes = cairo_image_surface_get_data(image.get());
  if (bytes == nullptr) return image;
  const int stride = cairo_image_surface_get_stride(image.get());
  for (int y = 0; y < side; ++y) {
    auto* row = reinterpret_cast<std::uint32_t*>(bytes + static_cast<std::ptrdiff_t>(y) * stride);
    const Colour* cells = figure.cells.data() + static_cast<std::ptrdiff_t>(y / repeat) * figure.bins;
    for (int x = 0; x < side; ++x) {
      const Colour c = cells[x / repeat];
      const auto part = [&](std::uint8_t value) {
        return static_cast<std::uint32_t>((value * c.a + 127) / 255);
      };
      row[x] = std::uint32_t{c.a} << 24 | part(c.r) << 16 | part(c.g) << 8 | part(c.b);
    }
  }
  cairo_surface_mark_dirty(image.get());
  return image;
}

}  // namespace

AxisRoom axisRoom(cairo_t*, const HeatmapFigure& figure) {
  return {.left = figure.yName.empty() ? 0 : page::textLine + 4,
          .right = 0,
          .top = 0,
          .bottom = figure.xName.empty() ? 0 : page::textLine + 4};
}

void drawPlot(cairo_t* cairo, const HeatmapFigure& figure, const Box& plot, const Progress&) {
  const bool vector = isVector(cairo);
  double pixel = 1, unused = 0;
  cairo_user_to_device_distance(cairo, &pixel, &unused);
  const int repeat = vector ? (sharpPixels + figure.bins - 1) / figure.bins : 1;
  const CairoSurface image = cellImage(figure, repeat);
  {
    const CairoState scaled(cairo);
    cairo_rectangle(cairo, plot.x, plot.y, plot.width, plot.height);
    cairo_clip(cairo);
    cairo_translate(cairo, plot.x, plot.y);
    const double size = plot.width / (figure.bins * repeat);
    cairo_scale(cairo, size, size);
    cairo_set_source_surface(cairo, image.get(), 0, 0);
    // Cells of few pixels would be of uneven size when they are sharp.
    const bool sharp = vector || plot.width * pixel >= 2.0 * figure.bins;
    cairo_pattern_set_filter(cairo_get_source(cairo), sharp ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD);
    if (!vector) cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD);
    cairo_paint(cairo);
  }
  // The text's colour: it differs from the low end of the maps, which most cells have.
  Colour boundary = figure.frame.colours.text;
  boundary.a = 110;
  setColour(cairo, boundary);
  cairo_set_line_width(cairo, 0.75);
  for (const double share : figure.boundaries) {
    cairo_move_to(cairo, plot.x + share * plot.width, plot.y);
    cairo_rel_line_to(cairo, 0, plot.height);
  }
  for (const double share : figure.rowBoundaries) {
    cairo_move_to(cairo, plot.x, plot.y + share * plot.height);
    cairo_rel_line_to(cairo, plot.width, 0);
  }
  cairo_stroke(cairo);
  strokeBox(cairo, plot, figure.frame.colours.line, 0.75);
  drawAxisNames(cairo, plot, axisRoom(cairo, figure), figure.xName, figure.yName, figure.frame.colours.text);
}

}  // namespace sispde::studio
