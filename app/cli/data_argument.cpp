#include "app/cli/data_argument.h"

#include "app/common/find_data.h"

namespace sispde::cli {

Result<Dataset> openData(const DataArgument& argument, Console& console) {
  console.working(fmt::format("opening {}", argument.data));
  return findData(
      {argument.data, argument.nodes, console.options.dataDir, console.options.seed, argument.oodColumn},
      console.progress());
}

}  // namespace sispde::cli
