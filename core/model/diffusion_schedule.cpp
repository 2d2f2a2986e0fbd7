#include "core/model/diffusion_schedule.h"

#include <cmath>

namespace sispde {

std::vector<DiffusionLevel> diffusionLevels(int steps) {
  constexpr double first = 1e-4, last = 0.02;
  std::vector<DiffusionLevel> levels;
  double before = 1;  // ᾱ_{t−1}
  for (int t = 0; t < steps; ++t) {
    const double beta = steps == 1 ? first : first + (last - first) * t / (steps - 1);
    const double alpha = 1 - beta, product = before * alpha;
    DiffusionLevel level;
    level.signal = std::sqrt(product);
    level.noise = std::sqrt(1 - product);
    level.scale = 1 / std::sqrt(alpha);
    level.predicted = level.scale * beta / level.noise;
    level.deviation = std::sqrt(beta * (1 - before) / (1 - product));
    levels.push_back(level);
    before = product;
  }
  return levels;
}

}  // namespace sispde
