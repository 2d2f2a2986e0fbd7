#include "core/experiment/report_svg.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace sispde {
namespace {

struct InkColours {
  const char *name, *light, *dark;
};
// In the order of Ink.
constexpr std::array<InkColours, 14> inks{{{"ground", "#FFFFFF", "#1C1F23"},
                                           {"line", "#DEDEDA", "#2E3238"},
                                           {"text", "#1E2226", "#E7E9EC"},
                                           {"quiet", "#6A717B", "#99A1AC"},
                                           {"accent", "#2B66C9", "#79AEFF"},
                                           {"bad", "#B3401E", "#F0825C"},
                                           {"s1", "#0072B2", "#4FA9DE"},
                                           {"s2", "#D55E00", "#F0803C"},
                                           {"s3", "#009E73", "#35C69B"},
                                           {"s4", "#CC79A7", "#DE9AC0"},
                                           {"s5", "#B98500", "#E6B53A"},
                                           {"s6", "#56B4E9", "#8CCBF2"},
                                           {"s7", "#8A8F98", "#B4BAC3"},
                                           {"s8", "#E8A071", "#F3BE9D"}}};

const InkColours& coloursOf(Ink ink) {
  return inks[static_cast<std::size_t>(ink)];
}

std::string fill(Ink ink) {
  return fmt::format("fill=\"{}\" class=\"f-{}\"", coloursOf(ink).light, coloursOf(ink).name);
}

std::string stroke(Ink ink, double width) {
  return fmt::format("stroke=\"{}\" stroke-width=\"{:g}\" class=\"k-{}\"", coloursOf(ink).light, width,
                     coloursOf(ink).name);
}

std::string closed(const char* element, const std::string& hint) {
  return hint.empty() ? "/>\n" : "><title>" + xmlText(hint) + "</title></" + element + ">\n";
}

std::string darkStyle() {
  std::string rules;
  for (const InkColours& ink : inks)
    rules += fmt::format(".f-{0}{{fill:{1}}}.k-{0}{{stroke:{1}}}", ink.name, ink.dark);
  return "<style>@media (prefers-color-scheme:dark){" + rules + "}</style>\n";
}

}  // namespace

Ink seriesInk(std::size_t index) {
  return static_cast<Ink>(static_cast<std::size_t>(Ink::Series1) + index % 8);
}

SvgPicture::SvgPicture(double width, double height, const std::string& title)
    : width_(width), height_(height), body_("<title>" + xmlText(title) + "</title>\n") {
  body_ += fmt::format("<rect width=\"{:g}\" height=\"{:g}\" {}/>\n", width, height, fill(Ink::Ground));
}

void SvgPicture::line(SvgPoint from, SvgPoint to, Ink ink, double width, const std::string& hint) {
  body_ += fmt::format("<line x1=\"{:.2f}\" y1=\"{:.2f}\" x2=\"{:.2f}\" y2=\"{:.2f}\" {}", from.x, from.y,
                       to.x, to.y, stroke(ink, width)) +
           closed("line", hint);
}

void SvgPicture::disc(SvgPoint centre, double radius, Ink ink, const std::string& hint, bool filled) {
  const std::string look = filled ? fill(ink) : "fill=\"none\" " + stroke(ink, 1.5);
  body_ +=
      fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{:g}\" {}", centre.x, centre.y, radius, look) +
      closed("circle", hint);
}

void SvgPicture::path(const std::vector<SvgPoint>& points, Ink ink, double width) {
  std::string places;
  for (const SvgPoint& point : points) places += fmt::format("{:.2f},{:.2f} ", point.x, point.y);
  body_ += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke-linejoin=\"round\" {}/>\n", places,
                       stroke(ink, width));
}

void SvgPicture::rectangle(SvgPoint corner, double width, double height, Ink ink, double opacity) {
  body_ += fmt::format(
      "<rect x=\"{:.2f}\" y=\"{:.2f}\" width=\"{:.2f}\" height=\"{:.2f}\" opacity=\"{:g}\" {}/>\n", corner.x,
      corner.y, width, height, opacity, fill(ink));
}

void SvgPicture::text(SvgPoint at, const std::string& words, const TextStyle& style) {
  constexpr std::array anchors{"start", "middle", "end"};
  const std::string turn =
      style.upright ? "" : fmt::format(" transform=\"rotate(-90 {:.2f} {:.2f})\"", at.x, at.y);
  body_ +=
      fmt::format("<text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:g}\" text-anchor=\"{}\"{}{} {}>{}</text>\n",
                  at.x, at.y, style.size, anchors[static_cast<std::size_t>(style.anchor)],
                  style.bold ? " font-weight=\"600\"" : "", turn, fill(style.ink), xmlText(words));
}

std::string SvgPicture::finished() const {
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" width=\"{0:g}\" "
             "height=\"{1:g}\" "
             "role=\"img\" font-family=\"'DejaVu Sans', Verdana, sans-serif\">\n",
             width_, height_) +
         darkStyle() + body_ + "</svg>\n";
}

double textWidth(std::string_view words, double size) {
  std::size_t characters = 0;
  for (const char c : words) characters += (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  return 0.62 * size * static_cast<double>(characters);
}

std::string xmlText(std::string_view text) {
  std::string made;
  for (const char c : text) switch (c) {
      case '&': made += "&amp;"; break;
      case '<': made += "&lt;"; break;
      case '>': made += "&gt;"; break;
      case '"': made += "&quot;"; break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\t') made += c;
    }
  return made;
}

std::vector<double> roundTicks(double low, double high, int most) {
  const double slack = 1e-9 * (high - low);
  double power = std::pow(10, std::floor(std::log10((high - low) / most)));
  while (true) {
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double step = digit * power;
      std::vector<double> ticks;
      for (double at = std::ceil((low - slack) / step); at * step <= high + slack; ++at)
        ticks.push_back(at * step);
      if (static_cast<int>(ticks.size()) <= most) return ticks;
    }
    power *= 10;
  }
}

std::vector<double> logTicks(double low, double high) {
  std::vector<double> ticks;
  const bool many = high / low > 2000;
  for (int power = static_cast<int>(std::floor(std::log10(low))); std::pow(10, power) <= high * 1.000001;
       ++power)
    for (const double digit : {1.0, 2.0, 5.0}) {
      const double at = digit * std::pow(10, power);
      if (at >= low * 0.999999 && at <= high * 1.000001 && (!many || digit == 1.0)) ticks.push_back(at);
    }
  return ticks;
}

}  // namespace sispde
