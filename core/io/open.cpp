#include "core/io/open.h"

#include <filesystem>
#include <fstream>

#include "core/base/file.h"
#include "core/base/text.h"
#include "core/graph/placeholders.h"
#include "core/io/formats.h"

namespace sispde {
namespace fs = std::filesystem;

void setGraph(Dataset& data, BuiltGraph built) {
  data.graph = std::move(built.graph);
  data.dropped = built.dropped;
  if (built.dropped.selfLoops > 0)
    data.notes.push_back(fmt::format("{} self-loop{} dropped.", built.dropped.selfLoops,
                                     built.dropped.selfLoops == 1 ? " was" : "s were"));
  if (built.dropped.duplicates > 0)
    data.notes.push_back(fmt::format(
        "{} edge{} given more than once (in either direction) and {} kept once.", built.dropped.duplicates,
        built.dropped.duplicates == 1 ? " was" : "s were", built.dropped.duplicates == 1 ? "is" : "are"));
}

Result<Dataset> finishDataset(Dataset data, const std::string& file) {
  bool anyLabel = false;
  for (const std::int32_t label : data.labels) anyLabel = anyLabel || label != -1;
  if (!anyLabel) data.labels.clear();
  if (count(data.ood) == 0) data.ood.clear();
  if (count(data.placeholders) == 0) data.placeholders.clear();
  SISPDE_CHECK(checkDataset(data, file));
  if (data.placeholders.empty()) data.placeholders = findPlaceholders(data);
  if (const auto flagged = count(data.placeholders); flagged > 0)
    data.notes.push_back(fmt::format(
        "{} nodes are placeholders without a true label; they are kept out of training and of every OOD set.",
        flagged));
  return data;
}

namespace {

// For formats without columns.
Result<void> noColumns(const OpenOptions& options) {
  if (options.oodColumn.empty()) return {};
  return usageError(
      "A column that marks OOD nodes ({}) goes with a node table, GraphML or JSON; an npz has its ood_mask",
      inQuotes(options.oodColumn));
}

// For formats that hold their nodes themselves.
Result<void> noNodeTable(const OpenOptions& options) {
  if (options.nodes.empty()) return {};
  return usageError("A node table ({}) goes with a CSV edge list alone", inQuotes(options.nodes));
}

// NAME of a path FOLDER/ind.NAME.PART that belongs to a Planetoid set, or nothing.
std::string planetoidName(const fs::path& path) {
  const std::string file = path.filename().string();
  const std::size_t end = file.find('.', 4);
  if (!file.starts_with("ind.") || end == std::string::npos) return {};
  const std::string name = file.substr(4, end - 4);
  return fs::exists(path.parent_path() / ("ind." + name + ".graph")) ? name : "";
}

Result<Dataset> openFolder(const std::string& folder, const OpenOptions& options) {
  std::vector<std::string> archives;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (name.starts_with("ind.") && name.ends_with(".graph")) {
      SISPDE_CHECK(noNodeTable(options));
      SISPDE_CHECK(noColumns(options));
      return readPlanetoid(folder, {}, options.progress);
    }
    if (name.ends_with(".npz") && !name.starts_with(".")) archives.push_back(entry.path().string());
  }
  for (const char* name : {"edges.csv", "edges.tsv", "edges.txt"})
    if (const fs::path edges = fs::path(folder) / name; fs::exists(edges))
      return openDataset(edges.string(), options);
  if (archives.size() == 1) return openDataset(archives.front(), options);
  return inputError(
      {folder},
      "The folder holds no data set: neither ind.NAME.graph, nor edges.csv, nor one npz file (it has {})",
      archives.size());
}

// The first bytes that are not a byte-order mark or white space.
std::string_view start(std::string_view head) {
  if (head.starts_with("\xEF\xBB\xBF")) head.remove_prefix(3);
  const auto first = head.find_first_not_of(" \t\r\n");
  return first == std::string_view::npos ? std::string_view() : head.substr(first);
}

}  // namespace

Result<Dataset> openDataset(const std::string& path, const OpenOptions& options) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) {
    try {
      return openFolder(path, options);
    } catch (const fs::filesystem_error& error) {
      return inputError({path}, "The folder cannot be read ({})", error.code().message());
    }
  }
  SISPDE_TRY(const std::uint64_t size, fileSize(path));
  if (size == 0) return inputError({path}, "The file is empty");
  std::string head(std::min<std::uint64_t>(size, 4096), '\0');
  std::ifstream stream(path, std::ios::binary);
  if (!stream.read(head.data(), static_cast<std::streamsize>(head.size())))
    return inputError({path}, "The file cannot be read");
  const std::string_view first = start(head);
  const auto named = [&](Result<Dataset> result) {
    if (result && result->name.empty()) result->name = fs::path(path).stem().string();
    return result;
  };

  const std::string planetoid = planetoidName(path);
  const bool isZip = head.starts_with("PK\3\4") || head.starts_with("PK\5\6");
  const bool isXml = first.starts_with("<"), isJson = first.starts_with("{") || first.starts_with("[");
  if (isZip || isXml || isJson || !planetoid.empty()) SISPDE_CHECK(noNodeTable(options));
  if (isZip || !planetoid.empty()) SISPDE_CHECK(noColumns(options));
  if (!planetoid.empty()) {
    const std::string folder = fs::path(path).parent_path().string();
    return readPlanetoid(folder.empty() ? "." : folder, planetoid, options.progress);
  }
  if (isZip) {
    SISPDE_TRY(std::string bytes, readFile(path));
    return named(readNpzDataset(std::move(bytes), path, options.progress));
  }
  if (head.starts_with("\x93NUMPY"))
    return inputError({path}, "This is a single NumPy array; a data set is an npz archive of several");
  if (head.starts_with("\x80\x02") || head.starts_with("\x80\x03") || head.starts_with("\x80\x04"))
    return inputError(
        {path}, "This is a Python pickle; a Planetoid data set needs all its files ind.NAME.* in one folder");
  if (head.starts_with("\xFD"
                       "7zXZ"))
    return inputError({path}, "The file is compressed; unpack it with xz -dk first");
  if (head.starts_with("\x1F\x8B"))
    return inputError({path}, "The file is compressed; unpack it with gunzip first");
  if (isXml) {
    SISPDE_TRY(std::string bytes, readFile(path));
    return named(readGraphml(std::move(bytes), path, options.oodColumn, options.progress));
  }
  if (isJson) {
    SISPDE_TRY(const std::string bytes, readFile(path));
    return named(readJsonGraph(bytes, path, options.oodColumn, options.progress));
  }
  std::string nodes = options.nodes;
  if (nodes.empty() && fs::is_regular_file(csvNodeTablePath(path), ignored)) nodes = csvNodeTablePath(path);
  return readCsvDataset(path, nodes, options.progress, options.oodColumn);
}

}  // namespace sispde
