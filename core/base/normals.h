#pragma once
// Standard normal numbers by their place: what stands at (seed, step, column, item) depends on these four alone, not on
// threads or on what else is drawn. Philox 4x32-10 and Box–Muller, four numbers per block, vectorised.

#include <cstdint>
#include <span>

namespace sispde {

// Which of several independent sets of numbers. The first two are for fields, with nodes or edges as items; the next three for a
// model's noise while it trains, is validated and is tested; the last two for a diffusion that learns and that draws.
enum class NormalSet : std::uint32_t {
  Nodes = 1,
  Edges = 2,
  Training = 3,
  Validation = 4,
  Test = 5,
  DiffusionTraining = 6,
  DiffusionDrawing = 7
};

struct NormalPlace {
  std::uint64_t seed = 0;
  std::uint32_t step = 0, column = 0;
  NormalSet set = NormalSet::Nodes;
};

// out[i] is the number of item first + i; `first` is a multiple of 4.
void normals(const NormalPlace& place, std::uint64_t first, std::span<float> out);

}  // namespace sispde
