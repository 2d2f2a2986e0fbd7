#include "core/experiment/document_check.h"

#include <algorithm>

#include "core/base/option_table.h"
#include "core/base/text.h"

namespace sispde {

std::string placeIn(const std::string& place, std::string_view key) {
  return place.empty() ? std::string(key) : fmt::format("{}.{}", place, key);
}

void DocumentCheck::note(const std::string& place, std::string mistake) {
  std::string sentence = place.empty() ? std::move(mistake) : fmt::format("{}: {}", place, mistake);
  if (sentence.back() != '.') sentence += '.';
  if (std::find(mistakes_.begin(), mistakes_.end(), sentence) == mistakes_.end())
    mistakes_.push_back(std::move(sentence));
}

void DocumentCheck::knowsKeys(const Json& object, const std::string& place,
                              std::initializer_list<const char*> keys) {
  for (const auto& member : object.items())
    if (std::none_of(keys.begin(), keys.end(), [&](const char* key) { return member.key() == key; }))
      note(place, "There is no key {} here; there are {}", inQuotes(member.key()), fmt::join(keys, ", "));
}

const DocumentCheck::Json* DocumentCheck::member(const Json& object, const std::string& place,
                                                 const char* key, bool required) {
  const auto found = object.find(key);
  if (found != object.end()) return &*found;
  if (required) note(place, "The key {} is missing", inQuotes(key));
  return nullptr;
}

std::optional<std::string> DocumentCheck::text(const Json& object, const std::string& place, const char* key,
                                               bool required) {
  const Json* found = member(object, place, key, required);
  if (found == nullptr) return std::nullopt;
  if (found->is_string() && !found->get_ref<const std::string&>().empty()) return found->get<std::string>();
  note(placeIn(place, key), "This is {}; it must be a text that is not empty", option_table::shown(*found));
  return std::nullopt;
}

const DocumentCheck::Json* DocumentCheck::list(const Json& object, const std::string& place, const char* key,
                                               bool required) {
  const Json* found = member(object, place, key, required);
  if (found == nullptr) return nullptr;
  if (found->is_array() && !found->empty()) return found;
  note(placeIn(place, key), "This is {}; it must be a list",
       found->is_array() ? "an empty list" : option_table::shown(*found));
  return nullptr;
}

std::vector<std::string> DocumentCheck::texts(const Json& object, const std::string& place, const char* key,
                                              bool required) {
  std::vector<std::string> read;
  const Json* found = list(object, place, key, required);
  if (found == nullptr) return read;
  for (const Json& each : *found) {
    const auto text = value(each, placeIn(place, key));
    if (!text) continue;
    if (std::find(read.begin(), read.end(), *text) != read.end())
      note(placeIn(place, key), "{} stands there twice", inQuotes(*text));
    else
      read.push_back(*text);
  }
  return read;
}

std::optional<std::string> DocumentCheck::value(const Json& json, const std::string& place) {
  if (json.is_string()) return json.get<std::string>();
  if (json.is_boolean()) return json.get<bool>() ? "on" : "off";
  if (json.is_number()) return json.dump();
  note(place, "This is {}; it must be a text, a number, true or false", option_table::shown(json));
  return std::nullopt;
}

std::vector<std::pair<std::string, std::string>> DocumentCheck::values(const Json& object,
                                                                       const std::string& place,
                                                                       const char* key) {
  std::vector<std::pair<std::string, std::string>> read;
  const Json* found = member(object, place, key, false);
  if (found == nullptr || found->is_null()) return read;
  if (!found->is_object()) {
    note(placeIn(place, key), "This is {}; it must be an object", option_table::shown(*found));
    return read;
  }
  for (const auto& [name, json] : found->items())
    if (auto text = value(json, placeIn(place, key) + "." + name)) read.emplace_back(name, std::move(*text));
  return read;
}

}  // namespace sispde
