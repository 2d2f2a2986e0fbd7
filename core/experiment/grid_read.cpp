#include "core/experiment/grid_read.h"

#include <algorithm>

#include "core/base/option_table.h"
#include "core/detect/option_use.h"
#include "core/detect/presets.h"
#include "core/experiment/cells.h"
#include "core/experiment/document_check.h"

namespace sispde {
namespace {

using Json = nlohmann::ordered_json;

std::vector<ShiftKind> readShifts(DocumentCheck& check, const Json& object, const std::string& place,
                                  bool required) {
  std::vector<ShiftKind> kinds;
  for (const std::string& name : check.texts(object, place, "shifts", required)) {
    const auto kind = parseShiftKind(name);
    if (kind)
      kinds.push_back(*kind);
    else
      check.note(placeIn(place, "shifts"), kind.error().message);
  }
  return kinds;
}

std::vector<std::uint64_t> readSeeds(DocumentCheck& check, const Json& object) {
  std::vector<std::uint64_t> seeds;
  const Json* list = check.list(object, "", "seeds", true);
  if (list == nullptr) return seeds;
  for (const Json& each : *list) {
    if (!each.is_number_unsigned())
      check.note("seeds", "{} is not a whole number from 0 to 18446744073709551615",
                 option_table::shown(each));
    else if (std::find(seeds.begin(), seeds.end(), each.get<std::uint64_t>()) != seeds.end())
      check.note("seeds", "{} stands there twice", each.get<std::uint64_t>());
    else
      seeds.push_back(each.get<std::uint64_t>());
  }
  return seeds;
}

// What a system is restricted to must be in the grid; without a restriction it is all of it.
template <class T, class Show>
void keepListed(DocumentCheck& check, const std::string& place, bool given, std::vector<T>& own,
                const std::vector<T>& all, const Show& show) {
  for (const T& each : own)
    if (std::find(all.begin(), all.end(), each) == all.end())
      check.note(place, "{} is not in the grid's own list", inQuotes(show(each)));
  std::vector<T> kept;
  for (const T& each : all)
    if (!given || std::find(own.begin(), own.end(), each) != own.end()) kept.push_back(each);
  own = std::move(kept);
}

std::vector<SearchedOption> readSearch(DocumentCheck& check, const Json& object, const std::string& place) {
  std::vector<SearchedOption> search;
  const Json* found = check.member(object, place, "search", false);
  if (found == nullptr || found->is_null()) return search;
  const std::string here = placeIn(place, "search");
  if (!found->is_object()) {
    check.note(here, "This is {}; it must be an object of lists", option_table::shown(*found));
    return search;
  }
  for (const auto& [key, values] : found->items())
    search.push_back({key, check.texts(*found, here, key.c_str(), true)});
  return search;
}

std::optional<GridRewire> readRewire(DocumentCheck& check, const Json& object, const std::string& place) {
  const Json* found = check.member(object, place, "rewire", false);
  if (found == nullptr || found->is_null()) return std::nullopt;
  const std::string here = placeIn(place, "rewire");
  GridRewire rewire;
  for (const auto& [key, value] : check.values(object, place, "rewire"))
    if (const auto done = setOption(rewire, rewireOptionTable(), key, value); !done)
      check.note(here, done.error().message);
  if (rewire.random)
    for (const char* key : {"scope", "nu", "kappa", "laplacian"})
      if (found->is_object() && found->contains(key))
        check.note(here, "{} says nothing about a random rewiring", key);
  return rewire;
}

// Every value of `set` and `search` for itself, so that all mistakes are seen; then whole combinations.
void checkSystemOptions(DocumentCheck& check, const GridSystem& system, const std::string& place,
                        const DetectorCheck& detectorCheck) {
  const std::size_t before = check.mistakes().size();
  const auto base = withPreset(system.detector, system.preset);
  if (!base) check.note(place, base.error().message);
  DetectorOptions options = base.value_or(DetectorOptions{});
  const auto tryOne = [&](const std::string& where, const std::string& key, const std::string& value) {
    if (const auto done = setOption(options, detectorOptionTable(), key, value); !done)
      check.note(where, done.error().message);
  };
  // One that changes nothing would make equal cells under another name.
  const auto used = [&](const char* member, const std::string& key) {
    if (const auto use = checkUse(system.detector, key); !use)
      check.note(placeIn(place, member), use.error().message);
  };
  for (const auto& [key, value] : system.set) {
    tryOne(placeIn(place, "set"), key, value);
    used("set", key);
  }
  for (const SearchedOption& option : system.search) {
    used("search", option.key);
    for (const std::string& value : option.values) tryOne(placeIn(place, "search"), option.key, value);
    if (std::any_of(system.set.begin(), system.set.end(),
                    [&](const Setting& setting) { return setting.first == option.key; }))
      check.note(placeIn(place, "search"), "{} is set and searched at once", inQuotes(option.key));
  }
  if (check.mistakes().size() > before || !detectorCheck || combinationCount(system) > maxCells) return;
  for (const auto& combination : combinationsOf(system)) {
    const auto whole = systemOptions(system, combination);
    if (!whole)
      check.note(place, whole.error().message);
    else
      for (const std::string& mistake : detectorCheck(system.detector, *whole)) check.note(place, mistake);
  }
}

GridSystem readSystem(DocumentCheck& check, const Json& json, const std::string& place, const Grid& grid,
                      const DetectorCheck& detectorCheck) {
  GridSystem system;
  if (!json.is_object()) {
    check.note(place, "This is {}; it must be an object", option_table::shown(json));
    return system;
  }
  check.knowsKeys(json, place,
                  {"detector", "variant", "preset", "set", "search", "rewire", "datasets", "shifts"});
  const auto detector = check.text(json, place, "detector", true);
  system.detector = detector.value_or("");
  system.variant = check.text(json, place, "variant", false).value_or(system.variant);
  if (!isKeyText(system.variant))
    check.note(placeIn(place, "variant"),
               "{} holds more than lower-case letters, digits and the signs . _ + -",
               inQuotes(system.variant));
  system.preset = check.text(json, place, "preset", false).value_or(system.preset);
  system.set = check.values(json, place, "set");
  system.search = readSearch(check, json, place);
  system.rewire = readRewire(check, json, place);
  system.datasets = check.texts(json, place, "datasets", false);
  keepListed(check, placeIn(place, "datasets"), json.contains("datasets"), system.datasets, grid.datasets,
             [](const std::string& name) { return name; });
  system.shifts = readShifts(check, json, place, false);
  keepListed(check, placeIn(place, "shifts"), json.contains("shifts"), system.shifts, grid.shifts,
             [](ShiftKind kind) { return shiftName(kind); });
  if (detector) checkSystemOptions(check, system, place, detectorCheck);
  return system;
}

template <class T>
bool meet(const std::vector<T>& a, const std::vector<T>& b) {
  return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
}

// One variant may be described differently for different data sets or shifts, but once for each.
void checkVariants(DocumentCheck& check, const Grid& grid) {
  for (std::size_t i = 0; i < grid.systems.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const GridSystem &a = grid.systems[i], &b = grid.systems[j];
      if (a.detector == b.detector && a.variant == b.variant && meet(a.datasets, b.datasets) &&
          meet(a.shifts, b.shifts))
        check.note(fmt::format("systems[{}]", i),
                   "{} has the variant {} already in systems[{}], for some of the same data sets and shifts",
                   a.detector, inQuotes(a.variant), j);
    }
}

void checkKeys(DocumentCheck& check, const Grid& grid) {
  double count = 0;
  for (const GridSystem& system : grid.systems)
    count += static_cast<double>(combinationCount(system)) * static_cast<double>(system.datasets.size()) *
             static_cast<double>(system.shifts.size()) * static_cast<double>(grid.seeds.size());
  if (count > static_cast<double>(maxCells)) {
    check.note("", "The grid means {:.0f} cells; at most {} are run", count, maxCells);
    return;
  }
  constexpr std::size_t longest = 200;  // with a temporary ending still a file name
  std::vector<std::string> keys;
  for (const Cell& cell : cellsOf(grid)) {
    keys.push_back(cell.key);
    if (cell.key.size() > longest)
      check.note("", "The key {} is longer than {} letters; take shorter names", inQuotes(cell.key), longest);
  }
  std::sort(keys.begin(), keys.end());
  for (std::size_t i = 1; i < keys.size(); ++i)
    if (keys[i] == keys[i - 1])
      check.note("", "Two cells have the key {}; a variant, data set or value occurs twice", keys[i]);
}

Result<Json> parsed(std::string_view text) {
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    const std::size_t end = std::min<std::size_t>(error.byte, text.size());
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    return inputError({{}, line}, "This is not JSON");
  }
}

}  // namespace

Result<DetectorOptions> systemOptions(const GridSystem& system, const std::vector<Setting>& combination) {
  SISPDE_TRY(DetectorOptions options, withPreset(system.detector, system.preset));
  for (const auto* settings : {&system.set, &combination})
    for (const auto& [key, value] : *settings)
      SISPDE_CHECK(setOption(options, detectorOptionTable(), key, value));
  return options;
}

Result<GridReading> readGrid(std::string_view text, const DetectorCheck& detectorCheck) {
  SISPDE_TRY(const Json json, parsed(text));
  if (!json.is_object() || !json.contains("format") || json["format"] != "sispde-grid")
    return inputError({}, "This is not a grid: its \"format\" is not \"sispde-grid\"");
  if (!json.contains("version") || json["version"] != 1)
    return inputError({}, "This program reads grids of version 1 alone");
  DocumentCheck check;
  Grid grid;
  check.knowsKeys(
      json, "", {"format", "version", "name", "meaning", "datasets", "shifts", "seeds", "systems", "cells"});
  grid.name = check.text(json, "", "name", true).value_or("grid");
  if (!isKeyText(grid.name))
    check.note("name", "{} holds more than lower-case letters, digits and the signs . _ + -",
               inQuotes(grid.name));
  grid.meaning = check.text(json, "", "meaning", false).value_or("");
  grid.datasets = check.texts(json, "", "datasets", true);
  grid.shifts = readShifts(check, json, "", true);
  grid.seeds = readSeeds(check, json);
  if (const Json* systems = check.list(json, "", "systems", true))
    for (std::size_t i = 0; i < systems->size(); ++i)
      grid.systems.push_back(
          readSystem(check, (*systems)[i], fmt::format("systems[{}]", i), grid, detectorCheck));
  checkVariants(check, grid);
  if (check.mistakes().empty()) checkKeys(check, grid);
  return GridReading{std::move(grid), check.mistakes()};
}

}  // namespace sispde
