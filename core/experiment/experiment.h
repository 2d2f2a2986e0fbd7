#pragma once
// An Experiment is a grid with what is known of its data: the data sets are read once, here, and shared by all cells.

#include <memory>

#include "core/base/progress.h"
#include "core/experiment/cells.h"
#include "core/experiment/grid_read.h"

namespace sispde {

struct GridDataset {
  std::string name;                       // datasetName
  std::string hash;                       // contentHash
  std::optional<double> informativeness;  // edge label informativeness
  std::shared_ptr<const Dataset> data;
};

struct Experiment {
  Grid grid;
  std::vector<GridDataset> datasets;  // in the order of the grid's
  std::vector<Cell> cells;
};

using DataOpener = std::function<Result<Dataset>(const std::string& dataset)>;

// From the text of a grid. One error holds all mistakes of the grid and all data sets that cannot be opened; `file` is what it is called.
Result<Experiment> makeExperiment(std::string_view text, const std::string& file, const DataOpener& open,
                                  const DetectorCheck& check, const Progress& progress = {});

}  // namespace sispde
