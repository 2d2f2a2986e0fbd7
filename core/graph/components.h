#pragma once
// Degrees and connected components. After a stop they return early, and what they return is of no use: whoever hands over a progress that
// can stop asks it before anything is read.

#include "core/base/progress.h"
#include "core/graph/graph.h"

namespace sispde {

struct DegreeStatistics {
  std::int64_t min = 0, max = 0;
  double mean = 0;
  std::int64_t isolated = 0;  // nodes without a neighbour
};
DegreeStatistics degreeStatistics(const Graph& graph, const Progress& progress = {});

struct Components {
  std::int32_t count = 0;
  std::vector<std::int32_t> ofNode;  // 0-based, numbered by the smallest node of each component
};
Components connectedComponents(const Graph& graph, const Progress& progress = {});

}  // namespace sispde
