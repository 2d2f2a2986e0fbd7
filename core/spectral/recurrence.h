#pragma once
// The hot loop: one step of Chebyshev's recurrence on a tile of W vectors, fused with the accumulation of the result.
//
// With X = 2Δ/b − I the recurrence is T_{k+1} = 2X T_k − T_{k−1}. For the symmetric Laplacian it runs on t_k = D^{-1/2} T_k, where
// the off-diagonal part is −(2/b) D^{-1}A: neighbours are gathered without weights and the row is scaled once. A tile holds
// the W entries of a node side by side (N × W, row-major), so that each neighbour is one or a few vector loads.

#include <cstddef>
#include <cstdint>

#include "core/base/buffer.h"
#include "core/spectral/laplacian.h"

namespace sispde {

// X of one Laplacian on [0, upper], in the scaled space. Its rows stand in the order in which they are computed: by degree within
// blocks of nodes, so that every stream is read from front to back and the processor foresees how long each row is.
template <class T>
struct RecurrenceMatrix {
  // Not whole, and of no use, when progress is stopped.
  RecurrenceMatrix(const Laplacian& laplacian, double upper, const Progress& progress = {});

  // Rows [begin, end) of one degree; their entries follow one another from `entry` on.
  struct Run {
    NodeId begin = 0, end = 0;
    std::int32_t degree = 0;
    std::int64_t entry = 0;
  };

  std::size_t nodes = 0;
  Buffer<NodeId> rows;     // row of each node
  Buffer<NodeId> targets;  // rows of the neighbours
  Buffer<T> weights;       // −X of the entries; empty when every weight is 1
  Buffer<T> offDiagonal;   // factor of the sum over the neighbours, per row
  Buffer<T> diagonal;  // X_uu, per row; empty when it is 0 wherever there is a neighbour, and −1 elsewhere
  Buffer<T> into,
      out;  // per node: factors into and out of the scaled space; empty when that is the space itself
  bool local =
      false;  // nearly all neighbours stand within some thousand rows: gathers are as good as streams
  std::vector<Run> runs;
  // Parts with about equal work: part i is runs [parts[i], parts[i + 1]).
  std::vector<std::size_t> parts{0};

  static std::size_t bytesFor(const Laplacian& laplacian);  // at most, but for runs of rows
};

// Error of one step next = 2X·current − previous for vectors of norm 1, at most, in units of roundoff: the additions that a number can
// pass through (a sum over d neighbours is made of sums over 64 and 64 · 64 of them), the matrix's own rounding, product, difference.
double stepError(const Laplacian& laplacian);

// One step on the rows of runs [begin, end), for a tile of `width` (4, 8, 16 or 32) columns; `previous` is overwritten by the next vector.
//   first:  next = X·current                 sum  = b·current + c·next
//   else:   next = 2X·current − previous     sum += a·previous + b·current + c·next   where accumulate
// `prefetch` > 0 asks for the neighbours so many entries ahead (graphs beyond the caches).
template <class T>
struct StepArguments {
  const RecurrenceMatrix<T>* matrix = nullptr;
  std::size_t begin = 0, end = 0;
  int width = 32;
  const void* current = nullptr;  // T, or fp16 where half
  void* previous = nullptr;
  T* sum = nullptr;  // none: nothing is accumulated
  T a = 0, b = 0, c = 0;
  bool first = false, accumulate = true, half = false;
  int prefetch = 0;
};
void recurrenceStep(const StepArguments<float>& arguments);
void recurrenceStep(const StepArguments<double>& arguments);

// Whether fp16 storage can be used: processors with AVX2. Highway's baseline, which serves the others, converts fp16 wrongly; numbers stay
// float32 there.
bool halfStorageWorks();

// From float32 to the fp16 of half-stored tiles.
void toHalf(const float* from, std::uint16_t* to, std::size_t count);

}  // namespace sispde
