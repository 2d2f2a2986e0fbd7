#pragma once
// Dense products on small row-major blocks through LibTorch's BLAS, each on one thread alone: our own loops hand one block to each
// thread, and a block's product does not depend on how many there are.

#include <cstddef>

#include "core/base/progress.h"

namespace sispde {

// A rows × columns matrix, or the transpose of one that is stored columns × rows; `stride` numbers from one stored row to the next.
struct Block {
  const float* data = nullptr;
  std::size_t rows = 0, columns = 0, stride = 0;
  bool transposed = false;
};
inline Block block(const float* data, std::size_t rows, std::size_t columns) {
  return {data, rows, columns, columns, false};
}
// The transpose of a stored rows × columns matrix.
inline Block transposed(const float* data, std::size_t rows, std::size_t columns) {
  return {data, columns, rows, columns, true};
}

// out = a·b, or out += a·b; out is a.rows × b.columns without gaps.
void multiply(const Block& a, const Block& b, float* out, bool accumulate = false);
// The same, with fixed blocks of out's rows on several threads. Ends early, with results of no use, when progress is stopped.
void multiplyRows(const Block& a, const Block& b, float* out, bool accumulate = false,
                  const Progress& progress = {});

// Holds LibTorch's own pools at one thread for the calling thread, which is where the setting lives; cheap when it is so already.
void holdTorchAtOneThread();

}  // namespace sispde
