#pragma once
// The noise ξ of a model's time steps as SpdeIntegrator takes it (NoiseRows), in the four modes of noise.h.

#include "core/model/spde_integrator.h"
#include "core/noise/noise.h"
#include "core/noise/noise_bank.h"

namespace sispde {

// Independent N(0, σ²) for every row, sample, channel and step; place.step is the epoch, and the steps of time are columns from place.column on.
NoiseRows whiteNoise(double sigma, const NormalPlace& place, const SpdeShape& shape, NoiseMode mode);

// Columns of a block N × stride of fields, by chunks. All that it points to must outlive it.
struct ChunkNoise {
  const float* values = nullptr;
  std::size_t stride = 0;
  const ChunkChoice* choice = nullptr;
  std::vector<NodeId> rows;  // row of the block for each row of noise; empty: the same
};
NoiseRows chunkNoise(const ChunkNoise& chunks, const SpdeShape& shape, NoiseMode mode);

}  // namespace sispde
