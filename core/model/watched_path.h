#pragma once
// A WatchedPath is the way of one node through the SPDE: H(t_k) and the class probabilities that the decoder would give at t_k, for each sample.

#include <cstddef>
#include <vector>

#include "core/graph/graph.h"

namespace sispde {

struct WatchedPath {
  NodeId node = 0;
  std::size_t samples = 0, times = 0, width = 0, classes = 0;
  std::vector<float> hidden;         // samples × times × width
  std::vector<float> probabilities;  // samples × times × classes
};

}  // namespace sispde
