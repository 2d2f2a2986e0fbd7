#include "core/experiment/report_results.h"

#include <algorithm>
#include <filesystem>
#include <set>

#include <nlohmann/json.hpp>

#include "core/base/file.h"

namespace sispde {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

std::vector<fs::path> cellFiles(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error))
    if (at->path().extension() == ".json") files.push_back(at->path());
  std::sort(files.begin(), files.end());
  return files;
}

// The keys that the grid lists.
Result<std::vector<std::string>> readGrid(const std::string& path, Results& results) {
  SISPDE_TRY(const std::string text, readFile(path));
  const Json json = Json::parse(text, nullptr, false);
  try {
    results.gridName = json.at("name").get<std::string>();
    results.gridMeaning = json.value("meaning", "");
    results.searches = plannedSearches(text);
    return json.at("cells").get<std::vector<std::string>>();
  } catch (const Json::exception&) {
    return inputError({.file = path},
                      "This is not a grid as sispde bench writes it, with its name and cells");
  }
}

Result<ReportCell> readCellFile(const fs::path& path) {
  SISPDE_TRY(const std::string text, readFile(path.string()));
  SISPDE_TRY(ReportCell cell, readCell(text, path.filename().string()));
  if (cell.key != path.stem().string())
    return inputError({.file = path.filename().string()}, "The cell says that its key is {}", cell.key);
  return cell;
}

void compareWithGrid(const std::vector<std::string>& listed, Results& results) {
  std::set<std::string> left(listed.begin(), listed.end());
  for (const auto* cells : {&results.cells, &results.failed})
    for (const ReportCell& cell : *cells)
      if (left.erase(cell.key) == 0) results.extra.push_back(cell.key);
  for (const std::string& key : listed)
    if (left.contains(key)) results.missing.push_back(key);
}

}  // namespace

Result<Results> readResults(const std::string& folder, const Progress& progress) {
  if (!fs::is_directory(folder)) return inputError({.file = folder}, "There is no such folder");
  Results results;
  const fs::path grid = fs::path(folder) / "grid.json";
  const std::vector<fs::path> files = cellFiles(fs::path(folder) / "cells");
  if (files.empty() && !fs::exists(grid))
    return inputError({.file = folder},
                      "This is no results folder of sispde bench: it has neither grid.json nor cells");
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (progress.stopped()) return cancelled();
    progress.report(static_cast<double>(i) / static_cast<double>(files.size()), "reading cells");
    auto cell = readCellFile(files[i]);
    if (!cell)
      results.leftOut.push_back({"cells/" + files[i].filename().string(), cell.error().message + "."});
    else
      (cell->done ? results.cells : results.failed).push_back(std::move(*cell));
  }
  if (const auto listed = readGrid(grid.string(), results))
    compareWithGrid(*listed, results);
  else
    results.leftOut.push_back(
        {"grid.json", listed.error().message + ". Which cells are missing is not known."});
  return results;
}

}  // namespace sispde
