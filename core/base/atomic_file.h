#pragma once
// Files are written whole or not at all: to a temporary name in the same folder, flushed to the disk, then renamed. An
// AtomicFile that is not committed removes its temporary file. A link is followed: what it names is replaced.

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace sispde {

class AtomicFile {
 public:
  explicit AtomicFile(std::string path);
  ~AtomicFile();
  AtomicFile(const AtomicFile&) = delete;
  AtomicFile& operator=(const AtomicFile&) = delete;

  // The temporary file to write to; it does not exist yet.
  const std::string& temporaryPath() const { return temporary_; }
  // Gives the finished file its name, replacing an older one.
  Result<void> commit();

 private:
  std::string path_, temporary_;
  bool committed_ = false;
};

// Pipes and devices are written to as they are.
Result<void> writeFile(const std::string& path, std::string_view bytes);

}  // namespace sispde
