#pragma once
// Correlations K_uv/√(K_uu K_vv) of given pairs under one kernel: one pass over the columns of the nodes that occur in them. For many
// kernels on the same pairs there is KernelEngine::pairs.

#include "core/rewire/column_stream.h"

namespace sispde {

struct PairCorrelations {
  std::vector<float> values;  // one per pair; 0 where a node has no variance
  CorrelationReport report;
};

// Pairs in any order and direction, u ≠ v.
Result<PairCorrelations> pairCorrelations(const Laplacian& laplacian, const KernelSpec& spec,
                                          std::span<const Edge> pairs, const CorrelationOptions& options = {},
                                          const Progress& progress = {});

}  // namespace sispde
