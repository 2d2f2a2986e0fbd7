#pragma once
// The sizes of an SPDE model in time and width, and how it is stepped.

#include <cstddef>

namespace sispde {

enum class Solver { Euler, Rk4 };

struct SpdeShape {
  std::size_t hidden = 64, samples = 1;
  int steps = 4;
  double time = 1;
  Solver solver = Solver::Euler;
  double dt() const { return time / steps; }
  // How often Â is applied on the way.
  std::size_t stages() const { return static_cast<std::size_t>(steps) * (solver == Solver::Euler ? 1 : 4); }
};

}  // namespace sispde
