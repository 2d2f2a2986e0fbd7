#include "core/experiment/statistics_summary.h"

#include <cmath>

#include "core/experiment/statistics_tails.h"

namespace sispde {

Summary summaryOf(std::span<const double> values) {
  Summary made;
  made.count = static_cast<int>(values.size());
  if (values.empty()) return made;
  const auto n = static_cast<double>(values.size());
  for (const double value : values) made.mean += value / n;
  double squares = 0;
  for (const double value : values) squares += (value - made.mean) * (value - made.mean);
  made.std = std::sqrt(squares / n);
  return made;
}

Summary summaryOf(const BySeed& values) {
  std::vector<double> list;
  for (const auto& [seed, value] : values) list.push_back(value);
  return summaryOf(list);
}

PairedInterval pairedInterval(const BySeed& first, const BySeed& second) {
  std::vector<double> differences;
  for (const auto& [seed, value] : first)
    if (const auto other = second.find(seed); other != second.end())
      differences.push_back(value - other->second);
  const Summary summary = summaryOf(differences);
  PairedInterval made{summary.count, summary.mean};
  if (summary.count < 2) return made;
  const double n = summary.count;
  made.half = studentTwoSided(0.95, n - 1) * summary.std / std::sqrt(n - 1);
  return made;
}

}  // namespace sispde
