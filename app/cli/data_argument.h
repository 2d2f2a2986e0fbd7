#pragma once
// The DATA argument: a file or folder, a name in the dataset search path, or a generator.

#include <string>

#include "app/cli/console.h"
#include "core/graph/dataset.h"

namespace sispde::cli {

struct DataArgument {
  std::string data;
  std::string nodes;      // node table of a CSV edge list
  std::string oodColumn;  // node column that marks OOD nodes in place of ood
};

Result<Dataset> openData(const DataArgument& argument, Console& console);

}  // namespace sispde::cli
