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

// Entries that are not zero.
SparseMatrix sparseOf(const Features& features);

}  // namespace sispde
