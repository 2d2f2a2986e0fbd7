#pragma once
// The innermost loop of the repulsion: a group of bodies against a list of acting bodies, in the processor's own vectors.

#include <cstddef>

#include "core/layout/quadtree.h"

namespace sispde {

// A group: places in, forces out. All `width` places must be numbers; forces of the first `count` are computed.
struct PairForces {
  static constexpr std::size_t width = Quadtree::groupSize;
  alignas(64) float x[width], y[width], forceX[width], forceY[width], potential[width];
  std::size_t count = 0;
};

// A list of acting bodies. softening: what is added to squared distances from it.
struct ActingList {
  const float* x;
  const float* y;
  const float* mass;
  const float* softening;
  std::size_t count;
};

// force_i = Σ_j mass_j (p_i − p_j) / r_ij³ with r_ij² = |p_i − p_j|² + softening_j, by a reciprocal root of some twelve bits;
// potential_i = Σ_j mass_j (r_ij² − epsilon2) / r_ij³, where epsilon2 is the softening of bodies, so that a body adds 0 to its own.
void sumPairForces(const ActingList& acting, float epsilon2, PairForces& group);

}  // namespace sispde
