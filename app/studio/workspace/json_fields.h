#pragma once
// JSON files that a user may edit or damage, read with limits and field by field. A missing key leaves the value as it is, a key that
// nobody asks for is ignored, and a wrong value is an error whose place holds the file and the key ("kernels.A.nu").

#include <array>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/option_table.h"
#include "core/base/result.h"

namespace sispde::studio {

using Json = nlohmann::ordered_json;

// All finite numbers, and all above 0.
extern const RealRange anyNumber, aboveZero;

// Well-formed JSON that is an object, at most 16 levels deep and of at most 1 000 000 keys and values. Looking a key up is linear, so
// that large objects could hold the program up: each has at most 1 000 keys.
Result<Json> parseObject(std::string_view bytes, const std::string& file);

// The object must outlive its fields.
class JsonFields {
 public:
  JsonFields(const Json& object, const std::string& file) : JsonFields(&object, Place{file}) {}

  // The keys "format" and "version", which must be there. `noun` says what the file should be, such as "a workspace".
  Result<void> checkFormat(const char* format, int version, const char* noun) const;

  // The object of that key; where it is missing, one without keys.
  Result<JsonFields> inside(const char* key) const;
  // The objects of that key's list, whose places are "key[0]", "key[1]", …; none where it is missing.
  Result<std::vector<JsonFields>> list(const char* key) const;
  // For what is written with the program: a key that nobody asks for is misspelt.
  Result<void> allowOnly(std::initializer_list<const char*> keys) const;

  Result<void> read(const char* key, bool& value) const;
  Result<void> read(const char* key, double& value, const RealRange& range) const;
  Result<void> read(const char* key, int& value, const IntegerRange& range) const;
  Result<void> read(const char* key, std::uint64_t& value) const;
  Result<void> read(const char* key, std::string& value, std::size_t mostBytes) const;

  // A kind by its name.
  template <class Kind, std::size_t count>
  Result<void> read(const char* key, Kind& value, const std::array<Kind, count>& kinds,
                    const char* (*name)(Kind)) const {
    const Json* json = find(key);
    if (json == nullptr) return {};
    Choices choices;
    for (const Kind kind : kinds) {
      if (json->is_string() && json->get_ref<const std::string&>() == name(kind)) {
        value = kind;
        return {};
      }
      choices.names.emplace_back(name(kind));
    }
    return refuse(key, rangeText(choices));
  }

  const Json* find(const char* key) const;  // null: missing
  Place place(const std::string& key) const;
  // "The value is …; it must be …", of a key that is there.
  Unexpected refuse(const char* key, const std::string& must) const;

 private:
  JsonFields(const Json* object, Place place) : object_(object), place_(std::move(place)) {}

  const Json* object_;  // null: no keys
  Place place_;
};

}  // namespace sispde::studio
