#pragma once
// What fills take out of a tile, in the processor's own vectors: sums over groups of nodes.

#include <cstddef>
#include <span>

#include "core/graph/graph.h"

namespace sispde {

// out[j] = (1/size) Σ over `nodes` of tile[rows[u] · 32 + j] · scale[u], for 32 columns.
void meanOfRows(const float* tile, const NodeId* rows, std::span<const NodeId> nodes, const float* scale,
                float* out);
void meanOfRows(const double* tile, const NodeId* rows, std::span<const NodeId> nodes, const double* scale,
                float* out);

}  // namespace sispde
