#pragma once
// A Grid describes a benchmark as one JSON document: data sets × shifts × systems × seeds (docs/benchmark.md). A system is a detector with
// a preset, options over it and perhaps a rewired graph; with `search` it stands for every combination of the listed values. Equal documents
// give equal numbers.

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/experiment/grid_rewire.h"
#include "core/shift/shift.h"

namespace sispde {

// An option of a detector and its value as setOption reads it.
using Setting = std::pair<std::string, std::string>;

// An option and the values that are tried.
struct SearchedOption {
  std::string key;
  std::vector<std::string> values;
};

struct GridSystem {
  std::string detector;
  std::string variant = "default";  // tells systems of one detector apart; isKeyText
  std::string preset = "recommended";
  std::vector<Setting> set;
  std::vector<SearchedOption> search;
  std::optional<GridRewire> rewire;
  std::vector<std::string> datasets;  // those of the grid that it is run on, in its order
  std::vector<ShiftKind> shifts;      // likewise
};

struct Grid {
  std::string name, meaning;          // isKeyText; one sentence
  std::vector<std::string> datasets;  // files, names or generators
  std::vector<ShiftKind> shifts;
  std::vector<std::uint64_t> seeds;
  std::vector<GridSystem> systems;
};

// More cells than this are taken for a mistake.
inline constexpr std::size_t maxCells = 100'000;

// What may stand in the name of a result file: not empty, lower-case letters, digits, '.', '_', '+' and '-'.
bool isKeyText(std::string_view text);
// The text in lower case with '-' for what may not.
std::string keyText(std::string_view text);

// The document with every default filled in.
nlohmann::ordered_json gridJson(const Grid& grid);

}  // namespace sispde
