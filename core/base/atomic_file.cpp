#include "core/base/atomic_file.h"

#include <atomic>
#include <filesystem>
#include <fstream>
#include <random>

#include <fcntl.h>
#include <unistd.h>

namespace sispde {
namespace fs = std::filesystem;

AtomicFile::AtomicFile(std::string path) : path_(std::move(path)) {
  static std::atomic<int> serial{0};  // names of one process must differ,
  // and those of processes on several machines that write into one folder.
  static const unsigned token = std::random_device()();
  std::error_code trouble;
  if (fs::is_symlink(path_, trouble))
    if (const fs::path target = fs::canonical(path_, trouble); !trouble) path_ = target.string();
  temporary_ =
      (fs::path(path_).parent_path() / fmt::format(".sispde-{:08x}-{}-{}.part", token, ::getpid(), serial++))
          .string();
}

AtomicFile::~AtomicFile() {
  std::error_code ignored;
  if (!committed_) fs::remove(temporary_, ignored);
}

Result<void> AtomicFile::commit() {
  std::error_code code;
  if (fs::exists(path_, code) && !fs::is_regular_file(path_, code))
    return failure({path_}, "The file cannot be written: there is something of this name that is not a file");
  if (const int handle = ::open(temporary_.c_str(), O_RDONLY | O_CLOEXEC); handle >= 0) {
    ::fsync(handle);
    ::close(handle);
  }
  fs::rename(temporary_, path_, code);
  if (code) return failure({path_}, "The file cannot be written ({})", code.message());
  committed_ = true;
  return {};
}

static Result<void> writeTo(const std::string& place, const std::string& path, std::string_view bytes) {
  std::ofstream stream(place, std::ios::binary);
  stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  stream.close();
  if (!stream)
    return failure({path}, "The file cannot be written (is the folder there, writable and not full?)");
  return {};
}

Result<void> writeFile(const std::string& path, std::string_view bytes) {
  std::error_code ignored;
  const fs::file_type type = fs::status(path, ignored).type();
  if (type == fs::file_type::fifo || type == fs::file_type::character) return writeTo(path, path, bytes);
  AtomicFile file(path);
  SISPDE_CHECK(writeTo(file.temporaryPath(), path, bytes));
  return file.commit();
}

}  // namespace sispde
