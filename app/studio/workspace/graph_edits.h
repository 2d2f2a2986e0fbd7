#pragma once
// GraphEdits are the edges that were taken out of and put into the graph as it was opened, by a rewiring or by hand. A plain value of
// the Workspace, so that undo brings the graph back.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"

namespace sispde::studio {

struct GraphEdits {
  std::vector<Edge> dropped,
      added;  // u < v, ascending, each once; dropped ones are edges of the data, added ones are not
  bool empty() const { return dropped.empty() && added.empty(); }
  friend bool operator==(const GraphEdits&, const GraphEdits&) = default;
};

// What `first` and `then` do one after the other: an edge that was added and is dropped again is in neither list.
GraphEdits composed(const GraphEdits& first, const GraphEdits& then);

// Pairs as a text: "3-5 7-12".
std::string edgesText(const std::vector<Edge>& edges);
// Nothing where the text is not of that form, not ascending, or holds more than `most`.
std::optional<std::vector<Edge>> edgesOf(std::string_view text, std::size_t most);

}  // namespace sispde::studio
