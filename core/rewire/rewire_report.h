#pragma once
// What a rewiring did to the graph: edges, degrees, components, homophily and label informativeness, before and after.

#include "core/graph/components.h"
#include "core/graph/label_statistics.h"

namespace sispde {

struct GraphSummary {
  std::int64_t edges = 0;
  DegreeStatistics degrees;
  std::int32_t components = 0;
  LabelStatistics labels;  // absent values where there are no labels
};

struct RewireReport {
  GraphSummary before, after;
};

GraphSummary summaryOf(const Graph& graph, std::span<const std::int32_t> labels);
RewireReport rewireReport(const Graph& before, const Graph& after, std::span<const std::int32_t> labels);

}  // namespace sispde
