#include "core/experiment/experiment.h"

#include <map>
#include <set>
#include <tuple>

#include "core/detect/trainable.h"
#include "core/graph/dataset_hash.h"
#include "core/graph/label_statistics.h"
#include "core/train/training_request.h"

namespace sispde {
namespace {

Result<GridDataset> opened(const std::string& dataset, const DataOpener& open) {
  SISPDE_TRY(Dataset data, open(dataset));
  GridDataset read;
  read.name = datasetName(dataset);
  read.hash = contentHash(data);
  read.informativeness = labelStatistics(data.graph, data.labels).edgeInformativeness;
  read.data = std::make_shared<const Dataset>(std::move(data));
  return read;
}

Unexpected allAtOnce(const std::string& file, const std::vector<std::string>& mistakes) {
  if (mistakes.size() == 1) return inputError({file}, "{}", mistakes.front());
  std::string list;
  for (const std::string& mistake : mistakes) list += "\n  " + mistake;
  return inputError({file}, "The grid has {} mistakes, and nothing was run:{}", mistakes.size(), list);
}

// No less than there are cells.
double atMost(const Grid& grid) {
  double count = 0;
  for (const GridSystem& system : grid.systems)
    count += static_cast<double>(combinationCount(system)) * static_cast<double>(system.datasets.size()) *
             static_cast<double>(system.shifts.size()) * static_cast<double>(grid.seeds.size());
  return count;
}

// The cells that a grid with mistakes would have, as far as it can be read: on the data sets that are there; where a system's options are
// wrong, with the default ones; without searches where these are too much, and none at all where the rest is.
std::vector<Cell> readableCells(Grid grid, const std::vector<std::string>& there) {
  grid.datasets = there;
  if (atMost(grid) > static_cast<double>(maxCells))
    for (GridSystem& system : grid.systems) system.search.clear();
  if (atMost(grid) > static_cast<double>(maxCells)) return {};
  return cellsOf(grid);
}

// Every shift that is asked of the data is tried, so that one which the data cannot have with any seed is refused before anything is run,
// and so is one that leaves nothing to train on.
std::vector<std::string> impossibleShifts(const std::vector<GridDataset>& datasets,
                                          const std::vector<Cell>& cells, const Progress& progress) {
  using Kind = std::tuple<std::size_t, ShiftKind, int, int>;
  std::map<Kind, std::string> wrong;  // the first error of each; empty: it works
  std::set<std::pair<Kind, std::uint64_t>> tried;
  for (const Cell& asked : cells) {
    const GridDataset& dataset = datasets[asked.dataset];
    const ShiftOptions options = shiftOptionsFor(asked.shift, asked.options, *dataset.data, asked.seed);
    const Kind kind{asked.dataset, asked.shift, static_cast<int>(options.classes),
                    static_cast<int>(options.featureMode)};
    const auto known = wrong.find(kind);
    if ((known != wrong.end() && known->second.empty()) || !tried.emplace(kind, asked.seed).second) continue;
    if (progress.stopped()) break;
    progress.report(-1, fmt::format("looking at {} with the {} shift", dataset.name, shiftName(asked.shift)));
    const Result<ShiftedData> shifted = applyShift(*dataset.data, options);
    const Result<void> trainable = shifted ? checkTrainable(*shifted) : Result<void>{};
    if (shifted && trainable)
      wrong[kind].clear();
    else if (known == wrong.end())
      wrong[kind] = shifted ? fmt::format("datasets: nothing can be trained on {} under the {} shift: {}",
                                          dataset.name, shiftName(asked.shift), trainable.error().sentence())
                            : fmt::format("shifts: {} cannot have the {} shift: {}", dataset.name,
                                          shiftName(asked.shift), shifted.error().sentence());
  }
  std::vector<std::string> mistakes;
  for (const auto& [kind, sentence] : wrong)
    if (!sentence.empty()) mistakes.push_back(sentence);
  return mistakes;
}

}  // namespace

Result<Experiment> makeExperiment(std::string_view text, const std::string& file, const DataOpener& open,
                                  const DetectorCheck& check, const Progress& progress) {
  Result<GridReading> reading = readGrid(text, check);
  if (!reading) {
    reading.error().place.file = file;
    return Unexpected(reading.error());
  }
  std::vector<std::string> mistakes = std::move(reading->mistakes);
  Experiment made;
  made.grid = std::move(reading->grid);
  std::vector<std::string> there;
  for (const std::string& dataset : made.grid.datasets) {
    progress.report(-1, fmt::format("opening {}", dataset));
    Result<GridDataset> data = opened(dataset, open);
    if (progress.stopped()) return cancelled();
    if (data) {
      made.datasets.push_back(std::move(*data));
      there.push_back(dataset);
    } else {
      mistakes.push_back(fmt::format("datasets: {}", data.error().sentence()));
    }
  }
  made.cells = mistakes.empty() ? cellsOf(made.grid) : readableCells(made.grid, there);
  const std::vector<std::string> impossible = impossibleShifts(made.datasets, made.cells, progress);
  mistakes.insert(mistakes.end(), impossible.begin(), impossible.end());
  if (progress.stopped()) return cancelled();
  if (!mistakes.empty()) return allAtOnce(file, mistakes);
  return made;
}

}  // namespace sispde
