#pragma once
// The content hash of a data set: SHA-256 over size, edges, features, labels, splits and OOD mask. It does not depend on
// the file format, on how features are stored (zeros of a dense matrix do not count), on names or on placeholder flags.
// After a stop it returns early, and what it returns is of no use.

#include <string>

#include "core/base/progress.h"
#include "core/graph/dataset.h"

namespace sispde {

std::string contentHash(const Dataset& data, const Progress& progress = {});
std::string contentHash(const Graph& graph, const Progress& progress = {});  // size and edges alone

}  // namespace sispde
