#include "core/experiment/grid.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/option_table.h"
#include "core/base/text.h"

namespace sispde {
namespace {

using Json = nlohmann::ordered_json;

bool isKeyCharacter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '+' || c == '-';
}

Json namesOf(const std::vector<ShiftKind>& shifts) {
  Json names = Json::array();
  for (const ShiftKind kind : shifts) names.push_back(shiftName(kind));
  return names;
}

Json systemJson(const GridSystem& system) {
  Json set = Json::object(), search = Json::object();
  for (const auto& [key, value] : system.set) set[key] = value;
  for (const auto& [key, values] : system.search) search[key] = values;
  return {{"detector", system.detector},
          {"variant", system.variant},
          {"preset", system.preset},
          {"set", set},
          {"search", search},
          {"rewire", system.rewire ? rewireJson(*system.rewire) : Json(nullptr)},
          {"datasets", system.datasets},
          {"shifts", namesOf(system.shifts)}};
}

}  // namespace

bool isKeyText(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), isKeyCharacter);
}

std::string keyText(std::string_view text) {
  std::string key = lower(text);
  std::replace_if(
      key.begin(), key.end(), [](char c) { return !isKeyCharacter(c); }, '-');
  return key;
}

Json gridJson(const Grid& grid) {
  Json systems = Json::array();
  for (const GridSystem& system : grid.systems) systems.push_back(systemJson(system));
  Json json = {{"format", "sispde-grid"},   {"version", 1},
               {"name", grid.name},         {"meaning", grid.meaning},
               {"datasets", grid.datasets}, {"shifts", namesOf(grid.shifts)},
               {"seeds", grid.seeds},       {"systems", systems}};
  if (grid.meaning.empty()) json.erase("meaning");
  return json;
}

}  // namespace sispde
