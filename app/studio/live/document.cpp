#include "app/studio/live/document.h"

#include <algorithm>

#include "core/graph/dataset_hash.h"
#include "core/rewire/apply_rewiring.h"

namespace sispde::studio {

std::string Document::nodeName(NodeId u) const {
  return data.nodeNames.empty() ? fmt::format("{}", u) : data.nodeNames[u];
}

std::string Document::className(NodeId u) const {
  if (data.labels.empty() || data.labels[u] < 0) return {};
  const auto label = static_cast<std::size_t>(data.labels[u]);
  return label < data.classNames.size() ? data.classNames[label] : fmt::format("{}", label);
}

namespace {

Result<std::shared_ptr<const Document>> documentOf(const DataRequest& request, Dataset read,
                                                   const Progress& progress) {
  auto document = std::make_shared<Document>();
  document->request = request;
  document->data = std::move(read);
  const Dataset& data = document->data;
  // Each ends early after a stop, and what it made is then of no use.
  document->degrees = degreeStatistics(data.graph, progress);
  document->components = connectedComponents(data.graph, progress);
  if (progress.stopped()) return cancelled();
  document->labels = labelStatistics(data.graph, data.labels, progress);
  if (progress.stopped()) return cancelled();
  document->hash = contentHash(data, progress);
  if (progress.stopped()) return cancelled();
  document->classSizes.assign(static_cast<std::size_t>(data.classCount()), 0);
  for (const std::int32_t label : data.labels)
    if (label >= 0) ++document->classSizes[label];
  constexpr std::int64_t mostBins = 64;
  const std::int64_t bins = std::min(document->degrees.max + 1, mostBins);
  document->degreeCounts.assign(static_cast<std::size_t>(bins), 0);
  for (NodeId u = 0; u < data.nodeCount(); ++u)
    ++document->degreeCounts[std::min(data.graph.degree(u), bins - 1)];
  document->edges = data.graph.edges();
  return std::shared_ptr<const Document>(std::move(document));
}

}  // namespace

Result<std::shared_ptr<const Document>> openDocument(const DataRequest& request, const Progress& progress) {
  SISPDE_TRY(Dataset data, findData(request, progress));
  if (data.nodeCount() == 0)
    return inputError({request.data}, "The graph has no nodes, so there is nothing to show");
  return documentOf(request, std::move(data), progress);
}

Result<std::shared_ptr<const Document>> editedDocument(const Document& document,
                                                       std::span<const Edge> dropped,
                                                       std::span<const Edge> added,
                                                       const Progress& progress) {
  Dataset data = document.data;
  SISPDE_TRY(data.graph, withEdits(document.data.graph, dropped, added));
  return documentOf(document.request, std::move(data), progress);
}

std::vector<std::int32_t> hopsFrom(const Graph& graph, NodeId source) {
  std::vector<std::int32_t> hops(static_cast<std::size_t>(graph.nodeCount()), -1);
  std::vector<NodeId> queue{source};
  hops[source] = 0;
  for (std::size_t i = 0; i < queue.size(); ++i)
    for (const NodeId v : graph.neighbours(queue[i]))
      if (hops[v] < 0) {
        hops[v] = hops[queue[i]] + 1;
        queue.push_back(v);
      }
  return hops;
}

}  // namespace sispde::studio
