#include "core/experiment/time_left.h"

#include <algorithm>
#include <cmath>

namespace sispde {

void TimeLeft::add(const Cell& cell, double seconds) {
  for (Mean* mean : {&bySystem_[{cell.dataset, cell.system}], &byDataset_[cell.dataset], &all_}) {
    mean->sum += seconds;
    ++mean->count;
  }
}

std::optional<double> TimeLeft::expected(const Cell& cell) const {
  if (const auto same = bySystem_.find({cell.dataset, cell.system}); same != bySystem_.end())
    return same->second.sum / same->second.count;
  if (const auto same = byDataset_.find(cell.dataset); same != byDataset_.end())
    return same->second.sum / same->second.count;
  if (all_.count > 0) return all_.sum / all_.count;
  return std::nullopt;
}

double secondsLeft(std::span<const double> underWay, std::span<const double> waiting, int jobs) {
  double sum = 0, longest = 0;
  for (const auto cells : {underWay, waiting})
    for (const double seconds : cells) {
      sum += seconds;
      longest = std::max(longest, seconds);
    }
  return std::max(sum / std::max(jobs, 1), longest);
}

std::string durationText(double seconds) {
  const auto whole = static_cast<long long>(std::llround(std::max(seconds, 0.0)));
  if (whole < 90) return fmt::format("{} s", whole);
  const long long minutes = (whole + 30) / 60, hours = (minutes + 30) / 60;
  if (minutes < 90) return fmt::format("{} min", minutes);
  if (hours < 48) return fmt::format("{} h {} min", minutes / 60, minutes % 60);
  return fmt::format("{} d {} h", hours / 24, hours % 24);
}

}  // namespace sispde
