#include "app/studio/live/edit_reasons.h"

#include <algorithm>
#include <limits>

#include "core/rewire/edges_csv.h"

namespace sispde::studio {
namespace {

bool byNodes(const Edge& a, const Edge& b) {
  return a.u != b.u ? a.u < b.u : a.v < b.v;
}

std::vector<Edge> edgesIn(const std::vector<RewiredEdge>& list) {
  std::vector<Edge> edges;
  for (const RewiredEdge& each : list) edges.push_back(each.edge);
  std::sort(edges.begin(), edges.end(), byNodes);
  return edges;
}

bool isIn(const std::vector<Edge>& edges, const Edge& edge) {
  return std::binary_search(edges.begin(), edges.end(), edge, byNodes);
}

// Takes out those of `gone`, and gives them back, sorted.
std::vector<Edge> takeOut(std::vector<ReasonedEdge>& list, const std::vector<Edge>& gone) {
  std::vector<Edge> taken;
  std::erase_if(list, [&](const ReasonedEdge& each) {
    const bool found = isIn(gone, each.changed.edge);
    if (found) taken.push_back(each.changed.edge);
    return found;
  });
  std::sort(taken.begin(), taken.end(), byNodes);
  return taken;
}

// `list` and those of `more` that `undone` has not.
void join(std::vector<ReasonedEdge>& list, const std::vector<RewiredEdge>& more,
          const std::vector<Edge>& undone, RewireReason reason, int edit) {
  for (const RewiredEdge& each : more)
    if (!isIn(undone, each.edge)) list.push_back({each, reason, edit});
}

}  // namespace

EditReasons continued(EditReasons after, const Rewiring& then) {
  ++after.edits;
  const std::vector<Edge> added = edgesIn(then.added), dropped = edgesIn(then.dropped);
  const std::vector<Edge> backAgain = takeOut(after.dropped, added),
                          goneAgain = takeOut(after.added, dropped);
  takeOut(after.kept, dropped);
  takeOut(after.kept, edgesIn(then.kept));  // the last reason counts
  join(after.dropped, then.dropped, goneAgain, then.reason, after.edits);
  join(after.added, then.added, backAgain, then.reason, after.edits);
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

void ReasonsKept::keep(const std::shared_ptr<const GraphEdits>& before,
                       const std::shared_ptr<const GraphEdits>& after, Rewiring step) {
  std::erase_if(entries_, [](const Entry& each) { return each.edits.expired(); });
  if (!after) return;
  std::shared_ptr<const Step> last = find(before);
  auto unknown = last ? nullptr : before;
  entries_.push_back(
      {after, std::make_shared<const Step>(Step{std::move(last), std::move(unknown), std::move(step)})});
}

EditReasons ReasonsKept::of(const std::shared_ptr<const GraphEdits>& edits) const {
  std::vector<const Step*> steps;  // the last one first
  for (const Step* at = find(edits).get(); at != nullptr; at = at->before.get()) steps.push_back(at);
  if (steps.empty()) return edits ? unknownReasons(*edits) : EditReasons{};
  const auto& unknown = steps.back()->unknown;
  EditReasons reasons = unknown ? unknownReasons(*unknown) : EditReasons{};
  for (std::size_t i = steps.size(); i-- > 0;) reasons = continued(std::move(reasons), steps[i]->made);
  return reasons;
}

std::shared_ptr<const ReasonsKept::Step> ReasonsKept::find(
    const std::shared_ptr<const GraphEdits>& edits) const {
  if (!edits) return nullptr;
  for (const Entry& each : entries_)
    if (each.edits.lock() == edits) return each.last;
  return nullptr;
}

}  // namespace sispde::studio
