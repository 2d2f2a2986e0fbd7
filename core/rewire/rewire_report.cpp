#include "core/rewire/rewire_report.h"

namespace sispde {

GraphSummary summaryOf(const Graph& graph, std::span<const std::int32_t> labels) {
  GraphSummary summary{graph.edgeCount(), degreeStatistics(graph), connectedComponents(graph).count, {}};
  if (!labels.empty()) summary.labels = labelStatistics(graph, labels);
  return summary;
}

RewireReport rewireReport(const Graph& before, const Graph& after, std::span<const std::int32_t> labels) {
  return {summaryOf(before, labels), summaryOf(after, labels)};
}

}  // namespace sispde
