#include "app/studio/shell/frame_times.h"

#include <algorithm>

#include <nlohmann/json.hpp>

namespace sispde::studio {
namespace {

constexpr std::size_t mostKept = 100'000;

double at(std::vector<double> times, double share) {
  if (times.empty()) return 0;
  std::sort(times.begin(), times.end());
  return times[static_cast<std::size_t>(share * static_cast<double>(times.size() - 1))];
}

}  // namespace

void FrameTimes::add(double work, double whole) {
  for (auto* times : {&work_, &whole_})
    if (times->size() >= mostKept) times->erase(times->begin(), times->begin() + mostKept / 2);
  work_.push_back(work);
  whole_.push_back(whole);
}

nlohmann::ordered_json FrameTimes::summary() const {
  return {{"frames", work_.size()}, {"median_ms", at(work_, 0.5)},        {"p99_ms", at(work_, 0.99)},
          {"max_ms", at(work_, 1)}, {"whole_median_ms", at(whole_, 0.5)}, {"whole_p99_ms", at(whole_, 0.99)}};
}

}  // namespace sispde::studio
