#include "app/studio/figure/figure_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "core/base/text.h"

namespace sispde::studio {
namespace {

void setFont(cairo_t* cairo, const TextStyle& style) {
  cairo_select_font_face(cairo, "DejaVu Sans", CAIRO_FONT_SLANT_NORMAL,
                         style.bold ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
  cairo_set_font_size(cairo, style.size);
}

std::string trueMinus(const std::string& number) {
  std::string text;
  for (const char c : number) c == '-' ? text.append("−") : text.append(1, c);
  return text;
}

}  // namespace

void setFontOptions(cairo_t* cairo) {
  const std::unique_ptr<cairo_font_options_t, CairoDelete> options(cairo_font_options_create());
  cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
  cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
  cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
  cairo_set_font_options(cairo, options.get());
}

double textWidth(cairo_t* cairo, const std::string& text, const TextStyle& style) {
  setFont(cairo, style);
  cairo_text_extents_t extents;
  cairo_text_extents(cairo, printable(text).c_str(), &extents);
  return extents.x_advance;
}

void drawText(cairo_t* cairo, const std::string& text, double x, double baseline, const TextStyle& style) {
  const double width = style.align == TextAlign::Left ? 0 : textWidth(cairo, text, style);
  setFont(cairo, style);
  setColour(cairo, style.colour);
  cairo_move_to(cairo, style.align == TextAlign::Right ? x - width : x - width / 2, baseline);
  cairo_show_text(cairo, printable(text).c_str());
  cairo_new_path(cairo);
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t good = utf8Prefix(text);
    for (const char c : text.substr(0, good))
      out.push_back(static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c);
    if (good == text.size()) break;
    out += "\uFFFD";
    text.remove_prefix(good + 1);
  }
  return out;
}

std::string elide(cairo_t* cairo, const std::string& text, double width, const TextStyle& style) {
  const std::string whole = printable(text);
  if (textWidth(cairo, whole, style) <= width) return whole;
  // The longest beginning that fits, found by halving.
  std::size_t fits = 0, tooLong = whole.size();
  while (tooLong - fits > 1) {
    const std::size_t middle = (fits + tooLong) / 2;
    const std::string part = whole.substr(0, utf8Prefix(std::string_view(whole).substr(0, middle)));
    (textWidth(cairo, part + "…", style) <= width ? fits : tooLong) = middle;
  }
  std::string part = whole.substr(0, utf8Prefix(std::string_view(whole).substr(0, fits)));
  while (!part.empty() && part.back() == ' ') part.pop_back();
  return part + "…";
}

std::vector<std::string> wrap(cairo_t* cairo, const std::string& text, double width, const TextStyle& style) {
  std::vector<std::string> lines;
  const std::string whole = printable(text);
  for (std::size_t at = 0; at < whole.size();) {
    const std::size_t end = std::min(whole.find(' ', at), whole.size());
    const std::string word = whole.substr(at, end - at);
    at = end + 1;
    if (word.empty()) continue;
    if (!lines.empty())
      if (const std::string longer = lines.back() + " " + word; textWidth(cairo, longer, style) <= width) {
        lines.back() = longer;
        continue;
      }
    lines.push_back(elide(cairo, word, width, style));
  }
  return lines;
}

std::string threeDigits(double value) {
  if (!std::isfinite(value)) return "–";
  if (value == 0) return "0";
  const std::string shape = fmt::format("{:.2e}", value);  // rounded first: 9.996 is 10.0, not 10.00
  const int exponent = std::stoi(shape.substr(shape.find('e') + 1));
  if (exponent > 5 || exponent < -4)
    return trueMinus(fmt::format("{}e{}", shape.substr(0, shape.find('e')), exponent));
  return trueMinus(fmt::format("{:.{}f}", value, std::max(0, 2 - exponent)));
}

std::string withDecimals(double value, int decimals) {
  const double unit = std::pow(10.0, -decimals);
  return trueMinus(fmt::format("{:.{}f}", std::abs(value) < unit / 2 ? 0.0 : value, decimals));
}

}  // namespace sispde::studio
