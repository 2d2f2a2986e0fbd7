#pragma once
// Long lists of a graph's nodes as short texts, for files that people may read.
//   node numbers  "3 5-9 12": in order, a run of successive numbers as its ends
//   positions     base64 (RFC 4648) of x and y of every node as little-endian float32: exact, 11 letters per node
// Reading gives nothing where the text is not of that form or holds more than `most`; memory is taken after that is known.

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/graph/graph.h"
#include "core/layout/point.h"

namespace sispde::studio {

std::string nodesText(std::span<const NodeId> nodes);  // all ≥ 0
std::optional<std::vector<NodeId>> nodesOf(std::string_view text, std::size_t most);

std::string positionsText(std::span<const Point> positions);
std::optional<std::vector<Point>> positionsOf(std::string_view text, std::size_t most);

}  // namespace sispde::studio
