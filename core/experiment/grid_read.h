#pragma once
// Grids from JSON: ready ones by name, others from files. All mistakes of a grid are found at once, before anything runs.

#include <functional>
#include <string_view>

#include "core/base/result.h"
#include "core/detect/detector_options.h"
#include "core/experiment/grid.h"

namespace sispde {

// Sentences on why a detector cannot be made with these options, as far as that is known without data.
using DetectorCheck =
    std::function<std::vector<std::string>(const std::string& detector, const DetectorOptions& options)>;

struct GridReading {
  Grid grid;                          // of use where there are no mistakes
  std::vector<std::string> mistakes;  // sentences with their place: "systems[2].set: There is no …."
};
// An error for what is not JSON, or not a grid of this format.
Result<GridReading> readGrid(std::string_view text, const DetectorCheck& check = {});

// Options of a system with one combination of its search.
Result<DetectorOptions> systemOptions(const GridSystem& system, const std::vector<Setting>& combination);

// The grids that are in the program: assets/grids.
struct ReadyGrid {
  std::string_view name, text;
};
const std::vector<ReadyGrid>& readyGrids();

// The text of a ready grid, or of a file.
Result<std::string> gridText(const std::string& nameOrFile);

}  // namespace sispde
