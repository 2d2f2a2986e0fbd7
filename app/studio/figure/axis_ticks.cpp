#include "app/studio/figure/axis_ticks.h"

#include <algorithm>
#include <cmath>

#include "app/studio/figure/figure_text.h"

namespace sispde::studio {

std::vector<AxisTick> axisTicks(double low, double high, int most) {
  const double length = high - low, slack = 1e-9 * length;
  double step = 0;
  int exponent = static_cast<int>(std::floor(std::log10(length / most)));
  for (bool found = false; !found; ++exponent)
    for (const int digit : {1, 2, 5}) {
      step = digit * std::pow(10.0, exponent);
      const double count = std::floor((high + slack) / step) - std::ceil((low - slack) / step) + 1;
      if (count <= most) {
        found = true;
        break;
      }
    }
  --exponent;  // of the step that was found
  std::vector<AxisTick> ticks;
  const double first = std::ceil((low - slack) / step);
  for (int i = 0; i <= most; ++i) {
    const double value = (first + i) * step;
    if (value > high + slack) break;
    const bool plain = exponent >= -6 && std::max(std::abs(low), std::abs(high)) < 1e6;
    ticks.push_back({value, plain ? withDecimals(value, std::max(0, -exponent)) : threeDigits(value)});
  }
  return ticks;
}

std::vector<AxisTick> logarithmicTicks(double low, double high, int most) {
  const int first = static_cast<int>(std::ceil(std::log10(low) - 1e-9)),
            last = static_cast<int>(std::floor(std::log10(high) + 1e-9));
  std::vector<AxisTick> ticks;
  const auto add = [&](double value) {
    if (value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9)) ticks.push_back({value, threeDigits(value)});
  };
  const int every = std::max(1, (last - first + most) / std::max(most, 1));
  for (int exponent = first; exponent <= last; ++exponent)
    if (exponent % every == 0) add(std::pow(10.0, exponent));
  if (ticks.size() >= 2) return ticks;
  ticks.clear();
  for (int exponent = first - 1; exponent <= last; ++exponent)
    for (const int digit : {1, 2, 5}) add(digit * std::pow(10.0, exponent));
  return ticks;
}

}  // namespace sispde::studio
