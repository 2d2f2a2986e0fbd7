#pragma once
// The tone of density.h as a table over the bits of a float: 512 steps for each doubling, no logarithm per
// pixel.

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace sispde::studio {

class ToneCurve {
 public:
  // strength in [0, 1]: the opacity at coverage 1.
  explicit ToneCurve(double strength) : opacity_(octaves * steps) {
    const double clear = strength > 0 ? 1 - std::min(strength, 1.0) : 1;
    std::vector<double> within(steps);
    for (int m = 0; m < steps; ++m) within[m] = std::pow(clear, std::log2(1 + (m + 0.5) / steps));
    within[0] = 1;  // no coverage, no opacity
    for (int o = 0; o < octaves; ++o)
      for (int m = 0; m < steps; ++m)
        opacity_[o * steps + m] = static_cast<float>(1 - std::pow(clear, o) * within[m]);
  }

  // coverage ≥ 0; from 2^24 on the curve is level.
  float operator()(float coverage) const {
    const auto index =
        (std::bit_cast<std::uint32_t>(1 + coverage) - std::bit_cast<std::uint32_t>(1.0f)) >> 14;
    return opacity_[std::min<std::size_t>(index, opacity_.size() - 1)];
  }

 private:
  static constexpr int octaves = 24, steps = 512;
  std::vector<float> opacity_;
};

}  // namespace sispde::studio
