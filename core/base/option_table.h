#pragma once
// An OptionTable describes the plain options struct S of an algorithm once: for every field its key, its
// letter in the paper, its meaning and what it may be. The command line (--set key=value), the panel and the
// JSON are made from this description.
//
//   struct Walk { int steps = 4; double keep = 0.3; };
//   const OptionTable<Walk> table{
//       "walk", {integerOption("steps", "K", "Number of steps", &Walk::steps, {0, 1000}),
//                realOption("keep", "a", "Share kept in a step", &Walk::keep, {0, 1})}};
//   Walk walk;
//   SISPDE_CHECK(setOption(walk, table, "keep", "0.5"));
//
// NaN and infinite numbers are refused everywhere. All errors are of ErrorKind::Usage and hold the key.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/result.h"
#include "core/base/text.h"

namespace sispde {

// What a field may be. An open bound is not itself allowed.
struct RealRange {
  double low = 0, high = 1;
  bool openLow = false, openHigh = false;
};
struct IntegerRange {
  std::int64_t low = 0, high = 1;
};
struct Choices {
  std::vector<std::string> names;
};
struct OnOff {};
using OptionKind = std::variant<RealRange, IntegerRange, Choices, OnOff>;

// The value of a field; the alternative has the index of the OptionKind's. A choice is its name.
using OptionValue = std::variant<double, std::int64_t, std::string, bool>;

struct OptionInfo {
  std::string key;      // snake_case; those of a part of the struct begin with its name and a full stop
  std::string symbol;   // the paper's letter; may be empty
  std::string meaning;  // one sentence without a final full stop
  OptionKind kind;
  std::string group{};   // heading in lists; may be empty
  std::string alias{};   // a second key that is read, never written; may be empty
  bool leading = false;  // one of the few that are shown at once; panels fold the others
};

template <class S>
struct OptionField {
  OptionInfo info;
  std::function<OptionValue(const S&)> get;  // a choice that has no name is an empty text
  std::function<void(S&, const OptionValue&)> set;
};

template <class S>
struct OptionTable {
  std::string name;  // what the options are of, for sentences: "detector"
  std::vector<OptionField<S>> fields;
};

// One line of a list for people.
struct OptionRow {
  std::string group, key, symbol, fallback, range, meaning;
};

// Makers of fields.
template <class S>
OptionField<S> realOption(const char* key, const char* symbol, const char* meaning, double S::*member,
                          RealRange range) {
  return {{key, symbol, meaning, range},
          [member](const S& options) { return options.*member; },
          [member](S& options, const OptionValue& value) { options.*member = std::get<double>(value); }};
}

// The range must lie within that of int.
template <class S>
OptionField<S> integerOption(const char* key, const char* symbol, const char* meaning, int S::*member,
                             IntegerRange range) {
  return {{key, symbol, meaning, range},
          [member](const S& options) { return std::int64_t{options.*member}; },
          [member](S& options, const OptionValue& value) {
            options.*member = static_cast<int>(std::get<std::int64_t>(value));
          }};
}

template <class S>
OptionField<S> flagOption(const char* key, const char* symbol, const char* meaning, bool S::*member) {
  return {{key, symbol, meaning, OnOff{}},
          [member](const S& options) { return options.*member; },
          [member](S& options, const OptionValue& value) { options.*member = std::get<bool>(value); }};
}

template <class S, class V>
OptionField<S> choiceOption(const char* key, const char* symbol, const char* meaning, V S::*member,
                            std::vector<std::pair<std::string, V>> values) {
  Choices choices;
  for (const auto& [name, value] : values) choices.names.push_back(name);
  return {{key, symbol, meaning, std::move(choices)},
          [member, values](const S& options) {
            for (const auto& [name, value] : values)
              if (value == options.*member) return name;
            return std::string();
          },
          [member, values](S& options, const OptionValue& chosen) {
            for (const auto& [name, value] : values)
              if (name == std::get<std::string>(chosen)) options.*member = value;
          }};
}

// A text that is one of the names.
template <class S>
OptionField<S> textOption(const char* key, const char* symbol, const char* meaning, std::string S::*member,
                          std::vector<std::string> names) {
  return {{key, symbol, meaning, Choices{std::move(names)}},
          [member](const S& options) { return options.*member; },
          [member](S& options, const OptionValue& value) { options.*member = std::get<std::string>(value); }};
}

// The same field, read under a second key as well.
template <class S>
OptionField<S> withAlias(OptionField<S> field, const char* alias) {
  field.info.alias = alias;
  return field;
}

// The same field, shown at once.
template <class S>
OptionField<S> leading(OptionField<S> field) {
  field.info.leading = true;
  return field;
}

// The fields of a struct that is itself a member of S.
template <class S, class Part>
std::vector<OptionField<S>> partOptions(Part S::*part, const std::vector<OptionField<Part>>& fields) {
  std::vector<OptionField<S>> lifted;
  for (const auto& [info, get, set] : fields)
    lifted.push_back(
        {info, [part, get = get](const S& options) { return get(options.*part); },
         [part, set = set](S& options, const OptionValue& value) { set(options.*part, value); }});
  return lifted;
}

// "a number above 0, at most 1", "a whole number from 1 to 64", "euler or rk4", "on or off".
inline std::string rangeText(const OptionKind& kind) {
  if (const auto* real = std::get_if<RealRange>(&kind)) {
    if (!real->openLow && !real->openHigh)
      return fmt::format("a number from {} to {}", real->low, real->high);
    return fmt::format("a number {} {}, {} {}", real->openLow ? "above" : "at least", real->low,
                       real->openHigh ? "below" : "at most", real->high);
  }
  if (const auto* integer = std::get_if<IntegerRange>(&kind))
    return fmt::format("a whole number from {} to {}", integer->low, integer->high);
  if (std::holds_alternative<OnOff>(kind)) return "on or off";
  const auto& names = std::get<Choices>(kind).names;
  std::string list;
  for (std::size_t i = 0; i < names.size(); ++i)
    list += (i == 0 ? "" : i + 1 == names.size() ? " or " : ", ") + names[i];
  return list;
}

// As setOption reads it; a number reads back as the same number.
inline std::string valueText(const OptionValue& value) {
  if (const bool* flag = std::get_if<bool>(&value)) return *flag ? "on" : "off";
  if (const auto* name = std::get_if<std::string>(&value)) return *name;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *integer);
  return fmt::format("{}", std::get<double>(value));
}

inline bool isAllowed(const OptionKind& kind, const OptionValue& value) {
  if (kind.index() != value.index()) return false;
  if (const auto* real = std::get_if<RealRange>(&kind)) {
    const double x = std::get<double>(value);  // every comparison with NaN is false
    return std::isfinite(x) && (real->openLow ? x > real->low : x >= real->low) &&
           (real->openHigh ? x < real->high : x <= real->high);
  }
  if (const auto* integer = std::get_if<IntegerRange>(&kind)) {
    const auto n = std::get<std::int64_t>(value);
    return n >= integer->low && n <= integer->high;
  }
  if (const auto* choices = std::get_if<Choices>(&kind)) {
    const auto& names = choices->names;
    return std::find(names.begin(), names.end(), std::get<std::string>(value)) != names.end();
  }
  return true;
}

namespace option_table {

inline Unexpected refusal(const OptionInfo& info, std::string_view shown) {
  return usageError("{} is {}; it must be {}", info.key, shown, rangeText(info.kind));
}

// A whole number that is stored as a real one, where that is exact.
inline std::optional<std::int64_t> wholeOf(double x) {
  constexpr double exact = 9007199254740992;  // 2^53
  if (!(std::abs(x) <= exact) || x != std::floor(x)) return std::nullopt;
  return static_cast<std::int64_t>(x);
}

// A value of the right kind, its range not yet looked at.
inline std::optional<OptionValue> parsed(const OptionKind& kind, std::string_view text) {
  if (std::holds_alternative<Choices>(kind)) return std::string(text);
  if (std::holds_alternative<OnOff>(kind)) {
    const std::string word = lower(text);
    if (word == "on" || word == "off") return word == "on";
    if (const auto flag = parseFlag(word)) return *flag;
    return std::nullopt;
  }
  const bool whole = std::holds_alternative<IntegerRange>(kind);
  if (const auto integer = parseInteger(text); whole && integer) return *integer;
  const auto real = parseReal(text);
  if (!real) return std::nullopt;
  if (!whole) return *real;
  if (const auto integer = wholeOf(*real)) return *integer;
  return std::nullopt;
}

inline std::optional<OptionValue> parsed(const OptionKind& kind, const nlohmann::ordered_json& json) {
  if (std::holds_alternative<Choices>(kind) && json.is_string()) return json.get<std::string>();
  if (std::holds_alternative<OnOff>(kind) && json.is_boolean()) return json.get<bool>();
  if (std::holds_alternative<RealRange>(kind) && json.is_number()) return json.get<double>();
  if (std::holds_alternative<IntegerRange>(kind) && json.is_number())
    if (const auto integer = wholeOf(json.get<double>())) return *integer;
  return std::nullopt;
}

inline std::string shown(const nlohmann::ordered_json& json) {
  if (json.is_string()) return inQuotes(json.get<std::string>());
  if (json.is_number_float()) return fmt::format("{}", json.get<double>());
  if (json.is_array() || json.is_object()) return fmt::format("an {}", json.type_name());
  return json.dump();
}

// Number of letters to insert, remove or replace (Levenshtein).
inline std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] != b[j] ? 1 : 0);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace option_table

// The field of that key, or an error with the nearest key; where none is near, with all of them.
template <class S>
Result<const OptionField<S>*> findOption(const OptionTable<S>& table, std::string_view key) {
  const std::string_view part = key.substr(0, 100);  // enough of a text that is no key for its distances
  std::size_t least = part.size() / 3 + 2;
  std::string nearest, all;
  for (const OptionField<S>& field : table.fields) {
    if (field.info.key == key || (!field.info.alias.empty() && field.info.alias == key)) return &field;
    all += (all.empty() ? "" : ", ") + field.info.key;
    const std::size_t distance = option_table::distance(part, field.info.key);
    if (distance < least && distance < std::max(part.size(), field.info.key.size())) {
      least = distance;
      nearest = field.info.key;
    }
  }
  if (!nearest.empty())
    return usageError("There is no {} option {}; the nearest is {}", table.name, inQuotes(key), nearest);
  return usageError("There is no {} option {}; there are {}", table.name, inQuotes(key), all);
}

template <class S>
Result<void> setOption(S& options, const OptionTable<S>& table, std::string_view key, std::string_view text) {
  SISPDE_TRY(const OptionField<S>* field, findOption(table, key));
  const auto value = option_table::parsed(field->info.kind, trim(text));
  if (!value || !isAllowed(field->info.kind, *value))
    return option_table::refusal(field->info, inQuotes(text));
  field->set(options, *value);
  return {};
}

// Every field within its range.
template <class S>
Result<void> checkOptions(const S& options, const OptionTable<S>& table) {
  for (const OptionField<S>& field : table.fields) {
    const OptionValue value = field.get(options);
    if (isAllowed(field.info.kind, value)) continue;
    const bool choice = std::holds_alternative<std::string>(value);
    return option_table::refusal(field.info, choice ? inQuotes(valueText(value)) : valueText(value));
  }
  return {};
}

// One member per field, in the order of the table. An error where a field is out of its range: what is
// written can be read.
template <class S>
Result<nlohmann::ordered_json> optionsToJson(const S& options, const OptionTable<S>& table) {
  SISPDE_CHECK(checkOptions(options, table));
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const OptionField<S>& field : table.fields)
    std::visit([&](const auto& value) { json[field.info.key] = value; }, field.get(options));
  return json;
}

// `base` with the members of the JSON object in place of its own. A whole number may be written as 3.0.
template <class S>
Result<S> optionsFromJson(const nlohmann::ordered_json& json, const OptionTable<S>& table, S base = {}) {
  if (!json.is_object())
    return usageError("The {} options are {}; they must be a JSON object", table.name,
                      option_table::shown(json));
  for (const auto& [key, member] : json.items()) {
    SISPDE_TRY(const OptionField<S>* field, findOption(table, key));
    const auto value = option_table::parsed(field->info.kind, member);
    if (!value || !isAllowed(field->info.kind, *value))
      return option_table::refusal(field->info, option_table::shown(member));
    field->set(base, *value);
  }
  return base;
}

// What the help lists; `defaults` are those of the algorithm that is helped with.
template <class S>
std::vector<OptionRow> optionRows(const OptionTable<S>& table, const S& defaults = {}) {
  std::vector<OptionRow> rows;
  for (const auto& [info, get, set] : table.fields)
    rows.push_back(
        {info.group, info.key, info.symbol, valueText(get(defaults)), rangeText(info.kind), info.meaning});
  return rows;
}

}  // namespace sispde
