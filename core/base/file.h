#pragma once
// Reading files whole, with a sentence for everything that can be wrong with a path.

#include <cstdint>
#include <string>

#include "core/base/result.h"

namespace sispde {

// Size in bytes of a regular file; an error for a missing file, a folder or a pipe.
Result<std::uint64_t> fileSize(const std::string& path);

Result<std::string> readFile(const std::string& path);

// Creates the folder and its parents.
Result<void> makeFolder(const std::string& path);

}  // namespace sispde
