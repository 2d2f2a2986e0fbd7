#include "core/base/atomic_file.h"

#include <atomic>
#include <filesystem>
#include <fstream>

#include <unistd.h>

namespace sispde {
namespace fs = std::filesystem;

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  static std::atomic<int> serial{0};  // names of one process must differ
  const fs::path target(path_);
  const std::string name = fmt::format(".{}.{}-{}.part", target.filename().string(), ::getpid(), serial++);
  temporary_ = (target.parent_path() / name).string();
}

AtomicFile::~AtomicFile() {
  std::error_code ignored;
  if (!committed_) fs::remove(temporary_, ignored);
}

Result<void> AtomicFile::commit() {
  std::error_code code;
  fs::rename(temporary_, path_, code);
  if (code) return failure({path_}, "The file cannot be written ({})", code.message());
  committed_ = true;
  return {};
}

Result<void> writeFile(const std::string& path, std::string_view bytes) {
  AtomicFile file(path);
  {
    std::ofstream stream(file.temporaryPath(), std::ios::binary);
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    stream.close();
    if (!stream)
      return failure({path}, "The file cannot be written (is the folder there, writable and not full?)");
  }
  return file.commit();
}

}  // namespace sispde
