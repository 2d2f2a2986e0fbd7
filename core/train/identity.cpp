#include "core/train/identity.h"

#include <nlohmann/json.hpp>

#include "core/base/text.h"

namespace sispde {
namespace {

using Json = nlohmann::json;

// "seed" (1 here, 2 there); the values of lists and objects are left out.
std::string difference(const std::string& key, const Json& ours, const Json& theirs) {
  if (ours.is_structured() || theirs.is_structured()) return inQuotes(key);
  const auto shown = [](const Json& value) {
    if (value.is_discarded()) return std::string("not given");
    return value.is_string() ? inQuotes(value.get_ref<const std::string&>()) : value.dump();
  };
  return fmt::format("{} ({} in this run, {} in the checkpoint)", inQuotes(key), shown(ours), shown(theirs));
}

}  // namespace

Result<void> checkIdentity(const std::string& ofRun, const std::string& ofCheckpoint) {
  if (ofRun == ofCheckpoint) return {};
  const Json ours = Json::parse(ofRun, nullptr, false), theirs = Json::parse(ofCheckpoint, nullptr, false);
  if (!ours.is_object() || !theirs.is_object())
    return inputError({}, "The checkpoint is of another run: its identity differs");
  if (ours == theirs) return {};
  const Json absent(Json::value_t::discarded);
  std::vector<std::string> differences;
  for (const auto& [key, value] : ours.items()) {
    const auto other = theirs.find(key);
    if (other == theirs.end() || *other != value)
      differences.push_back(difference(key, value, other == theirs.end() ? absent : *other));
  }
  for (const auto& [key, value] : theirs.items())
    if (!ours.contains(key)) differences.push_back(difference(key, absent, value));
  return inputError({}, "The checkpoint is of another run; what differs: {}", fmt::join(differences, ", "));
}

}  // namespace sispde
