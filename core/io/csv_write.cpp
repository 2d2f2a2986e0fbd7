#include <filesystem>

#include "core/base/atomic_file.h"
#include "core/io/csv.h"
#include "core/io/formats.h"
#include "core/io/node_columns.h"

namespace sispde {

std::string csvCell(const std::string& text) {
  if (text.find_first_of(",;|\t\"\r\n #%") == std::string::npos) return text;
  std::string out(1, '"');
  for (const char c : text) {
    if (c == '"') out.push_back('"');
    out.push_back(c);
  }
  out.push_back('"');
  return out;
}

Result<void> writeCsvDataset(const Dataset& data, const std::string& path) {
  std::string edges = "source,target\n";
  for (const Edge e : data.graph.edges())
    edges += fmt::format("{},{}\n", csvCell(nodeName(data, e.u)), csvCell(nodeName(data, e.v)));
  std::string nodes = "id";
  const std::vector<NodeColumn> columns = nodeColumns(data);
  for (const NodeColumn& column : columns) nodes += "," + column.name;
  nodes += '\n';
  for (NodeId u = 0; u < data.nodeCount(); ++u) {
    nodes += csvCell(nodeName(data, u));
    for (const NodeColumn& column : columns) nodes += "," + csvCell(column.cell(u));
    nodes += '\n';
  }
  std::error_code ignored;
  for (const std::string& file : {path, csvNodeTablePath(path)})
    if (std::filesystem::is_directory(file, ignored))
      return failure({file}, "The file cannot be written: there is a folder of this name");
  // The table first: an edge list that is there has its nodes beside it.
  SISPDE_CHECK(writeFile(csvNodeTablePath(path), nodes));
  return writeFile(path, edges);
}

}  // namespace sispde
