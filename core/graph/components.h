#pragma once
// Degrees and connected components.

#include "core/graph/graph.h"

namespace sispde {

struct DegreeStatistics {
  std::int64_t min = 0, max = 0;
  double mean = 0;
  std::int64_t isolated = 0;  // nodes without a neighbour
};
DegreeStatistics degreeStatistics(const Graph& graph);

struct Components {
  std::int32_t count = 0;
  std::vector<std::int32_t> ofNode;  // 0-based, numbered by the smallest node of each component
};
Components connectedComponents(const Graph& graph);

}  // namespace sispde
