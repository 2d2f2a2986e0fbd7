#pragma once
// Writing a data set. The ending of the path chooses the format: .npz, .csv (with a node table beside it) or .graphml.

#include <string>

#include "core/graph/dataset.h"

namespace sispde {

// The data are checked first; the file is written whole or not at all.
Result<void> writeDataset(const Dataset& data, const std::string& path);

// Whether writeDataset knows the ending; an error that lists the endings otherwise.
Result<void> checkWritable(const std::string& path);

}  // namespace sispde
