#pragma once
// Node features: an N × F matrix of float32, stored dense (row-major) or as CSR. Never changes once made.

#include <cstdint>
#include <span>
#include <vector>

namespace sispde {

class Features {
 public:
  // One stored row of a CSR matrix. `values` is empty when every stored value is 1.
  struct SparseRow {
    std::span<const std::int32_t> columns;
    std::span<const float> values;
    float value(std::size_t i) const { return values.empty() ? 1.0f : values[i]; }
  };

  Features() = default;  // 0 × 0
  static Features dense(std::int64_t rows, std::int64_t columns, std::vector<float> values);
  // offsets has rows + 1 entries, columns ascend within a row; values may be empty (all ones).
  static Features sparse(std::int64_t rows, std::int64_t columns, std::vector<std::int64_t> offsets,
                         std::vector<std::int32_t> indices, std::vector<float> values);

  std::int64_t rows() const { return rows_; }
  std::int64_t columns() const { return columns_; }
  bool isSparse() const { return !offsets_.empty(); }
  bool empty() const { return columns_ == 0; }
  // Entries in memory: of a dense matrix all, of a CSR matrix those that it lists.
  std::int64_t storedCount() const { return isSparse() ? std::ssize(indices_) : std::ssize(values_); }

  std::span<const float> denseRow(std::int64_t row) const {
    return {values_.data() + row * columns_, static_cast<std::size_t>(columns_)};
  }
  SparseRow sparseRow(std::int64_t row) const;

  // Calls visit(column, value) for each entry of the row that is not zero, in ascending order of the columns.
  template <class Visit>
  void forEachNonZero(std::int64_t row, Visit&& visit) const {
    if (isSparse()) {
      const SparseRow entries = sparseRow(row);
      for (std::size_t i = 0; i < entries.columns.size(); ++i)
        if (const float x = entries.value(i); x != 0) visit(entries.columns[i], x);
    } else if (columns_ > 0) {
      const auto entries = denseRow(row);
      for (std::size_t j = 0; j < entries.size(); ++j)
        if (entries[j] != 0) visit(static_cast<std::int32_t>(j), entries[j]);
    }
  }

  // Raw arrays, for files: `values()` is the dense matrix or the CSR values (empty when all ones).
  std::span<const std::int64_t> offsets() const { return offsets_; }
  std::span<const std::int32_t> indices() const { return indices_; }
  std::span<const float> values() const { return values_; }

 private:
  std::int64_t rows_ = 0, columns_ = 0;
  std::vector<std::int64_t> offsets_;
  std::vector<std::int32_t> indices_;
  std::vector<float> values_;
};

// Row i of the result is weights[i]·row(first[i]) + (1 − weights[i])·row(second[i]); storage stays as it is.
struct RowMix {
  std::int64_t first = 0, second = 0;
  float weight = 1;
};
Features mixRows(const Features& features, std::span<const RowMix> mixes);

}  // namespace sispde
