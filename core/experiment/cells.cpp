#include "core/experiment/cells.h"

#include <algorithm>
#include <filesystem>

#include "core/base/text.h"
#include "core/experiment/grid_read.h"
#include "core/shift/generators.h"

namespace sispde {
namespace {

bool has(const std::vector<std::string>& list, const std::string& item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}
bool has(const std::vector<ShiftKind>& list, ShiftKind item) {
  return std::find(list.begin(), list.end(), item) != list.end();
}

void addCells(std::vector<Cell>& cells, const Grid& grid, std::size_t dataset, ShiftKind shift,
              std::uint64_t seed) {
  for (std::size_t s = 0; s < grid.systems.size(); ++s) {
    const GridSystem& system = grid.systems[s];
    if (!has(system.datasets, grid.datasets[dataset]) || !has(system.shifts, shift)) continue;
    const std::string group = fmt::format("{}-{}-{}-{}", keyText(datasetName(grid.datasets[dataset])),
                                          shiftName(shift), keyText(system.detector), system.variant);
    for (auto& combination : combinationsOf(system)) {
      std::string chosen;
      for (const auto& [key, value] : combination)
        chosen += fmt::format("+{}_{}", keyText(key), keyText(value));
      auto options = systemOptions(system, combination);
      cells.push_back({.key = fmt::format("{}{}-{}", group, chosen, seed),
                       .group = group,
                       .dataset = dataset,
                       .system = s,
                       .shift = shift,
                       .seed = seed,
                       .combination = std::move(combination),
                       .options = options.value_or(DetectorOptions{})});
    }
  }
}

}  // namespace

std::string datasetName(const std::string& dataset) {
  if (isGeneratorSpec(dataset)) return dataset;
  const std::filesystem::path path = std::filesystem::path(dataset).lexically_normal();
  return lower(path.has_filename() ? path.stem().string() : path.parent_path().filename().string());
}

std::size_t combinationCount(const GridSystem& system) {
  std::size_t count = 1;
  for (const SearchedOption& option : system.search) {
    count *= option.values.size();
    if (count > maxCells) return maxCells + 1;
  }
  return count;
}

std::vector<std::vector<Setting>> combinationsOf(const GridSystem& system) {
  std::vector<std::vector<Setting>> all(1);
  for (const auto& [key, values] : system.search) {
    std::vector<std::vector<Setting>> longer;
    for (const auto& before : all)
      for (const std::string& value : values) {
        longer.push_back(before);
        longer.back().emplace_back(key, value);
      }
    all = std::move(longer);
  }
  return all;
}

std::vector<Cell> cellsOf(const Grid& grid) {
  std::vector<Cell> cells;
  for (const std::uint64_t seed : grid.seeds)
    for (std::size_t d = 0; d < grid.datasets.size(); ++d)
      for (const ShiftKind shift : grid.shifts) addCells(cells, grid, d, shift, seed);
  return cells;
}

}  // namespace sispde
