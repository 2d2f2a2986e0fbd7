#include <algorithm>
#include <filesystem>
#include <unordered_set>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/io/csv.h"
#include "core/io/edge_list.h"
#include "core/io/formats.h"
#include "core/io/node_table.h"

namespace sispde {
namespace fs = std::filesystem;

std::string csvNodeTablePath(const std::string& edgesFile) {
  const fs::path path(edgesFile);
  const std::string stem = path.stem().string(), ending = path.extension().string();
  return (path.parent_path() / (stem == "edges" ? "nodes" + ending : stem + ".nodes" + ending)).string();
}

static bool looksLikeHeader(const std::vector<std::string_view>& cells) {
  return std::none_of(cells.begin(), cells.end(),
                      [](std::string_view cell) { return parseReal(cell).has_value(); });
}

// The first column, or the one called id, node or node_id, holds the ids. A table without a header has just ids and classes.
static Result<void> readNodeTable(const std::string& file, NodeTable& table, const Progress& progress) {
  SISPDE_TRY(std::string bytes, readFile(file));
  SISPDE_TRY(CsvReader csv, CsvReader::open(std::move(bytes), file));
  std::vector<std::size_t> columnOf;  // of the table, for each cell
  std::size_t idCell = 0;
  std::unordered_set<std::string_view> seen;
  for (bool first = true;; first = false) {
    if (csv.line() % 4096 == 0 && progress.stopped()) return cancelled();
    SISPDE_TRY(const bool more, csv.next());
    if (!more) return {};
    const auto& cells = csv.cells();
    if (first) {
      const bool header = looksLikeHeader(cells);
      if (!header && cells.size() > 2)
        return inputError(csv.place(),
                          "A node table with more than two columns needs a header that names them");
      for (std::size_t i = 0; header && i < cells.size(); ++i)
        if (const std::string name = lower(cells[i]);
            name == "id" || name == "node" || name == "node_id" || name == "nodeid") {
          idCell = i;
          break;
        }
      for (std::size_t i = 0; i < cells.size(); ++i)
        columnOf.push_back(i == idCell ? 0 : table.addColumn(header ? std::string(cells[i]) : "class"));
      if (header) continue;
    }
    if (cells[idCell].empty()) return inputError(csv.place(), "A node has no id");
    if (!seen.insert(cells[idCell]).second)
      return inputError(csv.place(), "Node {} is listed twice", inQuotes(cells[idCell]));
    table.addNode(std::string(cells[idCell]));
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (i != idCell) SISPDE_CHECK(table.set(columnOf[i], cells[i], csv.line()));
  }
}

Result<Dataset> readCsvDataset(const std::string& edgesFile, const std::string& nodesFile,
                               const Progress& progress) {
  Dataset data;
  data.name = fs::path(edgesFile).stem().string();
  if (data.name == "edges") data.name = fs::absolute(edgesFile).parent_path().filename().string();
  if (nodesFile.empty()) {
    SISPDE_TRY(EdgeList list, readEdgeList(edgesFile, nullptr, progress));
    data.notes = std::move(list.notes);
    data.nodeNames = std::move(list.nodeNames);
    setGraph(data, std::move(list.built));
    return finishDataset(std::move(data), edgesFile);
  }
  NodeTable table(nodesFile);
  SISPDE_CHECK(readNodeTable(nodesFile, table, progress));
  DeclaredNodes declared{table.names(), true};
  for (std::size_t i = 0; i < declared.names.size() && declared.areNumbers; ++i)
    declared.areNumbers = declared.names[i] == std::to_string(i);
  SISPDE_TRY(EdgeList list, readEdgeList(edgesFile, &declared, progress));
  data.notes = std::move(list.notes);
  setGraph(data, std::move(list.built));
  SISPDE_CHECK(table.finish(data));
  if (!declared.areNumbers) data.nodeNames = std::move(declared.names);
  return finishDataset(std::move(data), nodesFile);
}

}  // namespace sispde
