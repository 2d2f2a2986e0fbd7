#include "core/io/raw_features.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace sispde {
namespace {

// Sorts one row by column, values along.
void sortRow(std::span<std::int32_t> columns, std::span<float> values) {
  std::vector<std::size_t> order(columns.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return columns[a] < columns[b]; });
  const std::vector<std::int32_t> oldColumns(columns.begin(), columns.end());
  const std::vector<float> oldValues(values.begin(), values.end());
  for (std::size_t i = 0; i < order.size(); ++i) {
    columns[i] = oldColumns[order[i]];
    if (!values.empty()) values[i] = oldValues[order[i]];
  }
}

}  // namespace

Result<Features> checkedSparseFeatures(std::int64_t rows, std::int64_t columns,
                                       std::vector<std::int64_t> offsets, std::vector<std::int32_t> indices,
                                       std::vector<float> values, const Place& place) {
  if (rows < 0 || columns < 0 || columns > std::numeric_limits<std::int32_t>::max())
    return inputError(place, "The feature shape {} × {} is not possible", rows, columns);
  // Memory per column is taken later on: a width far beyond what is stored is a mistake.
  if (const auto stored = static_cast<std::int64_t>(indices.size());
      columns > 1'000'000 && columns / 1000 > rows + stored)
    return inputError(place, "There are {} features for {} rows with {} entries, more than makes sense",
                      columns, rows, stored);
  if (offsets.size() != static_cast<std::size_t>(rows) + 1)
    return inputError(place, "There are {} row pointers for {} rows; one more than rows is needed",
                      offsets.size(), rows);
  if (!values.empty() && values.size() != indices.size())
    return inputError(place, "There are {} values for {} column ids", values.size(), indices.size());
  if (offsets.front() != 0 || offsets.back() != static_cast<std::int64_t>(indices.size()))
    return inputError(place, "The row pointers run from {} to {}, but there are {} entries", offsets.front(),
                      offsets.back(), indices.size());
  for (std::int64_t row = 0; row < rows; ++row)
    if (offsets[row] > offsets[row + 1]) return inputError(place, "The row pointers fall at row {}", row);
  for (std::int64_t row = 0; row < rows; ++row) {
    const auto begin = static_cast<std::size_t>(offsets[row]),
               size = static_cast<std::size_t>(offsets[row + 1]) - begin;
    const auto entries = std::span(indices).subspan(begin, size);
    if (!std::is_sorted(entries.begin(), entries.end()))
      sortRow(entries, values.empty() ? std::span<float>() : std::span(values).subspan(begin, size));
    if (size > 0 && (entries.front() < 0 || entries.back() >= columns))
      return inputError(place, "Row {} names feature {}, but there are {} features", row,
                        entries.front() < 0 ? entries.front() : entries.back(), columns);
    if (const auto twice = std::adjacent_find(entries.begin(), entries.end()); twice != entries.end())
      return inputError(place, "Row {} names feature {} twice", row, *twice);
  }
  return Features::sparse(rows, columns, std::move(offsets), std::move(indices), std::move(values));
}

}  // namespace sispde
