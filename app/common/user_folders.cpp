#include "app/common/user_folders.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <vector>

namespace sispde {
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

std::string eigenpairsFolder(const UserFolders& folders) {
  return folders.cache.empty() ? std::string() : folders.cache + "/spectra";
}

std::string documentsFolder() {
  const fs::path home = absoluteOf("HOME");
  if (home.empty()) return {};
  fs::path config = absoluteOf("XDG_CONFIG_HOME");
  if (config.empty()) config = home / ".config";
  std::vector<fs::path> places;
  // XDG_DOCUMENTS_DIR="$HOME/Dokumente"
  constexpr std::string_view key = "XDG_DOCUMENTS_DIR=\"", inHome = "$HOME/";
  std::ifstream file(config / "user-dirs.dirs");
  for (std::string line; std::getline(file, line);) {
    if (!line.starts_with(key) || !line.ends_with('"') || line.size() <= key.size()) continue;
    const std::string value = line.substr(key.size(), line.size() - key.size() - 1);
    places.push_back(value.starts_with(inHome) ? home / value.substr(inHome.size()) : fs::path(value));
  }
  places.push_back(home / "Documents");
  std::error_code ignored;
  for (const fs::path& place : places)
    if (place.is_absolute() && fs::is_directory(place, ignored)) return place.string();
  return home.string();
}

}  // namespace sispde
