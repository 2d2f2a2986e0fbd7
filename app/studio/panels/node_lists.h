#pragma once
// The lists of the Node window, and small parts that they share with it.

#include "app/studio/live/node_report.h"
#include "app/studio/shell/studio.h"

namespace sispde::studio {

// The name of a class by its number; "none" for −1.
std::string labelName(const Document& document, std::int32_t label);
// The same with the word "class" before a bare number.
std::string labelTitle(const Document& document, std::int32_t label);
// Three decimals, so that the points of a list stand below each other.
std::string scoreText(double value);
// The beginning of a text that fits, with "…" where something was cut off.
std::string fitted(const std::string& text, float width);
// keyValue() that cuts off what does not fit; the whole is in the tooltip.
void fittedValue(const Theme& theme, const std::string& name, const std::string& value);
// What the report on a node rests on now: the shown run's scores, and its paths where they are known. Only where there are scores.
NodeQuestion questionOf(const Studio& studio, const WatchedPath* path);
// A caption with some air above it.
void section(const Theme& theme, const std::string& words);

// Name, value and place among the ID test nodes of every score; the name of one that was clicked, or empty.
std::string scoreList(const Studio& studio, const NodeReport& report);
// The text of a cell at its right end, so that equally many decimals stand below each other.
void numberCell(const std::string& text, const ImVec4& colour);
// A row of quiet column heads: some at the left of their column, then those of numbers at the right.
void listHeads(const Theme& theme, std::span<const char* const> left, std::span<const char* const> right);

// The node that was clicked.
std::optional<NodeId> neighbourList(const Studio& studio, std::span<const Neighbour> list, bool scored);
// With the covariances of the same nodes; none where they are not known.
std::optional<NodeId> correlationList(const Studio& studio, std::span<const Correlated> list,
                                      std::span<const float> covariances);

}  // namespace sispde::studio
