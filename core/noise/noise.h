#pragma once
// Noise is a seeded Φ-Wiener process on the nodes, stepped in time: W(t) has increments N(0, dt·K), and ξ_k is what the model's
// integrand sees in step k (t_k = k·dt, k = 0 … steps − 1). The normal numbers depend on (seed, step, column, node) alone: the same
// Z is seen through every kernel, on all nodes or on chosen ones, with any number of threads.
//
//   increments  ξ_k = R Z_k / √dt           dt·ξ_k is the increment of W: the scheme with a limit for dt → 0
//   path        ξ_k = W(t_{k+1})            the Wiener path itself
//   literal     ξ_k = √t_k R Z_k            independent N(0, t_k K), as the paper's text can be read; the first step has none
//   stationary  ξ_k = R Z_k                 independent N(0, K)

#include "core/noise/fields.h"

namespace sispde {

enum class NoiseMode { Increments, Path, Literal, Stationary };

struct NoiseRequest {
  KernelSpec spec;
  std::uint64_t seed = 0;
  NoiseMode mode = NoiseMode::Increments;
  std::uint32_t steps = 4;    // N
  double time = 1;            // T; dt = T/N
  std::uint32_t columns = 1;  // independent channels
  std::vector<NodeId> nodes;  // empty: all
  double tolerance = 1e-6;
  std::shared_ptr<const Spectrum> spectrum;
};

struct Noise {
  Buffer<float> values;  // steps × columns × nodes
  std::size_t nodes = 0;
  ApplyReport report;

  std::span<const float> at(std::uint32_t step, std::uint32_t column, std::uint32_t columns) const {
    return std::span<const float>(values).subspan((std::size_t{step} * columns + column) * nodes, nodes);
  }
};

// What a field R Z_k is multiplied by in step k; mode `path` then adds ξ_{k−1}.
double timeFactor(NoiseMode mode, int step, double dt);

// Chosen nodes cost one row of R each and a dot product per number; all nodes one pass of R over all columns.
Result<Noise> sampleNoise(const Laplacian& laplacian, const NoiseRequest& request,
                          const Progress& progress = {});

}  // namespace sispde
