#pragma once
// The content hash of a data set: SHA-256 over size, edges, features, labels, splits and OOD mask. It does not depend on
// the file format, on how features are stored (zeros of a dense matrix do not count), on names or on placeholder flags.

#include <string>

#include "core/graph/dataset.h"

namespace sispde {

std::string contentHash(const Dataset& data);
std::string contentHash(const Graph& graph);  // size and edges alone

}  // namespace sispde
