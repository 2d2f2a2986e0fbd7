#include "core/base/file.h"

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

namespace sispde {
namespace fs = std::filesystem;

Result<std::uint64_t> fileSize(const std::string& path) {
  std::error_code code;
  const fs::file_status status = fs::status(path, code);
  if (!fs::exists(status)) return inputError({path}, "There is no such file");
  if (fs::is_directory(status)) return inputError({path}, "This is a folder where a file was expected");
  if (!fs::is_regular_file(status)) return inputError({path}, "This is not a regular file");
  const std::uintmax_t size = fs::file_size(path, code);
  if (code) return inputError({path}, "The size cannot be read ({})", code.message());
  return size;
}

Result<std::string> readFile(const std::string& path) {
  SISPDE_TRY(const std::uint64_t size, fileSize(path));
  std::ifstream file(path, std::ios::binary);
  if (!file) return inputError({path}, "The file cannot be opened ({})", std::strerror(errno));
  std::string bytes(size, '\0');
  file.read(bytes.data(), static_cast<std::streamsize>(size));
  if (static_cast<std::uint64_t>(file.gcount()) != size)
    return inputError({path}, "The file could not be read to its end");
  return bytes;
}

Result<void> makeFolder(const std::string& path) {
  std::error_code code;
  fs::create_directories(path, code);
  if (code) return failure({path}, "The folder cannot be made ({})", code.message());
  return {};
}

}  // namespace sispde
