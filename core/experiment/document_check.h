#pragma once
// Reading a JSON document of which all mistakes are told at once: what is wrong is noted with its place, and reading goes on with what is
// left.

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/result.h"

namespace sispde {

class DocumentCheck {
 public:
  using Json = nlohmann::ordered_json;

  const std::vector<std::string>& mistakes() const { return mistakes_; }
  // "systems[2].set: There is no …"; a place may be empty.
  void note(const std::string& place, std::string mistake);
  template <class... Args>
  void note(const std::string& place, fmt::format_string<Args...> text, Args&&... args) {
    note(place, fmt::format(text, std::forward<Args>(args)...));
  }

  // Members of other names are mistakes.
  void knowsKeys(const Json& object, const std::string& place, std::initializer_list<const char*> keys);
  // The member, or null where it is absent, which is a mistake where it is `required`.
  const Json* member(const Json& object, const std::string& place, const char* key, bool required);

  std::optional<std::string> text(const Json& object, const std::string& place, const char* key,
                                  bool required);
  // A list of texts: not empty, none twice.
  std::vector<std::string> texts(const Json& object, const std::string& place, const char* key,
                                 bool required);
  // A text, a number or true and false, as setOption reads it.
  std::optional<std::string> value(const Json& json, const std::string& place);
  // The members of an object whose values are such.
  std::vector<std::pair<std::string, std::string>> values(const Json& object, const std::string& place,
                                                          const char* key);
  // The list itself where the member is one and not empty.
  const Json* list(const Json& object, const std::string& place, const char* key, bool required);

 private:
  std::vector<std::string> mistakes_;
};

// "systems[2]" and "set" make "systems[2].set".
std::string placeIn(const std::string& place, std::string_view key);

}  // namespace sispde
