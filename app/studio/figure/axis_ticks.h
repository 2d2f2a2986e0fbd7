#pragma once
// Round numbers along an axis.

#include <string>
#include <vector>

namespace sispde::studio {

struct AxisTick {
  double value = 0;
  std::string text;
};

// Multiples of 1, 2 or 5 times a power of ten in [low, high], at most `most` (≥ 2) of them, all with equally many
// decimals. Needs finite low < high.
std::vector<AxisTick> axisTicks(double low, double high, int most);

}  // namespace sispde::studio
