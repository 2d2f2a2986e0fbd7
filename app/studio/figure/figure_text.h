#pragma once
// Words and numbers of a figure. Widths do not depend on the scale of the drawing, so that all formats have the same
// page.

#include <string>
#include <string_view>
#include <vector>

#include "app/studio/figure/cairo_objects.h"

namespace sispde::studio {

enum class TextAlign { Left, Centre, Right };

struct TextStyle {
  double size = 10;  // points
  bool bold = false;
  Colour colour = {};
  TextAlign align = TextAlign::Left;
};

// To be called once for every new context: how letters are drawn.
void setFontOptions(cairo_t* cairo);

double textWidth(cairo_t* cairo, const std::string& text, const TextStyle& style);
void drawText(cairo_t* cairo, const std::string& text, double x, double baseline, const TextStyle& style);

// Without control characters; bytes that are not UTF-8 become U+FFFD.
std::string printable(std::string_view text);

// The text, or as much of its beginning as fits, with an ellipsis.
std::string elide(cairo_t* cairo, const std::string& text, double width, const TextStyle& style);

// Broken at blanks into lines that fit; words wider than a line are shortened. No lines for an empty text.
std::vector<std::string> wrap(cairo_t* cairo, const std::string& text, double width, const TextStyle& style);

// Three significant digits, or an exponent outside [1e-4, 1e6); with a true minus sign.
std::string threeDigits(double value);

// So many decimals, with a true minus sign; never "−0".
std::string withDecimals(double value, int decimals);

}  // namespace sispde::studio
