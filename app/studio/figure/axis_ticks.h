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
// For an axis by powers of ten: those in [low, high], or every second, third … of them; where there are fewer than two, 2 and 5 times
// them too. Needs finite 0 < low < high.
std::vector<AxisTick> logarithmicTicks(double low, double high, int most);

}  // namespace sispde::studio
