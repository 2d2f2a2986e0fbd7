#include "app/studio/workspace/user_folders.h"

#include <cstdlib>
#include <filesystem>

namespace sispde::studio {
namespace fs = std::filesystem;
namespace {

// The specification has relative values ignored; an empty one counts as none.
fs::path absoluteOf(const char* variable) {
  const char* value = std::getenv(variable);
  const fs::path path = value != nullptr ? value : "";
  return path.is_absolute() ? path : fs::path();
}

std::string folder(const char* variable, const char* insideHome) {
  fs::path base = absoluteOf(variable);
  if (base.empty()) {
    const fs::path home = absoluteOf("HOME");
    if (home.empty()) return {};
    base = home / insideHome;
  }
  return (base / "sispde").string();
}

}  // namespace

UserFolders userFolders() {
  return {.config = folder("XDG_CONFIG_HOME", ".config"),
          .data = folder("XDG_DATA_HOME", ".local/share"),
          .state = folder("XDG_STATE_HOME", ".local/state"),
          .cache = folder("XDG_CACHE_HOME", ".cache")};
}

}  // namespace sispde::studio
