#pragma once
// A results folder of the benchmark: grid.json and cells/KEY.json. What cannot be read is left out by name, with a sentence.

#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/experiment/report_cell.h"
#include "core/experiment/report_planned.h"

namespace sispde {

struct LeftOut {
  std::string file, sentence;
};

struct Results {
  std::string gridName, gridMeaning;  // empty without grid.json
  std::vector<ReportCell> cells;      // done, in the order of their keys
  std::vector<ReportCell> failed;
  std::vector<std::string> missing;     // keys that grid.json lists and that have no cell
  std::vector<PlannedSearch> searches;  // what the grid meant to search
  std::vector<std::string> extra;       // keys of cells that grid.json does not list; they are used
  std::vector<LeftOut> leftOut;         // damaged or foreign files
};

// An error where the folder is not there or holds neither a grid nor a cell.
Result<Results> readResults(const std::string& folder, const Progress& progress);

}  // namespace sispde
