#pragma once
// The changes of a rewiring as a table, one line each.

#include <string>

#include "core/graph/dataset.h"
#include "core/rewire/rewiring.h"

namespace sispde {

// Columns u, v, change (dropped, added, or kept: by the guard), reason, correlation (empty where unknown), rank; and the names of both
// nodes where the data set has names.
std::string edgesCsv(const Rewiring& rewiring, const Dataset& data);

}  // namespace sispde
