#pragma once
// A picture as SVG text: lines, discs, areas and words in the colours of the program. Colours are stated for light ground and turn
// into those for dark ground where the reader prefers it, in the file by itself and inside the HTML page. Pixels, y downwards.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sispde {

// Ground, Line, Text, Quiet, Accent and Bad are the windows' colours; Series1 … Series8 those of Okabe and Ito, the last three lightened or
// greyed.
enum class Ink {
  Ground,
  Line,
  Text,
  Quiet,
  Accent,
  Bad,
  Series1,
  Series2,
  Series3,
  Series4,
  Series5,
  Series6,
  Series7,
  Series8
};
Ink seriesInk(std::size_t index);  // after the eighth they start anew

enum class Anchor { Start, Middle, End };

struct TextStyle {
  double size = 12.5;
  Ink ink = Ink::Text;
  Anchor anchor = Anchor::Start;
  bool bold = false;
  bool upright = true;  // false: turned to read from below to above
};

struct SvgPoint {
  double x = 0, y = 0;
};

class SvgPicture {
 public:
  // `title` is read out to those who cannot see the picture.
  SvgPicture(double width, double height, const std::string& title);
  // `hint` is shown where the cursor rests.
  void line(SvgPoint from, SvgPoint to, Ink ink, double width = 1, const std::string& hint = {});
  void disc(SvgPoint centre, double radius, Ink ink, const std::string& hint = {}, bool filled = true);
  void path(const std::vector<SvgPoint>& points, Ink ink, double width = 1.5);
  void rectangle(SvgPoint corner, double width, double height, Ink ink, double opacity = 1);
  // y is that of the baseline.
  void text(SvgPoint at, const std::string& words, const TextStyle& style = {});
  std::string finished() const;

 private:
  double width_, height_;
  std::string body_;
};

// About how wide words in this size are: DejaVu Sans, a little generous.
double textWidth(std::string_view words, double size = 12.5);
// Characters with a meaning in XML replaced.
std::string xmlText(std::string_view text);

// Round numbers in [low, high], at most `most` ≥ 2 of them; low < high.
std::vector<double> roundTicks(double low, double high, int most);
// 1, 2 and 5 times powers of ten in [low, high], 0 < low < high; the powers alone where they are many.
std::vector<double> logTicks(double low, double high);

}  // namespace sispde
