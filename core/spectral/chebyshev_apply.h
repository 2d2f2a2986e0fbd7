#pragma once
// p(Δ)B for a polynomial p in Chebyshev form and a block B of vectors: tiles of columns run side by side, each through the whole
// recurrence (recurrence.h). What a column gives does not depend on the tile it falls into, nor on the number of threads.

#include <functional>
#include <span>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/spectral/recurrence.h"

namespace sispde {

// Some columns of the block as a tile: entry (node u, column first + j) is row(u)[j] for j < used.
template <class T>
struct Tile {
  std::size_t first = 0;
  int used = 0, width = 0;
  T* data = nullptr;
  std::size_t nodes = 0;
  const NodeId* rows = nullptr;  // where the nodes stand in the recurrence

  T* row(std::size_t node) const {
    return data + static_cast<std::size_t>(rows[node]) * static_cast<std::size_t>(width);
  }
  T* row(NodeId node) const { return row(static_cast<std::size_t>(node)); }
};

template <class T>
struct BlockTask {
  std::size_t columns = 0;
  // Writes its columns of B; the tile is zero before. Called from several threads, each with other columns, as the next two. What takes
  // long may return early when progress is stopped.
  std::function<void(const Tile<T>&)> fill;
  // Takes the columns of p(Δ)B. Where there is none, nothing is summed.
  std::function<void(const Tile<const T>&)> drain;
  // Where set: sees T_k(X)B for k = 0 … degree, in the scaled space of the matrix (multiply by matrix.out, where there is one).
  // Not for half storage.
  std::function<void(int k, const Tile<const T>&)> visit;
  // fill writes all columns that the tile uses, times RecurrenceMatrix::into, and drain takes them times ::out: one pass each in place of three.
  bool scaled = false;
  // Where set: what progress says, tile by tile.
  std::string what;
};

struct ApplyOptions {
  bool half = false;  // fp16 storage (float32 alone)
  int width = 0;      // columns of a tile: 4, 8, 16 or 32; 0 chooses
};

// Memory that a call takes beyond B and the result.
template <class T>
std::size_t applyBytes(std::size_t nodes, std::size_t columns, const ApplyOptions& options = {});

// `coefficients` are c_0 … c_m as in ChebyshevSeries. Stops within some 10 ms of a cancel.
template <class T>
Result<void> chebyshevApply(const RecurrenceMatrix<T>& matrix, std::span<const double> coefficients,
                            const BlockTask<T>& task, const ApplyOptions& options = {},
                            const Progress& progress = {});

// The same for a node-major block: B and the result are N × columns, row-major.
Result<void> chebyshevApply(const RecurrenceMatrix<float>& matrix, std::span<const double> coefficients,
                            std::span<const float> block, std::size_t columns, std::span<float> result,
                            const ApplyOptions& options = {}, const Progress& progress = {});

}  // namespace sispde
