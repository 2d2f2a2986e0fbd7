#pragma once
// The values behind a view as CSV: UTF-8, a header line, decimal points, quotes where a cell needs them (RFC 4180).
// Numbers have as many digits as it takes to read back the same number. Files are written whole or not at all.

#include <span>
#include <string>

#include "app/studio/figure/figure.h"
#include "core/graph/dataset.h"

namespace sispde::studio {

struct ValueColumn {
  std::string name;               // with its unit
  std::span<const float> values;  // one per node
};

// node, name, class, x, y, then the columns. A name, class or place that is not known is an empty cell; `positions` is
// empty or has one per node.
Result<void> writeNodeValues(const Dataset& data, std::span<const Point> positions,
                             std::span<const ValueColumn> columns, const std::string& path,
                             const Progress& progress = {});

// line, x, y: all lines one after the other; a band is two of them.
Result<void> writeCurveValues(const CurvesFigure& figure, const std::string& path);

// row, column, value of a matrix that is stored row by row, with the names of its rows and columns.
Result<void> writeHeatmapValues(std::span<const float> values, std::span<const std::size_t> rows,
                                std::span<const std::size_t> columns, const std::string& path,
                                const Progress& progress = {});

}  // namespace sispde::studio
