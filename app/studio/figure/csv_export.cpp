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

template <class... Values>
void add(std::string& text, fmt::format_string<Values...> format, Values&&... values) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Values>(values)...);
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
    add(text, "{},{},{}", u, u < data.nodeNames.size() ? csvCell(data.nodeNames[u]) : std::string(),
        csvCell(className(data, u)));
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

Result<void> writeHeatmapValues(std::span<const float> values, std::span<const std::size_t> rows,
                                std::span<const std::size_t> columns, const std::string& path,
                                const Progress& progress) {
  if (values.size() != rows.size() * columns.size())
    return usageError("A matrix of {} × {} has not {} values", rows.size(), columns.size(), values.size());
  std::string text = "row,column,value\n";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i % 4096 == 0 && progress.stopped()) return cancelled();
    add(text, "{},{},{}\n", rows[i / columns.size()], columns[i % columns.size()], values[i]);
  }
  return writeFile(path, text);
}

}  // namespace sispde::studio
