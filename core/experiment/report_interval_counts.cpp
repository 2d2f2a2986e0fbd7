#include "core/experiment/report_interval_counts.h"

#include <vector>

#include "core/experiment/report_text.h"

namespace sispde {

void IntervalCounts::add(const PairedInterval& interval) {
  if (!interval.half) {
    ++without_;
    return;
  }
  Count& count = bySeeds_[interval.pairs];
  ++count.all;
  count.above += interval.seen() && interval.mean > 0;
  count.below += interval.seen() && interval.mean < 0;
}

int IntervalCounts::compared() const {
  int all = 0;
  for (const auto& [seeds, count] : bySeeds_) all += count.all;
  return all;
}

std::string IntervalCounts::without() const {
  return without_ == 0 ? "" : fmt::format("; none for {} (fewer than two common seeds)", without_);
}

std::string IntervalCounts::words() const {
  std::vector<std::string> parts;
  for (const auto& [seeds, count] : bySeeds_)
    parts.push_back(fmt::format("{}: above 0 in {}, below 0 in {}, around 0 in {}", counted(seeds, "seed"),
                                count.above, count.below, count.all - count.above - count.below));
  return joined(parts, "; ") + without();
}

std::string IntervalCounts::wordsAbove() const {
  std::vector<std::string> parts;
  for (const auto& [seeds, count] : bySeeds_)
    parts.push_back(fmt::format("{} of {} with {}", count.above, count.all, counted(seeds, "seed")));
  return joined(parts, "; ") + without();
}

}  // namespace sispde
