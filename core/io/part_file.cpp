#include "core/io/part_file.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace sispde {

Result<PartFile> PartFile::open(const std::string& path) {
  const int handle = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0644);
  if (handle < 0) return failure({path}, "The file cannot be written ({})", std::strerror(errno));
  struct stat opened = {}, named = {};
  // The names are compared because another download may have finished, and renamed the file, before the
  // lock was ours.
  if (::flock(handle, LOCK_EX | LOCK_NB) != 0 || ::fstat(handle, &opened) != 0 ||
      ::stat(path.c_str(), &named) != 0 || opened.st_ino != named.st_ino) {
    ::close(handle);
    return failure({path}, "Another download of this file is running");
  }
  return PartFile(path, handle, static_cast<std::uint64_t>(opened.st_size));
}

PartFile::PartFile(PartFile&& other) noexcept
    : path_(std::move(other.path_)),
      handle_(std::exchange(other.handle_, -1)),
      size_(other.size_),
      keep_(other.keep_) {}

PartFile::~PartFile() {
  if (handle_ < 0) return;
  if (!keep_ || size_ == 0) ::unlink(path_.c_str());
  ::close(handle_);
}

Result<void> PartFile::append(const char* data, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(handle_, data, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return failure({path_}, "the file cannot be written ({})", std::strerror(errno));
    data += written;
    size -= static_cast<std::size_t>(written);
    size_ += static_cast<std::uint64_t>(written);
  }
  return {};
}

Result<void> PartFile::truncate() {
  if (::ftruncate(handle_, 0) != 0)
    return failure({path_}, "the file cannot be written ({})", std::strerror(errno));
  size_ = 0;
  return {};
}

Result<void> PartFile::finish(const std::string& path) {
  if (::fsync(handle_) != 0 || ::rename(path_.c_str(), path.c_str()) != 0)
    return failure({path}, "The file cannot be written ({})", std::strerror(errno));
  ::close(std::exchange(handle_, -1));
  return {};
}

}  // namespace sispde
