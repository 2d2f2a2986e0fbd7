#include "core/rewire/edges_csv.h"

#include <cmath>

#include "core/io/csv.h"
#include "core/io/node_columns.h"

namespace sispde {

std::string edgesCsv(std::span<const EdgeRow> rows, const Dataset& data, bool withEdit) {
  const bool named = !data.nodeNames.empty();
  std::string text = "u,v,change,reason,correlation,rank";
  if (withEdit) text += ",edit";
  if (named) text += ",u_name,v_name";
  text += '\n';
  for (const EdgeRow& row : rows) {
    const RewiredEdge& e = row.changed;
    text += fmt::format("{},{},{},{},", e.edge.u, e.edge.v, row.change, row.reason);
    if (!std::isnan(e.correlation)) text += fmt::format("{}", e.correlation);
    text += fmt::format(",{}", e.rank);
    if (withEdit) text += fmt::format(",{}", row.edit);
    if (named)
      text += fmt::format(",{},{}", csvCell(nodeName(data, e.edge.u)), csvCell(nodeName(data, e.edge.v)));
    text += '\n';
  }
  return text;
}

std::string edgesCsv(const Rewiring& rewiring, const Dataset& data) {
  std::vector<EdgeRow> rows;
  rows.reserve(rewiring.dropped.size() + rewiring.added.size() + rewiring.kept.size());
  const auto append = [&](const std::vector<RewiredEdge>& edges, const char* change) {
    for (const RewiredEdge& e : edges) rows.push_back({e, change, reasonName(rewiring.reason)});
  };
  append(rewiring.dropped, "dropped");
  append(rewiring.added, "added");
  append(rewiring.kept, "kept");
  return edgesCsv(rows, data);
}

}  // namespace sispde
