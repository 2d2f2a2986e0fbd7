#include "app/common/find_data.h"

#include <filesystem>

#include "core/base/text.h"
#include "core/io/catalogue.h"
#include "core/io/open.h"
#include "core/io/search_path.h"
#include "core/shift/generators.h"

namespace sispde {

Result<Dataset> findData(const DataRequest& request, const Progress& progress) {
  const std::string& data = request.data;
  const OpenOptions options{request.nodes, progress, request.oodColumn};
  std::error_code ignored;
  if (std::filesystem::exists(data, ignored)) return openDataset(data, options);
  const std::vector<std::string> folders = dataFolders(request.dataDir);
  if (const auto found = findDataset(data, folders)) return openDataset(*found, options);
  const bool listed = findEntry(data) != nullptr;
  if (isGeneratorSpec(data) && !(listed && request.published)) {
    if (!request.nodes.empty()) return usageError("--nodes goes with a CSV edge list alone");
    if (!request.oodColumn.empty())
      return usageError("A generator has no column {} to mark OOD nodes", inQuotes(request.oodColumn));
    return generateDataset(data, request.seed, progress);
  }
  if (listed)
    return inputError({}, "The data set {} is not on this machine; get it with: sispde datasets fetch {}",
                      inQuotes(data), data);
  return inputError({},
                    "There is no file, data set or generator called {}; looked in {}, and sispde datasets "
                    "lists what there is",
                    inQuotes(data), fmt::join(folders, ", "));
}

}  // namespace sispde
