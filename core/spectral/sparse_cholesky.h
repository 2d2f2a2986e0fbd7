#pragma once
// Sparse Cholesky factors L D Lᵀ of Δ + sI, s > 0, in float64: one fill-reducing order (minimum_degree.h) for all
// shifts of a Laplacian, an up-looking factorisation, and solves; all of it can be cancelled. Good where fill is small (grids, citation
// graphs); entries() tells before anything is factored, and a limit ends the search for an order early.

#include <memory>
#include <span>
#include <vector>

#include "core/base/buffer.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/spectral/laplacian.h"
#include "core/spectral/minimum_degree.h"

namespace sispde {

// The order and the pattern of L, shared by all shifts.
class CholeskyPattern {
 public:
  static Result<std::shared_ptr<const CholeskyPattern>> make(const Laplacian& laplacian,
                                                             const Progress& progress = {},
                                                             const FillLimit& limit = {});
  std::int64_t entries() const { return columns_.back(); }  // below the diagonal of L
  double operations() const { return operations_; }         // of one factorisation
  const Laplacian& laplacian() const { return laplacian_; }

 private:
  friend class SparseCholesky;
  CholeskyPattern(const Laplacian& laplacian, std::vector<NodeId> order)
      : laplacian_(laplacian), order_(std::move(order)) {}
  Result<void> analyse(const Progress& progress);
  Laplacian laplacian_;
  std::vector<NodeId> order_, place_;  // order_[k] is the node eliminated as k-th; place_ is its inverse
  std::vector<NodeId> parent_;         // elimination tree
  std::vector<std::int64_t> columns_;  // where the columns of L begin
  double operations_ = 0;
};

class SparseCholesky {
 public:
  static Result<SparseCholesky> factor(std::shared_ptr<const CholeskyPattern> pattern, double shift,
                                       const Progress& progress = {});
  // x ← (Δ + sI)⁻¹ x
  Result<void> solve(std::span<double> x, const Progress& progress = {}) const;

 private:
  std::shared_ptr<const CholeskyPattern> pattern_;
  Buffer<NodeId> rows_;
  Buffer<double> values_;
  std::vector<double> diagonal_;
};

}  // namespace sispde
