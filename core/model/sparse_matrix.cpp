#include "core/model/sparse_matrix.h"

#include <algorithm>

namespace sispde {

SparseMatrix transposed(const SparseMatrix& matrix) {
  SparseMatrix result;
  result.width = matrix.rows();
  result.offsets.assign(matrix.width + 1, 0);
  for (const std::int32_t column : matrix.columns) ++result.offsets[static_cast<std::size_t>(column) + 1];
  for (std::size_t c = 0; c < matrix.width; ++c) result.offsets[c + 1] += result.offsets[c];
  result.columns.resize(matrix.columns.size());
  result.values.resize(matrix.values.size());
  std::vector<std::int64_t> next(result.offsets.begin(), result.offsets.end() - 1);
  for (std::size_t row = 0; row < matrix.rows(); ++row)
    for (std::int64_t e = matrix.offsets[row]; e < matrix.offsets[row + 1]; ++e) {
      const std::int64_t place = next[matrix.columns[e]]++;
      result.columns[place] = static_cast<std::int32_t>(row);
      result.values[place] = matrix.values[e];
    }
  return result;
}

SparsePair withTranspose(SparseMatrix matrix) {
  SparsePair pair;
  pair.backward = std::make_shared<const SparseMatrix>(transposed(matrix));
  pair.forward = std::make_shared<const SparseMatrix>(std::move(matrix));
  return pair;
}

std::vector<std::size_t> evenRowCuts(const SparseMatrix& matrix, std::size_t rows, std::size_t width) {
  const auto entries = static_cast<std::int64_t>(
      std::max<std::size_t>(1, (std::size_t{1} << 16) / std::max<std::size_t>(width, 1)));
  std::vector<std::size_t> cuts{0};
  for (std::size_t row = 0; row < rows; ++row)
    if (row + 1 == rows || row + 1 - cuts.back() >= 64 ||
        matrix.offsets[row + 1] - matrix.offsets[cuts.back()] >= entries)
      cuts.push_back(row + 1);
  return cuts;
}

SparseMatrix sparseOf(const Features& features) {
  SparseMatrix matrix;
  matrix.width = static_cast<std::size_t>(features.columns());
  for (std::int64_t row = 0; row < features.rows(); ++row) {
    features.forEachNonZero(row, [&](std::int32_t column, float value) {
      matrix.columns.push_back(column);
      matrix.values.push_back(value);
    });
    matrix.offsets.push_back(static_cast<std::int64_t>(matrix.columns.size()));
  }
  return matrix;
}

}  // namespace sispde
