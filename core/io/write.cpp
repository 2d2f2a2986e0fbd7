#include "core/io/write.h"

#include <filesystem>

#include "core/base/text.h"
#include "core/io/formats.h"

namespace sispde {

static std::string ending(const std::string& path) {
  return lower(std::filesystem::path(path).extension().string());
}

Result<void> checkWritable(const std::string& path) {
  const std::string end = ending(path);
  if (end == ".npz" || end == ".csv" || end == ".graphml") return {};
  return usageError("{} cannot be written: the name must end in .npz, .csv or .graphml", inQuotes(path));
}

Result<void> writeDataset(const Dataset& data, const std::string& path) {
  SISPDE_CHECK(checkWritable(path));
  SISPDE_CHECK(checkDataset(data));
  const std::string end = ending(path);
  if (end == ".csv") return writeCsvDataset(data, path);
  if (end == ".graphml") return writeGraphml(data, path);
  return writeNpzDataset(data, path);
}

}  // namespace sispde
