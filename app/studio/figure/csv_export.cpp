#include "app/studio/figure/csv_export.h"

#include <iterator>

#include "core/base/atomic_file.h"
#include "core/io/csv.h"

namespace sispde::studio {
namespace {

std::string className(const Dataset& data, std::size_t node) {
  if (node >= data.labels.size() || data.labels[node] < 0) return {};
  const auto label = static_cast<std::size_t>(data.labels[node]);
  return label < data.classNames.size() ? data.classNames[label] : std::to_string(label);
}

std::string nodeName(const Dataset& data, std::size_t node) {
  return node < data.nodeNames.size() ? csvCell(data.nodeNames[node]) : std::string();
}

template <class... Values>
void add(std::string& text, fmt::format_string<Values...> format, Values&&... values) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
}

// "node,name" of each; "," where there are no nodes.
Result<std::vector<std::string>> nodeCells(const Dataset& data, std::span<const NodeId> nodes,
                                           std::size_t count) {
  std::vector<std::string> cells(count, ",");
  if (nodes.empty()) return cells;
  if (nodes.size() != count) return usageError("{} nodes were given for {} places", nodes.size(), count);
  for (std::size_t i = 0; i < count; ++i) {
    if (nodes[i] < 0 || nodes[i] >= data.nodeCount())
      return usageError("There is no node {} among {}", nodes[i], data.nodeCount());
    cells[i] = fmt::format("{},{}", nodes[i], nodeName(data, static_cast<std::size_t>(nodes[i])));
  }
  return cells;
}

}  // namespace

Result<void> writeNodeValues(const Dataset& data, std::span<const Point> positions,
                             std::span<const ValueColumn> columns, const std::string& path,
                             const Progress& progress) {
  const auto n = static_cast<std::size_t>(data.nodeCount());
  if (!positions.empty() && positions.size() != n)
    return usageError("{} positions were given for {} nodes", positions.size(), n);
  std::string text = "node,name,class,x,y";
  for (const ValueColumn& column : columns) {
    if (column.values.size() != n)
      return usageError("The column \"{}\" has {} values for {} nodes", column.name, column.values.size(), n);
    text += "," + csvCell(column.name);
  }
  text += '\n';
  for (std::size_t u = 0; u < n; ++u) {
    if (u % 4096 == 0 && progress.stopped()) return cancelled();
    add(text, "{},{},{}", u, nodeName(data, u), csvCell(className(data, u)));
    if (positions.empty())
      text += ",,";
    else
      add(text, ",{},{}", positions[u].x, positions[u].y);
    for (const ValueColumn& column : columns) add(text, ",{}", column.values[u]);
    text += '\n';
  }
  return writeFile(path, text);
}

Result<void> writeCurveValues(const CurvesFigure& figure, const std::string& path) {
  SISPDE_CHECK(checkFigure(figure));
  std::string text = "line,x,y\n";
  const auto line = [&](const std::string& name, const std::vector<double>& x, const std::vector<double>& y) {
    const std::string quoted = csvCell(name);
    for (std::size_t i = 0; i < x.size(); ++i) add(text, "{},{},{}\n", quoted, x[i], y[i]);
  };
  for (const FigureBand& band : figure.bands) {
    line(band.name + " (low)", band.x, band.low);
    line(band.name + " (high)", band.x, band.high);
  }
  for (const FigureLine& one : figure.lines) line(one.name, one.x, one.y);
  if (figure.inset) line(figure.inset->line.name, figure.inset->line.x, figure.inset->line.y);
  return writeFile(path, text);
}

Result<void> writeHeatmapValues(const Dataset& data, const HeatmapValues& cells, const std::string& path,
                                const Progress& progress) {
  const auto &rows = cells.rows, &columns = cells.columns;
  if (cells.values.size() != rows.size() * columns.size())
    return usageError("A matrix of {} × {} has not {} values", rows.size(), columns.size(),
                      cells.values.size());
  SISPDE_TRY(const std::vector<std::string> rowNames, nodeCells(data, cells.rowNodes, rows.size()));
  SISPDE_TRY(const std::vector<std::string> columnNames, nodeCells(data, cells.columnNodes, columns.size()));
  std::string text = "row,column,value,row_node,row_name,column_node,column_name\n";
  for (std::size_t i = 0; i < cells.values.size(); ++i) {
    if (i % 4096 == 0 && progress.stopped()) return cancelled();
    const std::size_t row = i / columns.size(), column = i % columns.size();
    add(text, "{},{},{},{},{}\n", rows[row], columns[column], cells.values[i], rowNames[row],
        columnNames[column]);
  }
  return writeFile(path, text);
}

}  // namespace sispde::studio
