#include "app/cli/data_argument.h"

#include <filesystem>

#include "core/base/text.h"
#include "core/io/catalogue.h"
#include "core/io/open.h"
#include "core/io/search_path.h"
#include "core/shift/generators.h"

namespace sispde::cli {

Result<Dataset> openData(const DataArgument& argument, Console& console) {
  const std::string& data = argument.data;
  const OpenOptions options{argument.nodes, console.progress()};
  std::error_code ignored;
  console.working(fmt::format("opening {}", data));
  if (std::filesystem::exists(data, ignored)) return openDataset(data, options);
  const std::vector<std::string> folders = dataFolders(console.options.dataDir);
  if (const auto found = findDataset(data, folders)) return openDataset(*found, options);
  if (isGeneratorSpec(data)) {
    if (!argument.nodes.empty()) return usageError("--nodes goes with a CSV edge list alone");
    return generateDataset(data, console.options.seed);
  }
  if (findEntry(data) != nullptr)
    return inputError({}, "The data set {} is not on this machine; get it with: sispde datasets fetch {}",
                      inQuotes(data), data);
  return inputError({},
                    "There is no file, data set or generator called {}; looked in {}, and sispde datasets "
                    "lists what there is",
                    inQuotes(data), fmt::join(folders, ", "));
}

}  // namespace sispde::cli
