#pragma once
// The changes of a rewiring as a table, one line each.

#include <span>
#include <string>
#include <string_view>

#include "core/graph/dataset.h"
#include "core/rewire/rewiring.h"

namespace sispde {

// Columns u, v, change (dropped, added, or kept: by the guard), reason, correlation (empty where unknown), rank; and the names of both
// nodes where the data set has names.
std::string edgesCsv(const Rewiring& rewiring, const Dataset& data);

// One line; `edit` says which of several edits made it.
struct EdgeRow {
  RewiredEdge changed;
  std::string_view change, reason;
  int edit = 1;
};
// The same columns, and after the rank, where it is asked for, edit.
std::string edgesCsv(std::span<const EdgeRow> rows, const Dataset& data, bool withEdit = false);

}  // namespace sispde
