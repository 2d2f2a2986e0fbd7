#include "core/train/identity.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/option_table.h"
#include "core/base/text.h"
#include "core/detect/detector_options.h"

namespace sispde {
namespace {

using Json = nlohmann::json;

// "/options/epochs" is options.epochs to people.
std::string nameOf(std::string key) {
  std::replace(key.begin(), key.end(), '/', '.');
  return key.substr(std::min<std::size_t>(1, key.size()));
}

// "seed" (1 here, 2 there).
std::string difference(const std::string& key, const Json& ours, const Json& theirs) {
  const auto shown = [](const Json& value) {
    if (value.is_discarded()) return std::string("not given");
    return value.is_string() ? inQuotes(value.get_ref<const std::string&>()) : value.dump();
  };
  return fmt::format("{} ({} in this run, {} in the checkpoint)", inQuotes(key), shown(ours), shown(theirs));
}

// Options that came after a checkpoint was written had their default value in its run.
void fillOptions(Json& identity) {
  const auto options = identity.find("options");
  if (options == identity.end() || !options->is_object()) return;
  const auto defaults = optionsToJson(DetectorOptions{}, detectorOptionTable());
  for (const auto& [key, value] : defaults->items())
    if (!options->contains(key)) (*options)[key] = Json(value);
}

}  // namespace

Result<void> checkIdentity(const std::string& ofRun, const std::string& ofCheckpoint) {
  if (ofRun == ofCheckpoint) return {};
  const Json ours = Json::parse(ofRun, nullptr, false);
  Json theirs = Json::parse(ofCheckpoint, nullptr, false);
  if (!ours.is_object() || !theirs.is_object())
    return inputError({}, "The checkpoint is of another run: its identity differs");
  fillOptions(theirs);
  if (ours == theirs) return {};
  const Json absent(Json::value_t::discarded);
  std::vector<std::string> differences;
  const Json here = ours.flatten(), there = theirs.flatten();  // "/options/epochs" to its value
  for (const auto& [key, value] : here.items()) {
    const auto other = there.find(key);
    if (other == there.end() || *other != value)
      differences.push_back(difference(nameOf(key), value, other == there.end() ? absent : *other));
  }
  for (const auto& [key, value] : there.items())
    if (!here.contains(key)) differences.push_back(difference(nameOf(key), absent, value));
  return inputError({}, "The checkpoint is of another run; what differs: {}", fmt::join(differences, ", "));
}

}  // namespace sispde
