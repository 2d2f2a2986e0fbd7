#include "core/base/file.h"
#include "core/base/text.h"
#include "core/experiment/grid_read.h"

namespace sispde {

// Embedded.
extern const std::string_view gridTable1, gridTable2, gridNuSweep, gridQuick, gridGoldMargins;

const std::vector<ReadyGrid>& readyGrids() {
  static const std::vector<ReadyGrid> grids{{"table1", gridTable1},
                                            {"table2", gridTable2},
                                            {"nu-sweep", gridNuSweep},
                                            {"quick", gridQuick},
                                            {"gold-margins", gridGoldMargins}};
  return grids;
}

Result<std::string> gridText(const std::string& nameOrFile) {
  std::string names;
  for (const ReadyGrid& grid : readyGrids()) {
    if (grid.name == nameOrFile) return std::string(grid.text);
    names.append(names.empty() ? "" : ", ").append(grid.name);
  }
  Result<std::string> text = readFile(nameOrFile);
  if (!text)
    return inputError({}, "There is no grid {}: {} Ready grids are {}", inQuotes(nameOrFile),
                      text.error().sentence(), names);
  return text;
}

}  // namespace sispde
