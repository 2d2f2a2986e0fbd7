#pragma once
// g_1(Δ)B … g_r(Δ)B for many entries, laid out for one purpose: a linear combination in one sequential pass. 32 entries lie side by
// side, for all r functions one after the other, then the next 32; a combination keeps its sums in registers and reads the memory
// once, at the speed of the memory.

#include <cstdint>
#include <span>

#include "core/base/buffer.h"

namespace sispde {

class BasisBlock {
 public:
  static constexpr std::size_t chunk = 32;
  static std::size_t padded(std::size_t items) { return (items + chunk - 1) / chunk * chunk; }
  static std::size_t bytesFor(std::size_t items, int rank, bool half) {
    return padded(items) * static_cast<std::size_t>(rank) * (half ? 2 : 4);
  }

  BasisBlock() = default;
  // Without values. `items` is rounded up to whole chunks.
  BasisBlock(std::size_t items, int rank);

  std::size_t items() const { return items_; }
  int rank() const { return rank_; }
  bool half() const { return !halves_.empty(); }
  std::size_t bytes() const { return floats_.size() * 4 + halves_.size() * 2; }

  // Adds Σ_k coefficients[k · rank + j] · moments[k][i] to entry first + i of function j, for `count` entries; first and count are
  // multiples of 32. `fresh` sets instead of adding. Not for half storage. Threads may add to separate ranges.
  void add(std::span<const float* const> moments, const float* coefficients, std::size_t first,
           std::size_t count, bool fresh);

  // Stores the block as fp16: half the memory and twice the speed, relative error 5e-4. For pictures.
  void makeHalf();

  // out[i] = Σ_j weights[j] · entry first + i; fewer weights than functions leave the last ones out. `first` is a multiple of 32.
  void combine(std::span<const float> weights, std::size_t first, std::span<float> out) const;
  // The same, and ‖out‖, while the numbers are still in the cache.
  double combineAndMeasure(std::span<const float> weights, std::size_t first, std::span<float> out) const;

 private:
  void combineRange(std::span<const float> weights, std::size_t first, std::span<float> out) const;

  std::size_t items_ = 0;
  int rank_ = 0;
  Buffer<float> floats_;
  Buffer<std::uint16_t> halves_;
};

}  // namespace sispde
