#pragma once
// How long the frames took: the work of the UI thread, and the whole with OpenGL's.

#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace sispde::studio {

class FrameTimes {
 public:
  void add(double work, double whole);  // milliseconds; of very many the newest are kept
  // Number, median, 99th percentile and largest.
  nlohmann::ordered_json summary() const;

 private:
  std::vector<double> work_, whole_;
};

}  // namespace sispde::studio
