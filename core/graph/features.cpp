#include "core/graph/features.h"

#include <algorithm>
#include <utility>

namespace sispde {

Features Features::dense(std::int64_t rows, std::int64_t columns, std::vector<float> values) {
  Features f;
  f.rows_ = rows;
  f.columns_ = columns;
  f.values_ = std::move(values);
  return f;
}

Features Features::sparse(std::int64_t rows, std::int64_t columns, std::vector<std::int64_t> offsets,
                          std::vector<std::int32_t> indices, std::vector<float> values) {
  Features f;
  f.rows_ = rows;
  f.columns_ = columns;
  f.offsets_ = std::move(offsets);
  f.indices_ = std::move(indices);
  f.values_ = std::move(values);
  if (std::all_of(f.values_.begin(), f.values_.end(), [](float x) { return x == 1.0f; })) f.values_ = {};
  return f;
}

Features::SparseRow Features::sparseRow(std::int64_t row) const {
  const auto begin = static_cast<std::size_t>(offsets_[row]);
  const auto size = static_cast<std::size_t>(offsets_[row + 1]) - begin;
  return {std::span(indices_).subspan(begin, size),
          values_.empty() ? std::span<const float>() : std::span(values_).subspan(begin, size)};
}

static Features mixDenseRows(const Features& features, std::span<const RowMix> mixes) {
  const auto columns = static_cast<std::size_t>(features.columns());
  std::vector<float> values(mixes.size() * columns);
  for (std::size_t i = 0; i < mixes.size(); ++i) {
    const auto a = features.denseRow(mixes[i].first), b = features.denseRow(mixes[i].second);
    const float w = mixes[i].weight;
    for (std::size_t j = 0; j < columns; ++j) values[i * columns + j] = w * a[j] + (1 - w) * b[j];
  }
  return Features::dense(static_cast<std::int64_t>(mixes.size()), features.columns(), std::move(values));
}

Features mixRows(const Features& features, std::span<const RowMix> mixes) {
  if (!features.isSparse()) return mixDenseRows(features, mixes);
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int32_t> indices;
  std::vector<float> values;
  for (const RowMix& mix : mixes) {
    const auto a = features.sparseRow(mix.first), b = features.sparseRow(mix.second);
    std::size_t i = 0, j = 0;
    while (i < a.columns.size() || j < b.columns.size()) {
      const bool takeA = j == b.columns.size() || (i < a.columns.size() && a.columns[i] <= b.columns[j]);
      const bool takeB = i == a.columns.size() || (j < b.columns.size() && b.columns[j] <= a.columns[i]);
      indices.push_back(takeA ? a.columns[i] : b.columns[j]);
      const float x = takeA ? a.value(i++) : 0, y = takeB ? b.value(j++) : 0;
      values.push_back(mix.weight * x + (1 - mix.weight) * y);
    }
    offsets.push_back(static_cast<std::int64_t>(indices.size()));
  }
  return Features::sparse(static_cast<std::int64_t>(mixes.size()), features.columns(), std::move(offsets),
                          std::move(indices), std::move(values));
}

}  // namespace sispde
