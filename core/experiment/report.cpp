#include "core/experiment/report.h"

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
  addSweep(report, data);
  addRewiring(report, data);
  addRunTimes(report, data);
  addClaims(report, data);
  addSearches(report, data);
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
  return written;
}

}  // namespace sispde
