#pragma once
// The file that a download grows in: locked against a second download of the same file, and removed at the end unless it
// was finished or is kept for resuming.

#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace sispde {

class PartFile {
 public:
  // Opens PATH, making it if it is missing.
  static Result<PartFile> open(const std::string& path);
  PartFile(PartFile&& other) noexcept;
  PartFile& operator=(PartFile&&) = delete;
  ~PartFile();

  const std::string& path() const { return path_; }
  std::uint64_t size() const { return size_; }
  void keep() { keep_ = true; }

  Result<void> append(const char* data, std::size_t size);
  Result<void> truncate();
  // Gives the file its final name, replacing an older one.
  Result<void> finish(const std::string& path);

 private:
  PartFile(std::string path, int handle, std::uint64_t size)
      : path_(std::move(path)), handle_(handle), size_(size) {}

  std::string path_;
  int handle_;
  std::uint64_t size_;
  bool keep_ = false;
};

}  // namespace sispde
