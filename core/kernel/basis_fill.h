#pragma once
// Fills a BasisBlock: Chebyshev's recurrence runs over tiles of columns, from every T_k(X)B the wanted numbers are taken, and blocks of
// them are folded into the r functions by a small matrix product. r copies of N × columns are never needed where few numbers are wanted.

#include <functional>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/kernel/basis_block.h"
#include "core/kernel/reduced_basis.h"
#include "core/spectral/chebyshev_apply.h"

namespace sispde {

template <class T>
struct FillPlan {
  std::size_t columns = 0;
  int width = 32;                            // columns of a tile
  std::function<void(const Tile<T>&)> fill;  // B
  // Where the numbers of tile t lie in the block, and how many they are: multiples of 32.
  std::function<std::size_t(std::size_t t)> offset, count;
  // Takes the wanted numbers of one T_k(X)B; `scale[u]` leads out of the scaled space of the recurrence. `out` is zero before.
  std::function<void(const Tile<const T>& tile, const T* scale, float* out)> take;
  std::string what;      // for progress
  std::size_t held = 0;  // bytes of lists that the functions above use
};

// Numbers of moments that are folded in together.
inline constexpr int foldedMoments = 16;

// Bytes that a fill takes beyond its block, with what the plan holds.
template <class T>
std::size_t fillBytes(std::size_t nodes, const FillPlan<T>& plan);

template <class T>
Result<void> fillBasis(const RecurrenceMatrix<T>& matrix, const ReducedBasis& basis, const FillPlan<T>& plan,
                       BasisBlock& block, const Progress& progress = {});

}  // namespace sispde
