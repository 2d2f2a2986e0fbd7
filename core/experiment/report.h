#pragma once
// The report of a results folder: report.md, report.html, the figures as SVG and the numbers as CSV (docs/report.md).

#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/experiment/report_results.h"

namespace sispde {

struct WrittenReport {
  std::string folder;
  std::vector<std::string> files;
  std::size_t cells = 0, failed = 0, missing = 0, leftOut = 0;
};

// Reads `results` and writes to `out`; empty: the folder report inside it. Every file is written whole or not at all.
Result<WrittenReport> writeReport(const std::string& results, std::string out, const Progress& progress);

}  // namespace sispde
