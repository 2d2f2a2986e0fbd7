#pragma once
// A sparse float32 matrix in compressed rows: what the models multiply with. Columns ascend within a row.

#include <cstdint>
#include <memory>
#include <vector>

#include "core/graph/features.h"

namespace sispde {

struct SparseMatrix {
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> columns;
  std::vector<float> values;
  std::size_t width = 0;  // number of columns

  std::size_t rows() const { return offsets.size() - 1; }
};

SparseMatrix transposed(const SparseMatrix& matrix);

// A matrix with its transpose, for the way back of a product.
struct SparsePair {
  std::shared_ptr<const SparseMatrix> forward, backward;
};
SparsePair withTranspose(SparseMatrix matrix);

// Rows [0, rows) cut into blocks of about equal work for a loop that does `width` multiplications per entry: rows may be long, as those of
// transposed features. The first cut is 0, the last `rows`.
std::vector<std::size_t> evenRowCuts(const SparseMatrix& matrix, std::size_t rows, std::size_t width);

// Entries that are not zero.
SparseMatrix sparseOf(const Features& features);

}  // namespace sispde
