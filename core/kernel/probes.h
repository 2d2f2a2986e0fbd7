#pragma once
// What random estimates of traces and diagonals share: vectors of random signs, and the modes of λ = 0 that need no estimate.

#include <cstdint>
#include <vector>

#include "core/base/random.h"
#include "core/graph/components.h"
#include "core/spectral/laplacian.h"

namespace sispde {

// The signs of one column, node after node; they depend on (seed, column) alone.
class Signs {
 public:
  Signs(std::uint64_t seed, std::size_t column)
      : random_(seed, 0x70726f6265 + (static_cast<std::uint64_t>(column) << 40)) {}
  bool next() {
    if (left_ == 0) {
      bits_ = random_.bits();
      left_ = 64;
    }
    return (bits_ >> --left_ & 1) != 0;
  }

 private:
  Random random_;
  std::uint64_t bits_ = 0;
  int left_ = 0;
};

// The modes of λ = 0: one unit vector per component, all with separate nodes. Entry u of the mode of its component. Of no use after a stop.
struct ZeroModes {
  explicit ZeroModes(const Laplacian& laplacian, const Progress& progress = {});
  void project(std::vector<double>& x) const;  // takes the modes out of x

  Components components;
  std::vector<double> entries;
};

}  // namespace sispde
