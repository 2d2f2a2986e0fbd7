#include "app/studio/render/edge_painter.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "app/studio/render/line_adder.h"
#include "app/studio/render/line_painter.h"
#include "app/studio/render/pixel_mix.h"

namespace sispde::studio {
namespace {

constexpr double unit = 64;  // of the sums, for a pixel of a line one pixel wide
// What an edge costs beside its pixels, in such: painted exactly, and added to the sums.
constexpr double perExactEdge = 25, perEdge = 30;

// A step that visits all places once, and has the first k of them evenly spread for every k.
std::size_t goldenStep(std::size_t count) {
  std::size_t step =
      std::max<std::size_t>(1, static_cast<std::size_t>(0.6180339887 * static_cast<double>(count)));
  while (std::gcd(step, count) != 1) ++step;
  return step;
}

}  // namespace

void EdgePainter::setEdges(std::span<const Point> positions, std::span<const Edge> edges) {
  ends_.resize(edges.size());
  next_ = 0;
  if (edges.empty()) return;
  const std::size_t count = edges.size(), step = goldenStep(count);
  std::size_t from = 0;
  for (Ends& ends : ends_) {
    const Edge& edge = edges[from];
    ends = {positions[static_cast<std::size_t>(edge.u)], positions[static_cast<std::size_t>(edge.v)]};
    from += step;
    if (from >= count) from -= count;
  }
}

std::optional<Segment> EdgePainter::visiblePart(const Ends& ends) const {
  const Segment line{camera_.toScreen({ends.a.x, ends.a.y}, view_),
                     camera_.toScreen({ends.b.x, ends.b.y}, view_)};
  const auto inside = [&](const DoublePoint& p) {  // most are; false where a place is not finite
    return p.x >= 0 && p.y >= 0 && p.x <= view_.width && p.y <= view_.height;
  };
  if (inside(line.a) && inside(line.b)) return line;
  return clipped(line, view_, 1);
}

double EdgePainter::visibleLength() const {
  const std::size_t some = std::min<std::size_t>(ends_.size(), 1024);
  double sum = 0;
  for (std::size_t i = 0; i < some; ++i)
    if (const auto part = visiblePart(ends_[i]))
      sum += std::hypot(part->b.x - part->a.x, part->b.y - part->a.y);
  return some == 0 ? 0 : sum * static_cast<double>(ends_.size()) / static_cast<double>(some);
}

void EdgePainter::begin(const Camera& camera, ViewSize view, const EdgeLook& look) {
  camera_ = camera;
  view_ = view;
  look_ = look;
  next_ = 0;
  const double work =
      visibleLength() * std::max(1.0f, look.width) + perExactEdge * static_cast<double>(ends_.size());
  exact_ = work <= mostExact;
  if (exact_) return;
  stride_ = view.width + 2 * LineAdder::border;
  sums_.assign(
      static_cast<std::size_t>(stride_) * static_cast<std::size_t>(view.height + 2 * LineAdder::border), 0);
}

void EdgePainter::advance() {
  if (exact_) {
    next_ = ends_.size();
    return;
  }
  LineAdder lines(sums_.data(), stride_, static_cast<float>(unit) * look_.width);
  for (double left = mostPerFrame; next_ < ends_.size() && left > 0; left -= perEdge) {
    const auto part = visiblePart(ends_[next_++]);
    if (!part) continue;
    lines.add(static_cast<float>(part->a.x), static_cast<float>(part->a.y), static_cast<float>(part->b.x),
              static_cast<float>(part->b.y));
    left -= std::max(std::abs(part->b.x - part->a.x), std::abs(part->b.y - part->a.y));
  }
  lines.flush();
}

void EdgePainter::paintExactly(std::vector<std::uint32_t>& pixels) const {
  std::fill(pixels.begin(), pixels.end(), look_.ground.packed() | 0xff000000u);
  std::vector<OverlayEdge> lines;
  lines.reserve(ends_.size());
  for (const Ends& ends : ends_) lines.push_back({ends.a, ends.b, look_.edge});
  paintLines(lines, camera_, view_, look_.width, pixels);
}

// Up to one line's coverage c the opacity is c·s, as of a line that passes the pixel in part; beyond, as of c lines over each other.
std::vector<std::uint32_t> EdgePainter::colours() const {
  const double strength = look_.edge.a / 255.0, clear = 1 - strength;
  const double perSum =
      static_cast<double>(ends_.size()) / (unit * static_cast<double>(std::max<std::size_t>(next_, 1)));
  // Where the opacity is less than half of an eighth bit from its end.
  const double most = strength <= 0 || clear <= 0 ? 1 : std::max(1.0, std::log(1.0 / 512) / std::log(clear));
  std::vector<std::uint32_t> table(
      std::min<std::size_t>(static_cast<std::size_t>(most / perSum) + 2, 1 << 16));
  for (std::size_t sum = 0; sum < table.size(); ++sum) {
    const double c = static_cast<double>(sum) * perSum;
    const double opacity = c < 1 ? c * strength : 1 - std::pow(clear, c);
    table[sum] = mixed(look_.ground.packed(), look_.edge.packed(), partOf(static_cast<float>(opacity)));
  }
  return table;
}

void EdgePainter::paint(std::vector<std::uint32_t>& pixels) const {
  const auto width = static_cast<std::size_t>(view_.width), height = static_cast<std::size_t>(view_.height);
  pixels.resize(width * height);
  if (exact_) return paintExactly(pixels);
  const std::vector<std::uint32_t> table = colours();
  const auto last = static_cast<std::uint32_t>(table.size() - 1);
  for (std::size_t y = 0; y < height; ++y) {
    const std::uint32_t* const from =
        sums_.data() + (y + LineAdder::border) * static_cast<std::size_t>(stride_) + LineAdder::border;
    std::transform(from, from + width, pixels.data() + y * width,
                   [&](std::uint32_t sum) { return table[std::min(sum, last)]; });
  }
}

}  // namespace sispde::studio
