#include "core/layout/repulsion.h"

#include <algorithm>
#include <cmath>

#include "core/base/parallel.h"
#include "core/layout/pair_forces.h"

namespace sispde {
namespace {

constexpr std::size_t groupsPerBlock = 32;

// What acts on a group: distant cells and the single bodies of near leaves. A cell acts from its centre of mass, but what is spread
// over a variance v per axis repels more strongly than a point: to second order as much as one with |p|² − v in place of |p|².
struct ActingBodies {
  std::vector<float> x, y, mass, softening;
  std::size_t count = 0;
  void reserve(std::size_t size) {
    if (size <= x.size()) return;
    size = std::max(size, 2 * x.size());
    x.resize(size);
    y.resize(size);
    mass.resize(size);
    softening.resize(size);
  }
};

void gather(const Quadtree& tree, const Box& box, const RepulsionOptions& options, ActingBodies& acting) {
  const auto& cells = tree.cells();
  const float square = options.theta * options.theta, epsilon2 = options.softening * options.softening;
  acting.count = 0;
  for (std::size_t i = 0; i < cells.size();) {
    const Quadtree::Cell& cell = cells[i];
    const float dx = std::max({box.left - cell.x, cell.x - box.right, 0.0f});
    const float dy = std::max({box.bottom - cell.y, cell.y - box.top, 0.0f});
    if (cell.extent * cell.extent < square * (dx * dx + dy * dy)) {
      acting.reserve(acting.count + 1);
      acting.x[acting.count] = cell.x;
      acting.y[acting.count] = cell.y;
      acting.mass[acting.count] = cell.mass;
      acting.softening[acting.count++] = epsilon2 - cell.variance;
      i += cell.span;
    } else if (cell.leaf()) {
      acting.reserve(acting.count + cell.count);
      std::copy_n(tree.x().data() + cell.begin, cell.count, acting.x.data() + acting.count);
      std::copy_n(tree.y().data() + cell.begin, cell.count, acting.y.data() + acting.count);
      std::copy_n(tree.mass().data() + cell.begin, cell.count, acting.mass.data() + acting.count);
      std::fill_n(acting.softening.data() + acting.count, cell.count, epsilon2);
      acting.count += cell.count;
      ++i;
    } else {
      ++i;
    }
  }
}

}  // namespace

bool Repulsion::compute(std::span<const Point> points, std::span<const float> mass,
                        const RepulsionOptions& options, std::span<Repelled> results,
                        const Progress& progress) {
  tree_.build(points, mass);
  if (progress.stopped()) return false;
  const auto& groups = tree_.groups();
  parallelBlocks(groups.size(), groupsPerBlock, [&](std::size_t begin, std::size_t end) {
    if (progress.stopped()) return;
    ActingBodies acting;
    acting.reserve(1024);
    PairForces pairs;
    for (std::size_t g = begin; g < end; ++g) {
      const Quadtree::Group& group = groups[g];
      gather(tree_, group.box, options, acting);
      const std::uint32_t count = group.end - group.begin;
      for (std::uint32_t i = 0; i < PairForces::width; ++i) {
        const std::uint32_t body = group.begin + std::min(i, count - 1);
        pairs.x[i] = tree_.x()[body];
        pairs.y[i] = tree_.y()[body];
      }
      pairs.count = count;
      sumPairForces(
          {acting.x.data(), acting.y.data(), acting.mass.data(), acting.softening.data(), acting.count},
          options.softening * options.softening, pairs);
      for (std::uint32_t i = 0; i < count; ++i)
        results[tree_.points()[group.begin + i]] = {pairs.forceX[i], pairs.forceY[i], pairs.potential[i]};
    }
  });
  return !progress.stopped();
}

std::vector<Repelled> exactRepulsion(std::span<const Point> points, std::span<const float> mass,
                                     float softening) {
  std::vector<Repelled> results(points.size());
  for (std::size_t i = 0; i < points.size(); ++i) {
    double fx = 0, fy = 0, potential = 0;
    for (std::size_t j = 0; j < points.size(); ++j) {
      const double dx = static_cast<double>(points[i].x) - points[j].x;
      const double dy = static_cast<double>(points[i].y) - points[j].y;
      const double m = mass.empty() ? 1 : mass[j];
      const double square = dx * dx + dy * dy + static_cast<double>(softening) * softening;
      const double share = m / (square * std::sqrt(square));
      fx += share * dx;
      fy += share * dy;
      potential += share * (dx * dx + dy * dy);
    }
    results[i] = {static_cast<float>(fx), static_cast<float>(fy), static_cast<float>(potential)};
  }
  return results;
}

}  // namespace sispde
