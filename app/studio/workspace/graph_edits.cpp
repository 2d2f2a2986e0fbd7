#include "app/studio/workspace/graph_edits.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/text.h"

namespace sispde::studio {
namespace {

bool before(const Edge& a, const Edge& b) {
  return a.u != b.u ? a.u < b.u : a.v < b.v;
}

std::vector<Edge> ordered(std::vector<Edge> edges) {
  for (Edge& edge : edges)
    if (edge.u > edge.v) std::swap(edge.u, edge.v);
  std::sort(edges.begin(), edges.end(), before);
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());
  return edges;
}

// (a ∪ b) without what is in `gone`.
std::vector<Edge> joined(std::vector<Edge> a, const std::vector<Edge>& b, const std::vector<Edge>& gone) {
  a.insert(a.end(), b.begin(), b.end());
  a = ordered(std::move(a));
  std::erase_if(a,
                [&](const Edge& edge) { return std::binary_search(gone.begin(), gone.end(), edge, before); });
  return a;
}

}  // namespace

GraphEdits composed(const GraphEdits& first, const GraphEdits& then) {
  const std::vector<Edge> dropped = ordered(then.dropped), added = ordered(then.added);
  const std::vector<Edge> droppedBefore = ordered(first.dropped), addedBefore = ordered(first.added);
  // Dropped now and added before, or the other way round: as in the data.
  const auto both = [](const std::vector<Edge>& a, const std::vector<Edge>& b) {
    std::vector<Edge> common;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common), before);
    return common;
  };
  std::vector<Edge> cancelled = both(dropped, addedBefore);
  const std::vector<Edge> restored = both(added, droppedBefore);
  cancelled.insert(cancelled.end(), restored.begin(), restored.end());
  std::sort(cancelled.begin(), cancelled.end(), before);
  return {joined(droppedBefore, dropped, cancelled), joined(addedBefore, added, cancelled)};
}

std::string edgesText(const std::vector<Edge>& edges) {
  std::string text;
  for (const Edge& edge : edges) text += fmt::format("{}{}-{}", text.empty() ? "" : " ", edge.u, edge.v);
  return text;
}

std::optional<std::vector<Edge>> edgesOf(std::string_view text, std::size_t most) {
  std::vector<Edge> edges;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string_view pair = text.substr(0, end);
    const std::size_t dash = pair.find('-');
    if (dash == std::string_view::npos || edges.size() == most) return std::nullopt;
    const auto u = parseInteger(pair.substr(0, dash)), v = parseInteger(pair.substr(dash + 1));
    if (!u || !v || *u < 0 || *v <= *u || *v >= std::int64_t{1} << 31) return std::nullopt;
    const Edge edge{static_cast<NodeId>(*u), static_cast<NodeId>(*v)};
    if (!edges.empty() && !before(edges.back(), edge)) return std::nullopt;
    edges.push_back(edge);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return edges;
}

}  // namespace sispde::studio
