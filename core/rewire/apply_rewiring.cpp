#include "core/rewire/apply_rewiring.h"

#include <algorithm>
#include <limits>

#include "core/graph/graph_builder.h"

namespace sispde {
namespace {

bool byNodes(Edge a, Edge b) {
  return a.u != b.u ? a.u < b.u : a.v < b.v;
}

// Each with u < v, sorted; an error for what is not a pair of this graph or is given twice.
Result<std::vector<Edge>> pairsOf(const Graph& graph, std::span<const Edge> given, const char* done) {
  std::vector<Edge> pairs;
  pairs.reserve(given.size());
  for (const Edge e : given) {
    if (std::min(e.u, e.v) < 0 || std::max(e.u, e.v) >= graph.nodeCount())
      return usageError("The edge {} – {} cannot be {}: the graph has nodes 0 to {}", e.u, e.v, done,
                        graph.nodeCount() - 1);
    if (e.u == e.v)
      return usageError("The edge {} – {} cannot be {}: it joins a node with itself", e.u, e.v, done);
    pairs.push_back({std::min(e.u, e.v), std::max(e.u, e.v)});
  }
  std::sort(pairs.begin(), pairs.end(), byNodes);
  const auto twice = std::adjacent_find(pairs.begin(), pairs.end());
  if (twice != pairs.end()) return usageError("The edge {} – {} is {} twice", twice->u, twice->v, done);
  return pairs;
}

std::vector<Edge> edgesIn(std::span<const RewiredEdge> rewired) {
  std::vector<Edge> edges;
  edges.reserve(rewired.size());
  for (const RewiredEdge& e : rewired) edges.push_back(e.edge);
  return edges;
}

std::vector<RewiredEdge> ranked(std::span<const Edge> edges, std::span<const float> correlations) {
  std::vector<RewiredEdge> result;
  for (std::size_t i = 0; i < edges.size(); ++i)
    result.push_back({{std::min(edges[i].u, edges[i].v), std::max(edges[i].u, edges[i].v)},
                      correlations.empty() ? std::numeric_limits<float>::quiet_NaN() : correlations[i],
                      static_cast<std::int64_t>(i) + 1});
  return result;
}

}  // namespace

Result<Graph> withEdits(const Graph& graph, std::span<const Edge> dropped, std::span<const Edge> added) {
  SISPDE_TRY(const std::vector<Edge> less, pairsOf(graph, dropped, "dropped"));
  SISPDE_TRY(const std::vector<Edge> more, pairsOf(graph, added, "added"));
  for (const Edge e : less)
    if (!graph.hasEdge(e.u, e.v))
      return usageError("The edge {} – {} cannot be dropped: it is not there", e.u, e.v);
  for (const Edge e : more)
    if (graph.hasEdge(e.u, e.v))
      return usageError("The edge {} – {} cannot be added: it is there already", e.u, e.v);
  std::vector<Edge> edges = graph.edges(), left;
  left.reserve(edges.size() - less.size() + more.size());
  std::set_difference(edges.begin(), edges.end(), less.begin(), less.end(), std::back_inserter(left),
                      byNodes);
  left.insert(left.end(), more.begin(), more.end());
  return buildGraph(graph.nodeCount(), left).graph;
}

Result<Graph> rewired(const Graph& graph, const Rewiring& rewiring) {
  return withEdits(graph, edgesIn(rewiring.dropped), edgesIn(rewiring.added));
}

Result<Dataset> rewired(const Dataset& data, const Rewiring& rewiring) {
  Dataset result = data;
  SISPDE_TRY(result.graph, rewired(data.graph, rewiring));
  result.dropped = {};
  result.notes.push_back(fmt::format("Rewired by {}: {} edges were dropped and {} added",
                                     reasonName(rewiring.reason), rewiring.dropped.size(),
                                     rewiring.added.size()));
  return result;
}

Result<Rewiring> editsByHand(const Graph& graph, std::span<const Edge> dropped, std::span<const Edge> added,
                             std::span<const float> correlations) {
  SISPDE_CHECK(withEdits(graph, dropped, added));
  if (!correlations.empty() && correlations.size() != dropped.size() + added.size())
    return usageError("There are {} correlations for {} edits", correlations.size(),
                      dropped.size() + added.size());
  const bool known = !correlations.empty();
  Rewiring rewiring;
  rewiring.reason = RewireReason::Hand;
  rewiring.dropped = ranked(dropped, known ? correlations.first(dropped.size()) : correlations);
  rewiring.added = ranked(added, known ? correlations.subspan(dropped.size()) : correlations);
  rewiring.wantedAdditions = static_cast<std::int64_t>(added.size());
  return rewiring;
}

}  // namespace sispde
