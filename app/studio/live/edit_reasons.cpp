#include "app/studio/live/edit_reasons.h"

#include <algorithm>
#include <limits>

#include "core/rewire/edges_csv.h"

namespace sispde::studio {
namespace {

bool byNodes(const Edge& a, const Edge& b) {
  return a.u != b.u ? a.u < b.u : a.v < b.v;
}

template <class List, class EdgeOf>
std::vector<Edge> sortedEdges(const List& list, const EdgeOf& edgeOf) {
  std::vector<Edge> edges;
  for (const auto& each : list) edges.push_back(edgeOf(each));
  std::sort(edges.begin(), edges.end(), byNodes);
  return edges;
}

std::vector<Edge> edgesIn(const std::vector<ReasonedEdge>& list) {
  return sortedEdges(list, [](const ReasonedEdge& each) { return each.changed.edge; });
}

std::vector<Edge> edgesIn(const std::vector<RewiredEdge>& list) {
  return sortedEdges(list, [](const RewiredEdge& each) { return each.edge; });
}

bool isIn(const std::vector<Edge>& edges, const Edge& edge) {
  return std::binary_search(edges.begin(), edges.end(), edge, byNodes);
}

// Those that `gone` has not.
void without(std::vector<ReasonedEdge>& list, const std::vector<Edge>& gone) {
  std::erase_if(list, [&](const ReasonedEdge& each) { return isIn(gone, each.changed.edge); });
}

// `list` and those of `more` that `undone` has not.
void join(std::vector<ReasonedEdge>& list, const std::vector<RewiredEdge>& more,
          const std::vector<Edge>& undone, RewireReason reason, int edit) {
  for (const RewiredEdge& each : more)
    if (!isIn(undone, each.edge)) list.push_back({each, reason, edit});
}

}  // namespace

EditReasons continued(const EditReasons& before, const Rewiring& then) {
  EditReasons after = before;
  ++after.edits;
  const std::vector<Edge> dropped = edgesIn(then.dropped), kept = edgesIn(then.kept);
  without(after.dropped, edgesIn(then.added));
  without(after.added, dropped);
  without(after.kept, dropped);
  without(after.kept, kept);  // the last reason counts
  join(after.dropped, then.dropped, edgesIn(before.added), then.reason, after.edits);
  join(after.added, then.added, edgesIn(before.dropped), then.reason, after.edits);
  join(after.kept, then.kept, {}, then.reason, after.edits);
  return after;
}

EditReasons unknownReasons(const GraphEdits& edits) {
  EditReasons reasons;
  reasons.edits = 1;
  const auto list = [](const std::vector<Edge>& of) {
    std::vector<ReasonedEdge> all;
    for (const Edge& edge : of)
      all.push_back({{edge, std::numeric_limits<float>::quiet_NaN(), std::ssize(all) + 1}, {}, 1});
    return all;
  };
  reasons.dropped = list(edits.dropped);
  reasons.added = list(edits.added);
  return reasons;
}

std::string edgesCsv(const EditReasons& reasons, const Dataset& data) {
  std::vector<EdgeRow> rows;
  const auto append = [&](const std::vector<ReasonedEdge>& list, const char* change) {
    for (const ReasonedEdge& each : list)
      rows.push_back({each.changed, change, each.reason ? reasonName(*each.reason) : "unknown", each.edit});
  };
  append(reasons.dropped, "dropped");
  append(reasons.added, "added");
  append(reasons.kept, "kept");
  return sispde::edgesCsv(rows, data, true);
}

void ReasonsKept::keep(const std::shared_ptr<const GraphEdits>& edits, EditReasons reasons) {
  std::erase_if(entries_, [](const Entry& each) { return each.edits.expired(); });
  if (edits) entries_.push_back({edits, std::move(reasons)});
}

EditReasons ReasonsKept::of(const std::shared_ptr<const GraphEdits>& edits) const {
  if (!edits) return {};
  for (const Entry& each : entries_)
    if (each.edits.lock() == edits) return each.reasons;
  return unknownReasons(*edits);
}

}  // namespace sispde::studio
