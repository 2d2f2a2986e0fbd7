#include "core/io/search_path.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "core/io/catalogue.h"

namespace sispde {
namespace fs = std::filesystem;
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

// The names in one folder, sorted; empty when it cannot be read.
class Listing {
 public:
  explicit Listing(fs::path folder) : folder_(std::move(folder)) {
    std::error_code code;
    for (fs::directory_iterator at(folder_, code), end; !code && at != end; at.increment(code))
      names_.push_back(at->path().filename().string());
    std::sort(names_.begin(), names_.end());
  }

  // The path of STEM + ENDING if it is a file (or a folder).
  std::optional<fs::path> file(const std::string& stem, std::string_view ending) const {
    return find(stem, ending, fs::file_type::regular);
  }
  std::optional<fs::path> folder(const std::string& stem) const {
    return find(stem, "", fs::file_type::directory);
  }

 private:
  std::optional<fs::path> find(const std::string& stem, std::string_view ending, fs::file_type type) const {
    std::string exact = stem;
    exact += ending;
    if (isOfType(exact, type) && std::binary_search(names_.begin(), names_.end(), exact))
      return folder_ / exact;
    const std::string folded = foldedName(exact);
    for (const std::string& name : names_)
      if (foldedName(name) == folded && isOfType(name, type)) return folder_ / name;
    return std::nullopt;
  }
  bool isOfType(const std::string& name, fs::file_type type) const {
    std::error_code ignored;
    return fs::status(folder_ / name, ignored).type() == type;
  }

  fs::path folder_;
  std::vector<std::string> names_;
};

std::optional<fs::path> findInside(const fs::path& folder, const std::string& name) {
  const Listing listing(folder);
  if (auto path = listing.file(name, ".npz")) return path;
  if (const auto inner = listing.folder(name)) {
    const Listing parts(*inner);
    if (auto path = parts.file(name, ".npz")) return path;
    if (parts.file("ind." + name, ".graph") || parts.file("edges", ".csv") || parts.file("edges", ".tsv"))
      return inner;
  }
  for (const std::string_view ending : {".graphml", ".json", ".csv", ".tsv"})
    if (auto path = listing.file(name, ending)) return path;
  return std::nullopt;
}

}  // namespace

std::string userDataFolder() {
  // Relative values are invalid by the XDG base directory specification and are passed over.
  fs::path base = environment("XDG_DATA_HOME");
  if (!base.is_absolute()) {
    const fs::path home = environment("HOME");
    if (!home.is_absolute()) return {};
    base = home / ".local" / "share";
  }
  return (base / "sispde" / "datasets").string();
}

std::vector<std::string> dataFolders(const std::string& dataDir) {
  std::vector<std::string> folders;
  const auto add = [&](std::string folder) {
    if (!folder.empty() && std::find(folders.begin(), folders.end(), folder) == folders.end())
      folders.push_back(std::move(folder));
  };
  add(dataDir);
  const std::string list = environment("SISPDE_DATA");
  for (std::size_t at = 0; at < list.size();) {
    const std::size_t end = std::min(list.find(':', at), list.size());
    add(list.substr(at, end - at));
    at = end + 1;
  }
  std::error_code code;
  const fs::path program = fs::read_symlink("/proc/self/exe", code);
  if (!code) add((program.parent_path() / "datasets").string());
  add(userDataFolder());
  return folders;
}

std::optional<std::string> findDataset(const std::string& name, const std::vector<std::string>& folders) {
  if (name.empty() || name.front() == '.' || name.find('/') != std::string::npos ||
      name.find("..") != std::string::npos)
    return std::nullopt;
  for (const std::string& folder : folders)
    if (const auto path = findInside(folder, name)) return path->string();
  return std::nullopt;
}

}  // namespace sispde
