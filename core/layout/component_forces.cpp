// The loops over the nodes of a level. Sums are taken in fixed blocks, so that they do not depend on the number of threads.

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/parallel.h"
#include "core/layout/component_layout.h"
#include "core/layout/pull.h"

namespace sispde {
namespace {

constexpr std::size_t block = pullBlock;
constexpr float momentum = 0.7f, damping = 0.4f;
constexpr double pullPower = 1.5, pushPower = 2;     // w·d^(3/2) and 1/d²
constexpr std::uint64_t prolongStream = 0x70726f6c;  // "prol"

// Two numbers in [−1, 1) that depend on seed, level and node alone (the mixing of SplitMix64).
Point shiftOf(std::uint64_t seed, std::size_t level, std::size_t node) {
  std::uint64_t h = seed + 0x9e3779b97f4a7c15ull * (node + 1) + (prolongStream << level);
  h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9ull;
  h = (h ^ (h >> 27)) * 0x94d049bb133111ebull;
  h ^= h >> 31;
  const auto unit = [](std::uint64_t bits) { return static_cast<float>(bits & 0xffffff) * 0x1p-23f - 1; };
  return {unit(h), unit(h >> 32)};
}

}  // namespace

void ComponentLayout::Sums::add(const Sums& other) {
  energy += other.energy;
  length += other.length;
  virial += other.virial;
  moved += other.moved;
  mass += other.mass;
  x += other.x;
  y += other.y;
  square += other.square;
}

template <class Body>
ComponentLayout::Sums ComponentLayout::sumOver(const Body& body) const {
  std::vector<Sums> parts((points_.size() + block - 1) / block);
  parallelBlocks(points_.size(), block, [&](std::size_t begin, std::size_t end) {
    std::array<Pull, block> pulls;
    pullOn(levels_[level_], points_, begin, end, pulls);
    Sums sums;
    for (std::size_t u = begin; u < end; ++u) body(u, pulls[u - begin], sums);
    parts[begin / block] = sums;
  });
  Sums sums;
  for (const Sums& part : parts) sums.add(part);
  return sums;
}

// All sums but `moved`, for the points and forces as they are.
ComponentLayout::Sums ComponentLayout::measure() const {
  const LayoutLevel& level = levels_[level_];
  return sumOver([&](std::size_t u, const Pull& pull, Sums& sums) {
    const double m = level.massOf(u), x = points_[u].x, y = points_[u].y;
    sums.energy += pull.energy / 2;
    sums.length += pull.length / 2;
    sums.virial += m * repelled_[u].potential / 2;
    sums.mass += m;
    sums.x += m * x;
    sums.y += m * y;
    sums.square += m * (x * x + y * y);
  });
}

// One step. Energy, length and virial are of before, the rest of after it.
ComponentLayout::Sums ComponentLayout::move(float bound) {
  const LayoutLevel& level = levels_[level_];
  const auto strength = static_cast<float>(strength_);
  const Sums result = sumOver([&](std::size_t u, const Pull& pull, Sums& sums) {
    const Point p = points_[u];
    const Repelled force = repelled_[u];
    const float m = level.massOf(u);
    const float share = damping / (pull.stiffness + 1e-20f);
    float stepX = momentum * velocity_[u].x + share * (pull.x + strength * m * force.x);
    float stepY = momentum * velocity_[u].y + share * (pull.y + strength * m * force.y);
    float size = std::sqrt(stepX * stepX + stepY * stepY);
    if (size > bound) {
      stepX *= bound / size;
      stepY *= bound / size;
      size = bound;
    }
    const bool held = !held_.empty() && held_[u] != 0;
    if (held || !std::isfinite(size)) stepX = stepY = size = 0;
    velocity_[u] = {stepX, stepY};
    next_[u] = {p.x + stepX, p.y + stepY};
    sums.energy += pull.energy / 2;
    sums.length += pull.length / 2;
    sums.virial += static_cast<double>(m * force.potential / 2);
    sums.moved += size;
    sums.mass += m;
    sums.x += static_cast<double>(m * next_[u].x);
    sums.y += static_cast<double>(m * next_[u].y);
    sums.square += static_cast<double>(m * (next_[u].x * next_[u].x + next_[u].y * next_[u].y));
  });
  points_.swap(next_);
  return result;
}

// Sets C from the sums, and brings centre and size to their aim: the first time in one go, then by at most a quarter.
void ComponentLayout::balance(const Sums& sums, bool first) {
  const double cx = sums.x / sums.mass, cy = sums.y / sums.mass;
  const double radius = std::sqrt(std::max(sums.square / sums.mass - cx * cx - cy * cy, 0.0));
  const double length = std::max(sums.length / static_cast<double>(graph_.edgeCount()), 1e-12);
  const double factor = first ? 1 / length : std::clamp(1 / length, 0.8, 1.25);
  // A drawing that is `factor` times as large is in balance with a C that is factor^(a + r) times as large.
  if (sums.virial > 0) strength_ = sums.energy / sums.virial * std::pow(factor, pullPower + pushPower);
  const double near = 2 * radius / std::sqrt(static_cast<double>(points_.size()));
  spacing_ = std::max(std::min(near, sums.length / levelWeight_), 1e-9);
  // Deviations that nobody sees are left for later: it would be one more pass over the memory.
  const bool inPlace = std::abs(factor - 1) < 1e-3 && std::hypot(cx, cy) < 1e-3 * radius;
  if ((frameFixed_ || inPlace) && !first) return;
  spacing_ *= factor;
  const Point c{static_cast<float>(cx), static_cast<float>(cy)};
  const auto f = static_cast<float>(factor);
  parallelBlocks(points_.size(), block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      points_[u] = {(points_[u].x - c.x) * f, (points_[u].y - c.y) * f};
      velocity_[u] = {velocity_[u].x * f, velocity_[u].y * f};
    }
  });
}

// Shifts every point by at most `most` in both directions, the same way every time.
void ComponentLayout::scatter(std::vector<Point>& points, std::size_t level, float most) const {
  parallelBlocks(points.size(), block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      const Point shift = shiftOf(options_.seed, level, u);
      points[u] = {points[u].x + most * shift.x, points[u].y + most * shift.y};
    }
  });
}

// A node of the finer level starts between its group and those of its neighbours.
std::vector<Point> ComponentLayout::prolong(std::size_t fine, std::span<const Point> coarse) const {
  const LayoutLevel& level = levels_[fine];
  std::vector<Point> points(level.size());
  const auto shift = static_cast<float>(
      0.15 * spacing_ * std::sqrt(static_cast<double>(coarse.size()) / static_cast<double>(level.size())));
  parallelBlocks(points.size(), block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t u = begin; u < end; ++u) {
      float x = 0, y = 0, sum = 0;
      for (std::int64_t e = level.offsets[u]; e < level.offsets[u + 1]; ++e) {
        const Point q = coarse[level.parent[level.targets[e]]];
        const float w = level.weight(e);
        x += w * q.x;
        y += w * q.y;
        sum += w;
      }
      const Point own = coarse[level.parent[u]];
      points[u] = {(own.x + x / sum) / 2, (own.y + y / sum) / 2};
    }
  });
  scatter(points, fine, shift);
  return points;
}

}  // namespace sispde
