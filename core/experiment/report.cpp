#include "core/experiment/report.h"

#include <algorithm>
#include <filesystem>

#include "core/base/atomic_file.h"
#include "core/base/file.h"
#include "core/experiment/report_parts.h"

namespace sispde {
namespace {

namespace fs = std::filesystem;

// From the report's folder to that of the cells.
std::string cellsLink(const std::string& results, const std::string& out) {
  std::error_code error;
  const fs::path link = fs::relative(fs::path(results) / "cells", out, error);
  return error || link.empty() ? fs::absolute(fs::path(results) / "cells").string() : link.generic_string();
}

// Every file that a report can have, but for the two pages. What an earlier report had and this one has not must not stay beside it.
constexpr const char* fileNames[] = {"ranks-auroc.svg",
                                     "ranks-det_acc.svg",
                                     "ranks-fpr95.svg",
                                     "ranks-local-auroc.svg",
                                     "differences.svg",
                                     "table2.svg",
                                     "nu-informativeness.svg",
                                     "nu-auroc.svg",
                                     "times.svg",
                                     "cells.csv",
                                     "table1.csv",
                                     "table2.csv",
                                     "ranks.csv",
                                     "differences.csv",
                                     "shuffled.csv",
                                     "scores.csv",
                                     "nu.csv",
                                     "times.csv",
                                     "searches.csv",
                                     "claims.csv"};

Result<void> removeStale(const fs::path& folder, const std::vector<std::string>& written) {
  for (const char* name : fileNames) {
    if (std::find(written.begin(), written.end(), name) != written.end()) continue;
    std::error_code error;
    fs::remove(folder / name, error);
    if (error)
      return failure({.file = (folder / name).string()},
                     "This file of an earlier report could not be removed: {}", error.message());
  }
  return {};
}

}  // namespace

Report makeReport(const Results& results) {
  const ReportData data = arrange(results);
  Report report;
  report.title = results.gridName.empty() ? "Benchmark report" : "Benchmark report: " + results.gridName;
  addWhatWasRun(report, results, data);
  addMainTables(report, data);
  addRanks(report, data);
  addDifferences(report, data);
  addShuffled(report, data);
  addOtherScores(report, data);
  addSweep(report, data);
  addRewiring(report, data);
  addRunTimes(report, data);
  addClaims(report, data);
  addSearches(report, results, data);
  addMissing(report, results);
  addCellTable(report, results);
  return report;
}

Result<WrittenReport> writeReport(const std::string& results, std::string out, const Progress& progress) {
  SISPDE_TRY(const Results read, readResults(results, progress));
  if (out.empty()) out = (fs::path(results) / "report").string();
  SISPDE_CHECK(makeFolder(out));
  progress.report(-1, "writing the report");
  const Report report = makeReport(read);
  WrittenReport written{
      out, {}, read.cells.size(), read.failed.size(), read.missing.size(), read.leftOut.size()};
  const auto write = [&](const std::string& name, const std::string& text) -> Result<void> {
    if (progress.stopped()) return cancelled();
    SISPDE_CHECK(writeFile((fs::path(out) / name).string(), text));
    written.files.push_back(name);
    return {};
  };
  SISPDE_CHECK(write("report.md", markdownOf(report)));
  SISPDE_CHECK(write("report.html", htmlOf(report, cellsLink(results, out))));
  for (const CsvTable& table : report.tables) SISPDE_CHECK(write(table.name + ".csv", csvOf(table)));
  for (const ReportBlock& block : report.blocks)
    if (const auto* figure = std::get_if<ReportFigure>(&block))
      SISPDE_CHECK(write(figure->name + ".svg", figure->svg));
  SISPDE_CHECK(removeStale(out, written.files));
  return written;
}

}  // namespace sispde
