#pragma once
// Tests on the published data sets look in SISPDE_DATA, then in ../shared/datasets beside the project. Where neither has
// the file the test is skipped by name; with SISPDE_REQUIRE_DATA set, as in CI, a missing file is a failure.

#include <cstdlib>
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

namespace sispde::testing {

// The path of a file or folder of the data collection, or an empty text.
inline std::string realData(const std::string& name) {
  namespace fs = std::filesystem;
  const char* variable = std::getenv("SISPDE_DATA");
  for (const fs::path& folder :
       {fs::path(variable != nullptr ? variable : ""), fs::path(SISPDE_SOURCE_DIR) / "../shared/datasets"})
    if (!folder.empty() && fs::exists(folder / name)) return (folder / name).lexically_normal().string();
  return {};
}

}  // namespace sispde::testing

// Declares `const std::string variable`, or leaves the test.
#define SISPDE_REAL_DATA(variable, name)                                                             \
  const std::string variable = ::sispde::testing::realData(name);                                    \
  if (variable.empty()) {                                                                            \
    if (std::getenv("SISPDE_REQUIRE_DATA") != nullptr) FAIL() << "real data are required: " << name; \
    GTEST_SKIP() << "no " << name << " in SISPDE_DATA or ../shared/datasets";                        \
  }                                                                                                  \
  static_assert(true)
