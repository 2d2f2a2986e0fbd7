#include "app/studio/render/edge_density.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "core/base/parallel.h"

namespace sispde::studio {
namespace {

// Lines are followed one pixel beyond the view: up to there they touch its pixels.
constexpr double reach = 1;

std::uint64_t scrambled(std::uint64_t x) {  // the finaliser of splitmix64
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
  return x ^ (x >> 31);
}

class Walk {
 public:
  Walk(const DensityRequest& request, std::span<const Point> screen)
      : request_(request), screen_(screen), key_(scrambled(request.seed + 0x9E3779B97F4A7C15u)) {
    right_ = static_cast<float>(request.view.width + reach);
    bottom_ = static_cast<float>(request.view.height + reach);
  }

  void sample(double share) {
    everything_ = share >= 1;
    limit_ = everything_ ? 0 : static_cast<std::uint64_t>(std::ldexp(share, 64));
  }

  // Those of the entries [begin, end) of the rows that lead to a node of higher number: each edge once.
  // Entries, not nodes, because all the edges of a hub would be too long a task.
  void add(std::int64_t begin, std::int64_t end, LineAdder& lines) const {
    const auto offsets = request_.graph.offsets();
    const NodeId* const targets = request_.graph.targets().data();
    for (std::size_t u = rowOf(begin); offsets[u] < end; ++u) {
      const Point p = screen_[u];
      const bool pInside = inside(p);
      const std::int64_t first = std::max(begin, offsets[u]);
      // From the end of the row, which is ascending: one surprise for the branch prediction in a row.
      for (std::int64_t e = std::min(end, offsets[u + 1]);
           e-- > first && targets[e] > static_cast<NodeId>(u);) {
        if (!everything_ && scrambled(static_cast<std::uint64_t>(e) ^ key_) >= limit_) continue;
        const Point q = screen_[targets[e]];
        if (pInside && inside(q))
          lines.add(p.x, p.y, q.x, q.y);
        else if (const auto part = visiblePart(static_cast<NodeId>(u), targets[e]))
          lines.add(static_cast<float>(part->a.x), static_cast<float>(part->a.y),
                    static_cast<float>(part->b.x), static_cast<float>(part->b.y));
      }
    }
  }

  // Mean over all edges of the length inside the view, from some four thousand of them.
  double meanVisibleLength() const {
    const auto targets = request_.graph.targets();
    constexpr std::uint64_t samples = 4096;
    double sum = 0;
    for (std::uint64_t i = 0; i < samples; ++i) {
      const auto e = static_cast<std::int64_t>(scrambled(i ^ key_) % targets.size());
      if (const auto part = visiblePart(static_cast<NodeId>(rowOf(e)), targets[e]))
        sum += std::hypot(part->b.x - part->a.x, part->b.y - part->a.y);
    }
    return sum / samples;
  }

 private:
  std::size_t rowOf(std::int64_t entry) const {
    const auto offsets = request_.graph.offsets();
    return static_cast<std::size_t>(std::upper_bound(offsets.begin(), offsets.end(), entry) -
                                    offsets.begin()) -
           1;
  }

  bool inside(Point p) const {
    return p.x >= -static_cast<float>(reach) && p.x <= right_ && p.y >= -static_cast<float>(reach) &&
           p.y <= bottom_;
  }

  // Far ends lose their low digits as float, and with them the edge its direction: here all is double.
  std::optional<Segment> visiblePart(NodeId u, NodeId v) const {
    const Point p = screen_[u], q = screen_[v];
    const auto low = -static_cast<float>(reach);
    if ((p.x < low && q.x < low) || (p.y < low && q.y < low)) return {};
    if ((p.x > right_ && q.x > right_) || (p.y > bottom_ && q.y > bottom_)) return {};
    if (std::isnan(p.x) || std::isnan(q.x)) return {};  // may lie beyond the end of the positions
    const auto place = [&](NodeId i) {
      const Point world = request_.positions[i];
      return request_.camera.toScreen({world.x, world.y}, request_.view);
    };
    return clipped({place(u), place(v)}, request_.view, reach);
  }

  const DensityRequest& request_;
  std::span<const Point> screen_;
  std::uint64_t key_, limit_ = 0;
  float right_, bottom_;
  bool everything_ = true;
};

double shareOfEdges(const DensityRequest& request, const Walk& walk) {
  const auto edges = static_cast<double>(request.graph.edgeCount());
  double share = 1;
  if (request.maxEdges > 0) share = std::min(share, static_cast<double>(request.maxEdges) / edges);
  if (request.maxEdgePixels > 0) {
    const double pixels = std::max(1.0, walk.meanVisibleLength());  // a short edge still costs one
    share = std::min(share, static_cast<double>(request.maxEdgePixels) / (edges * pixels));
  }
  return share;
}

}  // namespace

std::optional<Segment> clipped(Segment line, ViewSize view, double border) {
  // Liang and Barsky 1984: the range of t in a + t (b − a) that lies within all four sides.
  const double dx = line.b.x - line.a.x, dy = line.b.y - line.a.y;
  if (!std::isfinite(dx) || !std::isfinite(dy)) return {};
  double from = 0, to = 1;
  const auto cut = [&](double direction, double room) {  // keeps t · direction ≤ room
    if (direction > 0) to = std::min(to, room / direction);
    if (direction < 0) from = std::max(from, room / direction);
    return direction != 0 || room >= 0;
  };
  const bool crosses = cut(-dx, line.a.x + border) && cut(dx, view.width + border - line.a.x) &&
                       cut(-dy, line.a.y + border) && cut(dy, view.height + border - line.a.y);
  if (!crosses || from > to) return {};
  const auto at = [&](double t) {  // rounding must not lead outside again
    return DoublePoint{std::clamp(line.a.x + t * dx, -border, view.width + border),
                       std::clamp(line.a.y + t * dy, -border, view.height + border)};
  };
  return Segment{at(from), at(to)};
}

std::optional<EdgeDensity> edgeDensity(const DensityRequest& request, std::span<const Point> screen,
                                       const Progress& progress) {
  EdgeDensity result;
  const std::int64_t edges = request.graph.edgeCount();
  if (edges == 0 || !(request.edgeStrength > 0)) return result;
  Walk walk(request, screen);
  const double share = shareOfEdges(request, walk);
  walk.sample(share);

  // No sum can pass 2^32, even if all edges meet in one pixel: each covers √2 of it at most, and a sample is
  // never much larger than it should be.
  result.unit =
      static_cast<float>(std::clamp(std::ldexp(1.0, 32) / (4.0 * static_cast<double>(edges)), 1.0, 4096.0));
  result.stride = request.view.width + 2 * LineAdder::border;
  const std::size_t size =
      static_cast<std::size_t>(result.stride) * (request.view.height + 2 * LineAdder::border);

  constexpr std::int64_t chunk = 16384;
  const std::int64_t entries = 2 * edges;
  const auto helpers =
      static_cast<std::size_t>(std::clamp<std::int64_t>(edges / 16384, 1, std::min(threadCount(), 8)));
  std::vector<Buffer<std::uint32_t>> sums(helpers);
  std::atomic<std::int64_t> next{0};
  parallelBlocks(helpers, 1, [&](std::size_t helper, std::size_t) {
    sums[helper] = hugeBuffer<std::uint32_t>(size);
    std::fill(sums[helper].begin(), sums[helper].end(), 0);
    LineAdder lines(sums[helper].data(), result.stride, static_cast<float>(result.unit / share));
    for (std::int64_t begin = 0; (begin = next.fetch_add(chunk)) < entries && !progress.stopped();)
      walk.add(begin, std::min(entries, begin + chunk), lines);
    lines.flush();
  });
  if (progress.stopped()) return {};
  parallelBlocks(helpers > 1 ? size : 0, std::size_t{1} << 16, [&](std::size_t begin, std::size_t end) {
    for (std::size_t h = 1; h < helpers; ++h)
      for (std::size_t i = begin; i < end; ++i) sums[0][i] += sums[h][i];
  });
  result.sums = std::move(sums[0]);
  return result;
}

}  // namespace sispde::studio
