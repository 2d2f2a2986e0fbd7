#pragma once
// Sparse times dense on node-major blocks, as the graph convolution Â·B needs it, fused with what a time step adds to it. Each row is
// one sum in a fixed order, so results do not depend on the number of threads.

#include <cstddef>

#include "core/base/progress.h"
#include "core/model/sparse_matrix.h"

namespace sispde {

// With P_u = Σ_v M_uv in_v, for rows [0, rows):
//   out_u = (base ? base_u : 0) + factor · P_u
//   sum_u = (sumBase ? sumBase_u : 0) + sumFactor · P_u          where sum is given
// Blocks are rows × width, row-major. out, sum, base and sumBase may be the same array, `in` none of them.
struct Convolution {
  const SparseMatrix* matrix = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;  // rows of `in` that count: entries beyond are taken for 0
  std::size_t width = 0;
  const float* in = nullptr;
  float factor = 1, sumFactor = 0;
  const float* base = nullptr;
  float* out = nullptr;      // none: the sum alone
  std::size_t outFirst = 0;  // the row that `out` begins with
  const float* sumBase = nullptr;
  float* sum = nullptr;
};

// Ends early, with results of no use, when progress is stopped.
void convolve(const Convolution& task, const Progress& progress = {});
// Rows [begin, end) on the calling thread.
void convolveBlock(const Convolution& task, std::size_t begin, std::size_t end);

}  // namespace sispde
