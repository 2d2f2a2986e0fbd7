#include "app/studio/figure/write_figure.h"

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <new>

#include <cairo-pdf.h>
#include <cairo-svg.h>

#include "app/studio/figure/figure_page.h"
#include "core/base/atomic_file.h"
#include "core/base/text.h"

namespace sispde::studio {
namespace {

constexpr int largestPixels = 32767;  // cairo's limit for a side
constexpr double largestArea = 4e8;   // 1.6 GB of memory

cairo_status_t append(void* to, const unsigned char* bytes, unsigned int count) {
  try {
    static_cast<std::string*>(to)->append(reinterpret_cast<const char*>(bytes), count);
    return CAIRO_STATUS_SUCCESS;
  } catch (const std::bad_alloc&) {  // must not pass through cairo
    return CAIRO_STATUS_NO_MEMORY;
  }
}

// Draws and finishes the surface; whatever went wrong on the way is in its status or in the context's.
Result<void> drawOn(cairo_surface_t* surface, const Figure& figure, const FigurePage& page, double scale,
                    const std::string& path, const Progress& progress) {
  cairo_status_t status = cairo_surface_status(surface);
  if (status == CAIRO_STATUS_SUCCESS) {
    const CairoContext context(cairo_create(surface));
    cairo_scale(context.get(), scale, scale);
    drawFigure(context.get(), figure, page, progress);
    status = cairo_status(context.get());
  }
  cairo_surface_flush(surface);
  if (progress.stopped()) return cancelled();
  if (status == CAIRO_STATUS_SUCCESS) status = cairo_surface_status(surface);
  if (status != CAIRO_STATUS_SUCCESS)
    return failure({path}, "The figure could not be drawn ({})", cairo_status_to_string(status));
  return {};
}

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : printable(text)) switch (c) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      default: out.push_back(c);
    }
  return out;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

// cairo draws letters as shapes. Title and captions as text let a search or a screen reader find the figure.
void addWords(std::string& svg, const FigureFrame& frame) {
  const std::size_t element = svg.find("<svg"), end = svg.find('>', element);
  if (element == std::string::npos || end == std::string::npos) return;
  std::string words = "\n<title>" + escaped(frame.title) + "</title>";
  if (!frame.captions.empty()) {
    words += "\n<desc>";
    for (std::size_t i = 0; i < frame.captions.size(); ++i)
      words += (i == 0 ? "" : "\n") + escaped(frame.captions[i]);
    words += "</desc>";
  }
  svg.insert(end + 1, words);
}

Result<void> finish(cairo_surface_t* surface, const std::string& path) {
  cairo_surface_finish(surface);
  if (const cairo_status_t status = cairo_surface_status(surface); status != CAIRO_STATUS_SUCCESS)
    return failure({path}, "The figure could not be drawn ({})", cairo_status_to_string(status));
  return {};
}

Result<void> writeSvg(const Figure& figure, const std::string& path, const Progress& progress) {
  const FigurePage page = figurePage(figure);
  std::string bytes;
  const CairoSurface surface(cairo_svg_surface_create_for_stream(&append, &bytes, page.width, page.height));
  SISPDE_CHECK(drawOn(surface.get(), figure, page, 1, path, progress));
  SISPDE_CHECK(finish(surface.get(), path));
  addWords(bytes, frameOf(figure));
  return writeFile(path, bytes);
}

Result<void> writePdf(const Figure& figure, const std::string& path, const Progress& progress) {
  const FigurePage page = figurePage(figure);
  std::string bytes;
  const CairoSurface surface(cairo_pdf_surface_create_for_stream(&append, &bytes, page.width, page.height));
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_TITLE,
                                 printable(frameOf(figure).title).c_str());
  cairo_pdf_surface_set_metadata(surface.get(), CAIRO_PDF_METADATA_SUBJECT,
                                 printable(joined(frameOf(figure).captions)).c_str());
  SISPDE_CHECK(drawOn(surface.get(), figure, page, 1, path, progress));
  SISPDE_CHECK(finish(surface.get(), path));
  return writeFile(path, bytes);
}

// From cairo's 0xAARRGGBB with colours multiplied by the opacity to R, G, B, A without, in place.
void toRgba(unsigned char* bytes, std::size_t pixels) {
  for (std::size_t i = 0; i < pixels; ++i, bytes += 4) {
    std::uint32_t p = 0;
    std::memcpy(&p, bytes, sizeof p);
    const std::uint32_t a = p >> 24;
    const auto part = [a](std::uint32_t value) {
      return static_cast<unsigned char>(a == 0 ? 0 : std::min<std::uint32_t>(255, (value * 255 + a / 2) / a));
    };
    bytes[0] = part(p >> 16 & 255);
    bytes[1] = part(p >> 8 & 255);
    bytes[2] = part(p & 255);
    bytes[3] = static_cast<unsigned char>(a);
  }
}

Result<void> writePixels(const Figure& figure, const std::string& path, const FigureOptions& options,
                         const Progress& progress) {
  if (options.scale < 1 || options.scale > 8)
    return usageError("The scale of a PNG is 1 to 8, not {}", options.scale);
  const FigurePage page = figurePage(figure);
  const double w = page.width * options.scale, h = page.height * options.scale;
  if (w > largestPixels || h > largestPixels || w * h > largestArea)
    return usageError("The picture would have {} × {} pixels, which is too large; choose a smaller scale", w,
                      h);
  const int width = static_cast<int>(w), height = static_cast<int>(h);
  const CairoSurface surface(cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height));
  SISPDE_CHECK(drawOn(surface.get(), figure, page, options.scale, path, progress));
  const std::size_t area = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  unsigned char* bytes = cairo_image_surface_get_data(surface.get());  // rows of 32-bit pixels have no gaps
  toRgba(bytes, area);
  const PngPixels pixels{.width = width,
                         .height = height,
                         .rgba = {bytes, 4 * area},
                         .opaque = frameOf(figure).colours.ground.a == 255,
                         .pixelsPerPoint = static_cast<double>(options.scale)};
  return writePng(pixels, options.text, path, progress);
}

}  // namespace

Result<void> writeFigure(const Figure& figure, const std::string& path, const FigureOptions& options,
                         const Progress& progress) {
  const std::string ending = lower(std::filesystem::path(path).extension().string());
  if (ending != ".png" && ending != ".svg" && ending != ".pdf")
    return usageError("A figure is written as .png, .svg or .pdf; the name {} ends in none of them",
                      inQuotes(path));
  SISPDE_CHECK(checkFigure(figure));
  if (ending == ".svg") return writeSvg(figure, path, progress);
  if (ending == ".pdf") return writePdf(figure, path, progress);
  return writePixels(figure, path, options, progress);
}

}  // namespace sispde::studio
