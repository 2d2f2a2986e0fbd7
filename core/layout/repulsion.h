#pragma once
// Repulsion between all bodies in the plane, f_i = Σ_j m_j (p_i − p_j) / (|p_i − p_j|² + ε²)^(3/2), which falls like 1/d², by the
// grouped Barnes–Hut method: a distant cell of a quadtree acts as one body in its centre of mass, and bodies that lie together
// share the list of what acts on them. The sum over a list runs over the bodies of a group in vectors of the processor.

#include <span>

#include "core/base/progress.h"
#include "core/layout/quadtree.h"

namespace sispde {

struct RepulsionOptions {
  // A cell acts as one body when its extent is below theta times its distance from the group; (0, 2].
  float theta = 0.95f;
  float softening = 1e-3f;  // ε > 0
};

struct Repelled {
  float x = 0, y = 0;  // f_i
  float potential = 0;  // Σ_j m_j |p_i − p_j|² / (|p_i − p_j|² + ε²)^(3/2), about Σ_j m_j / |p_i − p_j|
};

class Repulsion {
 public:
  // One result per point. Masses may be empty: all 1. False, with results not whole, when progress was stopped.
  bool compute(std::span<const Point> points, std::span<const float> mass, const RepulsionOptions& options,
               std::span<Repelled> results, const Progress& progress = {});

 private:
  Quadtree tree_;
};

// The plain sum over all pairs in double precision: what Repulsion approximates.
std::vector<Repelled> exactRepulsion(std::span<const Point> points, std::span<const float> mass,
                                     float softening);

}  // namespace sispde
