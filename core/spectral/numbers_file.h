#pragma once
// Float64 numbers on disk: a text that says what they are, the SHA-256 of the numbers, and the numbers.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace sispde {

// One part behind the other, whole or not at all; makes the folder.
Result<void> writeNumbers(const std::string& path, std::string_view signature,
                          const std::vector<std::span<const double>>& parts, const Progress& progress);

// An error where the file is not this text and `count` finite numbers, or is damaged. `what` they are stands in the sentence.
Result<std::vector<double>> readNumbers(const std::string& path, std::string_view signature,
                                        std::size_t count, const char* what, const Progress& progress);

}  // namespace sispde
