#include "core/experiment/report_planned.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/experiment/cells.h"
#include "core/experiment/grid_read.h"

namespace sispde {

std::size_t PlannedSearch::cellCount() const {
  std::size_t count = 0;
  for (const PlannedTrial& trial : trials) count += trial.keys.size();
  return count;
}

std::string searchedWords(const std::map<std::string, std::string>& values) {
  std::vector<std::string> words;
  for (const auto& [key, value] : values) words.push_back(fmt::format("{}={}", key, value));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::vector<PlannedSearch> plannedSearches(std::string_view gridText) {
  const Result<GridReading> reading = readGrid(gridText);
  if (!reading || !reading->mistakes.empty()) return {};
  const Grid& grid = reading->grid;
  std::vector<PlannedSearch> searches;
  std::map<std::string, std::size_t> places;  // by the cells' group
  for (const Cell& cell : cellsOf(grid)) {
    if (cell.combination.empty()) continue;
    const auto [at, fresh] = places.try_emplace(cell.group, searches.size());
    const GridSystem& system = grid.systems[cell.system];
    if (fresh)
      searches.push_back({datasetName(grid.datasets[cell.dataset]),
                          std::string(shiftName(cell.shift)),
                          system.detector,
                          system.variant,
                          {}});
    std::vector<PlannedTrial>& trials = searches[at->second].trials;
    const std::string words = searchedWords({cell.combination.begin(), cell.combination.end()});
    auto trial = std::ranges::find(trials, words, &PlannedTrial::values);
    if (trial == trials.end()) trial = trials.insert(trial, {words, {}});
    trial->keys.push_back(cell.key);
  }
  return searches;
}

}  // namespace sispde
