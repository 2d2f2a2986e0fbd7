#pragma once
// A Cell is one training of a grid: a data set, a shift, a system with one combination of its search, a seed. Its key names its result file.

#include "core/detect/detector_options.h"
#include "core/experiment/grid.h"

namespace sispde {

struct Cell {
  std::string key;                      // GROUP[+option_value…]-SEED
  std::string group;                    // DATASET-SHIFT-DETECTOR-VARIANT: what a search chooses within
  std::size_t dataset = 0, system = 0;  // places in the grid's lists
  ShiftKind shift = ShiftKind::Label;
  std::uint64_t seed = 0;
  std::vector<Setting> combination;  // values of the search; empty without one
  DetectorOptions options;
};

// The name of a data set in keys and results: a generator's own text, otherwise the file's name without folder and ending, in lower case.
std::string datasetName(const std::string& dataset);

// Every way to take one value of each searched option; one empty way without a search.
std::vector<std::vector<Setting>> combinationsOf(const GridSystem& system);
std::size_t combinationCount(const GridSystem& system);  // saturates above maxCells

// All cells of a grid without mistakes. Seed after seed, so that what is there when a run is stopped can be compared; within a seed by data
// set and shift, so that what these need is made once and dropped early.
std::vector<Cell> cellsOf(const Grid& grid);

}  // namespace sispde
