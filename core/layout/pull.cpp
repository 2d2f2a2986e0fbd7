#include "core/layout/pull.h"

#include <algorithm>

#include "core/layout/springs.h"

namespace sispde {
namespace {

constexpr std::int64_t chunk = 1024;  // edges that are gathered, then worked on in vectors, then summed

// Calls body(u, entry) for all entries of [first, last); u is the node of the first and becomes that of the last.
template <class Body>
void overEntries(const LayoutLevel& level, std::int64_t first, std::int64_t last, std::size_t& u,
                 const Body& body) {
  for (std::int64_t e = first; e < last;) {
    while (level.offsets[u + 1] <= e) ++u;
    const std::int64_t rowEnd = std::min(last, level.offsets[u + 1]);
    for (; e < rowEnd; ++e) body(u, e);
  }
}

}  // namespace

void pullOn(const LayoutLevel& level, std::span<const Point> points, std::size_t begin, std::size_t end,
            std::array<Pull, pullBlock>& pulls) {
  alignas(64) std::array<float, chunk> dx, dy, lengths, springs;
  std::fill_n(pulls.begin(), end - begin, Pull{});
  std::size_t gatherNode = begin, sumNode = begin;
  for (std::int64_t first = level.offsets[begin]; first < level.offsets[end]; first += chunk) {
    const std::int64_t last = std::min(first + chunk, level.offsets[end]);
    overEntries(level, first, last, gatherNode, [&](std::size_t u, std::int64_t e) {
      const Point p = points[u], q = points[level.targets[e]];
      dx[e - first] = q.x - p.x;
      dy[e - first] = q.y - p.y;
    });
    const std::int64_t whole = (last - first + 15) / 16 * 16;
    for (std::int64_t i = last - first; i < whole; ++i) dx[i] = dy[i] = 0;
    springsOf(dx.data(), dy.data(), static_cast<std::size_t>(whole), lengths.data(), springs.data());
    const bool weighted = !level.weights.empty();
    overEntries(level, first, last, sumNode, [&](std::size_t u, std::int64_t e) {
      const float w = weighted ? level.weights[e] : 1.0f;
      const float d = lengths[e - first], spring = w * springs[e - first];
      Pull& pull = pulls[u - begin];
      pull.x += spring * dx[e - first];
      pull.y += spring * dy[e - first];
      pull.stiffness += spring;
      pull.energy += spring * d * d;
      pull.length += w * d;
    });
  }
}

}  // namespace sispde
