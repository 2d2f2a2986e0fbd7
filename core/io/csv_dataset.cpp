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

namespace {

bool isIdName(std::string_view cell) {
  const std::string name = lower(cell);
  return name == "id" || name == "node" || name == "node_id" || name == "nodeid";
}

bool anyNumber(const std::vector<std::string_view>& cells) {
  return std::any_of(cells.begin(), cells.end(),
                     [](std::string_view cell) { return parseReal(cell).has_value(); });
}

// A first row is a header when it has a known name, or when it has no number and the row below has one, or is the only way
// to know what more than two columns mean.
bool isHeader(const std::vector<std::string_view>& first, const std::vector<std::string_view>& second) {
  const auto isKnown = [](std::string_view cell) { return isIdName(cell) || isKnownColumn(cell); };
  if (std::any_of(first.begin(), first.end(), isKnown)) return true;
  return !anyNumber(first) && (anyNumber(second) || first.size() > 2);
}

// The first column, or the one called id or node, holds the ids. A table without a header has just ids and classes.
class NodeTableReader {
 public:
  explicit NodeTableReader(NodeTable& table) : table_(table) {}

  Result<void> read(CsvReader& csv, const Progress& progress) {
    SISPDE_TRY(const bool any, csv.next());
    if (!any) return {};
    const std::vector<std::string_view> first = csv.cells();
    const Place firstPlace = csv.place();
    SISPDE_TRY(bool more, csv.next());
    const bool header = isHeader(first, csv.cells());
    if (!header && first.size() > 2)
      return inputError(firstPlace, "A node table with more than two columns needs a header that names them");
    if (header)
      id_ = static_cast<std::size_t>(std::find_if(first.begin(), first.end(), isIdName) - first.begin()) %
            first.size();
    for (std::size_t i = 0; i < first.size(); ++i)
      columns_.push_back(i == id_ ? 0 : table_.addColumn(header ? std::string(first[i]) : "class"));
    if (!header) SISPDE_CHECK(add(first, firstPlace));
    for (std::int64_t row = 0; more; ++row) {
      if (row % 1024 == 0) {
        if (progress.stopped()) return cancelled();
        progress.report(csv.done(), "reading nodes");
      }
      SISPDE_CHECK(add(csv.cells(), csv.place()));
      SISPDE_TRY(more, csv.next());
    }
    return {};
  }

 private:
  Result<void> add(const std::vector<std::string_view>& cells, const Place& place) {
    if (cells[id_].empty()) return inputError(place, "A node has no id");
    if (!seen_.insert(cells[id_]).second)
      return inputError(place, "Node {} is listed twice", inQuotes(cells[id_]));
    table_.addNode(std::string(cells[id_]));
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (i != id_) SISPDE_CHECK(table_.set(columns_[i], cells[i], place.line));
    return {};
  }

  NodeTable& table_;
  std::size_t id_ = 0;                // the cell with the id
  std::vector<std::size_t> columns_;  // of the table, for each cell
  std::unordered_set<std::string_view> seen_;
};

}  // namespace

Result<Dataset> readCsvDataset(const std::string& edgesFile, const std::string& nodesFile,
                               const Progress& progress, const std::string& oodColumn) {
  Dataset data;
  data.name = fs::path(edgesFile).stem().string();
  if (data.name == "edges") data.name = fs::absolute(edgesFile).parent_path().filename().string();
  if (nodesFile.empty()) {
    if (!oodColumn.empty())
      return usageError("There is no node table whose column {} could mark the OOD nodes",
                        inQuotes(oodColumn));
    SISPDE_TRY(EdgeList list, readEdgeList(edgesFile, nullptr, progress));
    data.notes = std::move(list.notes);
    data.nodeNames = std::move(list.nodeNames);
    setGraph(data, std::move(list.built));
    return finishDataset(std::move(data), edgesFile);
  }
  NodeTable table(nodesFile, oodColumn);
  SISPDE_TRY(std::string bytes, readFile(nodesFile));
  SISPDE_TRY(CsvReader csv, CsvReader::open(std::move(bytes), nodesFile));
  SISPDE_CHECK(NodeTableReader(table).read(csv, progress));
  DeclaredNodes declared{table.names(), areNodeNumbers(table.names())};
  SISPDE_TRY(EdgeList list, readEdgeList(edgesFile, &declared, progress));
  data.notes = std::move(list.notes);
  setGraph(data, std::move(list.built));
  SISPDE_CHECK(table.finish(data));
  if (!declared.areNumbers) data.nodeNames = std::move(declared.names);
  return finishDataset(std::move(data), nodesFile);
}

}  // namespace sispde
