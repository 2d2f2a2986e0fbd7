#include "core/rewire/edges_csv.h"

#include <cmath>

#include "core/io/csv.h"
#include "core/io/node_columns.h"

namespace sispde {

std::string edgesCsv(const Rewiring& rewiring, const Dataset& data) {
  const bool named = !data.nodeNames.empty();
  std::string text = "u,v,change,reason,correlation,rank";
  if (named) text += ",u_name,v_name";
  text += '\n';
  const auto append = [&](const std::vector<RewiredEdge>& edges, const char* change) {
    for (const RewiredEdge& e : edges) {
      text += fmt::format("{},{},{},{},", e.edge.u, e.edge.v, change, reasonName(rewiring.reason));
      if (!std::isnan(e.correlation)) text += fmt::format("{}", e.correlation);
      text += fmt::format(",{}", e.rank);
      if (named)
        text += fmt::format(",{},{}", csvCell(nodeName(data, e.edge.u)), csvCell(nodeName(data, e.edge.v)));
      text += '\n';
    }
  };
  append(rewiring.dropped, "dropped");
  append(rewiring.added, "added");
  append(rewiring.kept, "kept");
  return text;
}

}  // namespace sispde
