#pragma once
// The values behind a view as CSV: UTF-8, a header line, decimal points, quotes where a cell needs them (RFC 4180).
// Numbers have as many digits as it takes to read back the same number. Files are written whole or not at all.

#include <span>
#include <string>
#include <vector>

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

// Cells of a heatmap whose rows and columns are places in an order of the nodes.
struct HeatmapValues {
  std::vector<float> values;               // row by row
  std::vector<std::size_t> rows, columns;  // first place of each
  // The nodes at those places, where every cell is of one pair; empty where cells are means over many.
  std::vector<NodeId> rowNodes, columnNodes;
};

// row, column, value, row_node, row_name, column_node, column_name. Row and column are places in the heatmap's order, from 0, the first
// of a cell that is a mean; such a cell has no node. Nodes and names are those of writeNodeValues.
Result<void> writeHeatmapValues(const Dataset& data, const HeatmapValues& cells, const std::string& path,
                                const Progress& progress = {});

}  // namespace sispde::studio
