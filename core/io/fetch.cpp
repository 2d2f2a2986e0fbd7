#include "core/io/fetch.h"

#include <algorithm>
#include <filesystem>

#include "core/base/file.h"
#include "core/base/hash.h"
#include "core/graph/dataset_hash.h"
#include "core/io/download.h"
#include "core/io/open.h"
#include "core/io/search_path.h"

namespace sispde {
namespace fs = std::filesystem;
namespace {

// What to open in a folder with all files of the set: the folder itself, or its one archive.
fs::path pathToOpen(const CatalogueEntry& entry, const fs::path& folder) {
  return entry.files.size() == 1 ? folder / entry.files.front().name : folder;
}

bool isThere(const fs::path& path) {
  std::error_code ignored;
  return fs::exists(fs::symlink_status(path, ignored));
}

enum class FileState { Missing, Right, Wrong, Unknown };

FileState checkFile(const CatalogueFile& file, const fs::path& path) {
  const auto size = fileSize(path.string());
  if (!size) return FileState::Missing;
  if (file.bytes > 0 && *size != file.bytes) return FileState::Wrong;
  if (file.sha256.empty() && file.gitBlob.empty()) return FileState::Unknown;
  const auto found = file.sha256.empty() ? gitBlobOfFile(path.string()) : sha256OfFile(path.string());
  return found && *found == (file.sha256.empty() ? file.gitBlob : file.sha256) ? FileState::Right
                                                                               : FileState::Wrong;
}

// Whether the bytes at `path` are published ones, as far as digests are known; `wrong` names the files that
// differ.
FileState checkPublished(const CatalogueEntry& entry, const fs::path& path, std::string& wrong) {
  const bool isFolder = fs::is_directory(path);
  if (!isFolder && !entry.uniformSha256.empty()) {
    const auto found = sha256OfFile(path.string());
    if (found && *found == entry.uniformSha256) return FileState::Right;
  }
  if (entry.files.empty() || (!isFolder && entry.files.size() != 1)) return FileState::Unknown;
  bool allKnown = true;
  for (const CatalogueFile& file : entry.files) {
    const fs::path at = isFolder ? path / file.name : path;
    const FileState state = checkFile(file, at);
    allKnown = allKnown && state == FileState::Right;
    if (state == FileState::Missing || state == FileState::Wrong)
      wrong += (wrong.empty() ? "" : ", ") + at.filename().string();
  }
  if (!wrong.empty()) return FileState::Wrong;
  return allKnown ? FileState::Right : FileState::Unknown;
}

bool holdsOnlyPublished(const CatalogueEntry& entry, const fs::path& folder) {
  std::error_code code;
  for (fs::directory_iterator at(folder, code), end; !code && at != end; at.increment(code)) {
    const std::string name = at->path().filename().string();
    const auto isIt = [&](const CatalogueFile& file) { return file.name == name; };
    if (at->is_directory(code) || std::none_of(entry.files.begin(), entry.files.end(), isIt)) return false;
  }
  return !code;
}

// All files into `staging`; those that an earlier fetch finished are not loaded again.
Result<void> downloadFiles(const CatalogueEntry& entry, const fs::path& staging, const Progress& progress) {
  const auto weight = [](const CatalogueFile& file) {
    return file.bytes > 0 ? static_cast<double>(file.bytes) : 1e6;
  };
  double total = 0, done = 0;
  for (const CatalogueFile& file : entry.files) total += weight(file);
  for (const CatalogueFile& file : entry.files) {
    if (progress.stopped()) return cancelled();
    const fs::path path = staging / file.name;
    const FileState state = checkFile(file, path);
    if (state != FileState::Right && state != FileState::Unknown) {
      Progress part{progress.stop, {}};
      if (progress.listener)
        part.listener = [&](double fraction, std::string_view what) {
          progress.report(0.95 * (done + std::max(fraction, 0.0) * weight(file)) / total, what);
        };
      SISPDE_CHECK(download({file.url, path.string(), file.sha256, file.gitBlob, file.bytes}, part));
    }
    done += weight(file);
  }
  return {};
}

// An interrupted download left something to go on from.
bool isResumable(const Error& error, const fs::path& staging) {
  if (error.kind == ErrorKind::Cancelled) return true;
  std::error_code code;
  for (fs::directory_iterator at(staging, code), end; !code && at != end; at.increment(code))
    if (at->path().extension() == ".part") return true;
  return false;
}

Result<void> loadAndCheck(const CatalogueEntry& entry, const fs::path& folder, const Progress& progress) {
  progress.report(0.95, fmt::format("Checking {}", entry.title));
  SISPDE_TRY(const Dataset data, openDataset(pathToOpen(entry, folder).string()));
  return checkContent(entry, data);
}

// Gives the staged folder its name; an older folder of that name is removed once the new one is in its place.
Result<void> putInPlace(const fs::path& staging, const fs::path& target) {
  const fs::path old = staging.string() + "-old";
  std::error_code code;
  fs::remove_all(old, code);
  if (isThere(target)) fs::rename(target, old, code);
  if (!code) fs::rename(staging, target, code);
  if (code) {
    std::error_code ignored;
    if (!isThere(target) && isThere(old)) fs::rename(old, target, ignored);
    return failure({target.string()}, "The folder cannot be written ({})", code.message());
  }
  fs::remove_all(old, code);
  return {};
}

}  // namespace

std::string_view toText(EntryState state) {
  switch (state) {
    case EntryState::Missing: return "missing";
    case EntryState::Present: return "present";
    case EntryState::Damaged: return "damaged";
  }
  return {};
}

Result<void> checkContent(const CatalogueEntry& entry, const Dataset& data) {
  const auto size = [&](const char* what, std::int64_t found, std::int64_t expected) -> Result<void> {
    if (found == expected) return {};
    return inputError({}, "This is not {}: it has {} {} where {} were expected", entry.title, found, what,
                      expected);
  };
  SISPDE_CHECK(size("nodes", data.nodeCount(), entry.nodes));
  SISPDE_CHECK(size("edges", data.graph.edgeCount(), entry.edges));
  SISPDE_CHECK(size("classes", data.classCount(), entry.classes));
  SISPDE_CHECK(size("features", data.features.columns(), entry.features));
  if (entry.content.empty()) return {};
  if (const std::string found = contentHash(data); found != entry.content)
    return inputError({}, "This is not {}: the content hash is {} where {} was expected", entry.title, found,
                      entry.content);
  return {};
}

EntryStatus locateEntry(const CatalogueEntry& entry, const std::vector<std::string>& folders) {
  const auto path = findDataset(entry.name, folders);
  return path ? EntryStatus{EntryState::Present, *path, {}} : EntryStatus{};
}

EntryStatus verifyEntry(const CatalogueEntry& entry, const std::vector<std::string>& folders) {
  EntryStatus status = locateEntry(entry, folders);
  if (status.state == EntryState::Missing) return status;
  const auto damaged = [&](const Error& error) {
    return EntryStatus{EntryState::Damaged, status.path, error.sentence()};
  };
  const auto data = openDataset(status.path);
  if (!data) return damaged(data.error());
  if (const auto content = checkContent(entry, *data); !content) return damaged(content.error());

  std::string wrong;
  const FileState published = checkPublished(entry, status.path, wrong);
  const bool contentKnown = !entry.content.empty();
  if (published == FileState::Right) {
    status.detail = "The files are the published ones.";
  } else if (contentKnown) {
    status.detail = "The content is right, stored in other files than the published ones.";
    if (published == FileState::Unknown) status.detail = "The content is right.";
  } else if (published == FileState::Wrong && fs::path(status.path).parent_path().filename() == entry.name) {
    // In the set's own folder a file of that name claims to be the published one.
    status.state = EntryState::Damaged;
    status.detail = fmt::format("Not the published file: {}.", wrong);
  } else {
    status.detail =
        "The sizes are right; the content cannot be checked, because these are not the published files.";
  }
  return status;
}

Result<std::string> fetchDataset(const CatalogueEntry& entry, const std::string& folder,
                                 const Progress& progress) {
  const fs::path target = fs::path(folder) / entry.name;
  const fs::path staging = fs::path(folder) / fmt::format(".{}.part", entry.name);
  const EntryStatus before = verifyEntry(entry, {folder});
  if (before.state == EntryState::Present) {
    progress.report(1, fmt::format("{} is already there", entry.title));
    return before.path;
  }
  if (entry.files.empty())
    return failure({}, "{} is not offered for download in a form that can be read here{}{}", entry.title,
                   entry.note.empty() ? "" : ": ", entry.note);
  const bool inTarget = before.path == target.string() || fs::path(before.path).parent_path() == target;
  if (before.state == EntryState::Damaged && !inTarget)
    return failure({before.path}, "The file is in the way and is not {}: move it away, then fetch again",
                   entry.title);
  if (isThere(target) && !holdsOnlyPublished(entry, target))
    return failure({target.string()},
                   "The folder holds other files than those of {}: move it away, then fetch again",
                   entry.title);

  SISPDE_CHECK(makeFolder(staging.string()));
  std::error_code ignored;
  if (const auto loaded = downloadFiles(entry, staging, progress); !loaded) {
    if (isResumable(loaded.error(), staging))
      fs::remove(staging, ignored);  // only if it is empty
    else
      fs::remove_all(staging, ignored);
    return Unexpected(loaded.error());
  }
  auto done = loadAndCheck(entry, staging, progress);
  if (done) done = putInPlace(staging, target);
  if (!done) {
    fs::remove_all(staging, ignored);
    Error error = std::move(done.error());
    if (error.kind == ErrorKind::Cancelled) return Unexpected(std::move(error));
    return failure({}, "{} was downloaded from {} but not kept: {}", entry.title, entry.page,
                   error.sentence());
  }
  progress.report(1, fmt::format("{} is ready", entry.title));
  return pathToOpen(entry, target).string();
}

}  // namespace sispde
