#include "app/studio/workspace/json_fields.h"

#include <algorithm>
#include <array>
#include <limits>

namespace sispde::studio {
namespace {

constexpr int mostLevels = 16;
constexpr int mostKeys = 1'000;  // of one object
constexpr int mostValues = 1'000'000;
constexpr double infinity = std::numeric_limits<double>::infinity();

std::string words(const RealRange& range) {
  if (std::isfinite(range.high)) return rangeText(range);
  return std::isfinite(range.low) ? fmt::format("a number above {}", range.low) : "a finite number";
}

}  // namespace

const RealRange anyNumber{-infinity, infinity};
const RealRange aboveZero{.low = 0, .high = infinity, .openLow = true};

Result<Json> parseObject(std::string_view bytes, const std::string& file) {
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  int values = 0;
  std::array<int, mostLevels + 1> keys{};  // so far, of the object that is read at each level
  bool tooLarge = false;
  Json json;
  try {
    // What is refused here takes no memory.
    json = Json::parse(bytes, [&](int level, Json::parse_event_t event, Json&) {
      using enum Json::parse_event_t;
      if (event == key || event == value) ++values;
      tooLarge = tooLarge || level > mostLevels || values > mostValues;
      if (tooLarge) return false;
      if (event == object_start && level < mostLevels) keys[static_cast<std::size_t>(level) + 1] = 0;
      tooLarge = event == key && ++keys[static_cast<std::size_t>(level)] > mostKeys;
      return !tooLarge;
    });
  } catch (const Json::parse_error& error) {
    const auto at = static_cast<std::ptrdiff_t>(std::min(error.byte, bytes.size()));
    return inputError({file, 1 + std::count(bytes.begin(), bytes.begin() + at, '\n')},
                      "The JSON is not well formed; is the file whole?");
  } catch (const Json::exception& error) {
    return inputError({file}, "The JSON holds a number that cannot be represented ({})",
                      inQuotes(error.what()));
  }
  if (tooLarge)
    return inputError({file},
                      "The JSON is nested deeper than {} levels, has more than {} keys in one object or more "
                      "than {} values",
                      mostLevels, mostKeys, mostValues);
  if (!json.is_object())
    return inputError({file}, "The JSON is {}; it must be an object", option_table::shown(json));
  return json;
}

Result<void> JsonFields::checkFormat(const char* format, int version, const char* noun) const {
  const Json* found = find("format");
  if (found == nullptr || *found != format)
    return inputError(place("format"), "The file is not {}: its format is not {}", noun, inQuotes(format));
  const Json* written = find("version");
  if (written == nullptr)
    return inputError(place("version"), "The file does not say its format's version; {} was expected",
                      version);
  if (*written != version)
    return inputError(
        place("version"),
        "The format's version is {}, but this program reads version {}; use the program that wrote the file",
        option_table::shown(*written), version);
  return {};
}

Result<JsonFields> JsonFields::inside(const char* key) const {
  const Json* json = find(key);
  if (json != nullptr && !json->is_object()) return refuse(key, "an object");
  return JsonFields(json, place(key));
}

Result<std::vector<JsonFields>> JsonFields::list(const char* key) const {
  std::vector<JsonFields> entries;
  const Json* json = find(key);
  if (json == nullptr) return entries;
  if (!json->is_array()) return refuse(key, "a list of objects");
  for (std::size_t i = 0; i < json->size(); ++i) {
    const Place at = place(fmt::format("{}[{}]", key, i));
    const Json& entry = (*json)[i];
    if (!entry.is_object())
      return inputError(at, "The value is {}; it must be an object", option_table::shown(entry));
    entries.push_back(JsonFields(&entry, at));
  }
  return entries;
}

Result<void> JsonFields::allowOnly(std::initializer_list<const char*> keys) const {
  if (object_ == nullptr) return {};
  for (const auto& [key, value] : object_->items()) {
    if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
    Choices known;
    for (const char* each : keys) known.names.emplace_back(each);
    return inputError(place(key), "No field is called that here; it must be {}", rangeText(known));
  }
  return {};
}

Result<void> JsonFields::read(const char* key, bool& value) const {
  const Json* json = find(key);
  if (json == nullptr) return {};
  if (!json->is_boolean()) return refuse(key, "true or false");
  value = json->get<bool>();
  return {};
}

Result<void> JsonFields::read(const char* key, double& value, const RealRange& range) const {
  const Json* json = find(key);
  if (json == nullptr) return {};
  const auto number = option_table::parsed(range, *json);
  if (!number || !isAllowed(range, *number)) return refuse(key, words(range));
  value = std::get<double>(*number);
  return {};
}

Result<void> JsonFields::read(const char* key, int& value, const IntegerRange& range) const {
  const Json* json = find(key);
  if (json == nullptr) return {};
  const auto number = option_table::parsed(range, *json);
  if (!number || !isAllowed(range, *number)) return refuse(key, rangeText(range));
  value = static_cast<int>(std::get<std::int64_t>(*number));
  return {};
}

Result<void> JsonFields::read(const char* key, std::uint64_t& value) const {
  const Json* json = find(key);
  if (json == nullptr) return {};
  if (!json->is_number_unsigned())
    return refuse(key, fmt::format("a whole number from 0 to {}", std::numeric_limits<std::uint64_t>::max()));
  value = json->get<std::uint64_t>();
  return {};
}

Result<void> JsonFields::read(const char* key, std::string& value, std::size_t mostBytes) const {
  const Json* json = find(key);
  if (json == nullptr) return {};
  if (!json->is_string()) return refuse(key, "a text");
  const auto& text = json->get_ref<const std::string&>();
  if (text.size() > mostBytes)
    return inputError(place(key), "The text has {} bytes; at most {} are read", text.size(), mostBytes);
  value = text;
  return {};
}

const Json* JsonFields::find(const char* key) const {
  if (object_ == nullptr) return nullptr;
  const auto found = object_->find(key);
  return found == object_->end() ? nullptr : &*found;
}

Place JsonFields::place(const std::string& key) const {
  return {place_.file, 0, place_.item.empty() ? key : place_.item + "." + key};
}

Unexpected JsonFields::refuse(const char* key, const std::string& must) const {
  return inputError(place(key), "The value is {}; it must be {}", option_table::shown(*find(key)), must);
}

}  // namespace sispde::studio
