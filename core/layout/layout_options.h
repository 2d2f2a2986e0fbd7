#pragma once
// What a layout may be told. The defaults serve every graph from a handful of nodes to a million.

#include <cstdint>

#include "core/base/result.h"

namespace sispde {

struct LayoutOptions {
  std::uint64_t seed = 0;  // of the order in which nodes join and of the small random shifts; any
  int iterations = 60;     // at most, on the graph itself; coarser levels take more; 1 to 100000
  double theta = 0.95;  // opening of the Barnes–Hut method, smaller is more exact (repulsion.h); 0.2 to 2
  double stillness = 0.004;  // ends when a mean step is below this share of the space of a node; 0 to 1
  bool useGrid = true;  // a graph that gridPositions recognises keeps its grid, where no positions are given
};

// An error of kind Usage when a field is out of its range.
Result<void> checkOptions(const LayoutOptions& options);

}  // namespace sispde
