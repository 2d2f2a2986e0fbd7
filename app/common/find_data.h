#pragma once
// What a user calls a data set: a file or folder, a name in the dataset search path, or a generator.

#include <string>

#include "core/base/progress.h"
#include "core/graph/dataset.h"

namespace sispde {

struct DataRequest {
  std::string data;
  std::string nodes;    // node table of a CSV edge list
  std::string dataDir;  // searched first
  std::uint64_t seed = 0;
  std::string oodColumn{};  // node column that marks OOD nodes in place of ood
  // A name of the catalogue (minesweeper) stands for the published data alone, never for the generator of that name.
  bool published = false;
};

Result<Dataset> findData(const DataRequest& request, const Progress& progress = {});

}  // namespace sispde
