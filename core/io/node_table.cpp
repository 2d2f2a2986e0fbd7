#include "core/io/node_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/text.h"
#include "core/io/raw_features.h"

namespace sispde {
namespace {

constexpr std::array<std::string_view, 5> classNames{"class", "label", "y", "target", "category"};

std::size_t classRank(std::string_view name) {
  return static_cast<std::size_t>(std::find(classNames.begin(), classNames.end(), name) - classNames.begin());
}

// F of "features[F]", or −1.
std::int64_t sparseWidth(std::string_view name) {
  if (!name.starts_with("features[") || !name.ends_with("]")) return -1;
  const auto width = parseInteger(name.substr(9, name.size() - 10));
  return width && *width >= 0 && *width <= std::numeric_limits<std::int32_t>::max() ? *width : -1;
}

bool isSplitName(std::string_view name) {
  if (!name.starts_with("split")) return false;
  name.remove_prefix(5);
  if (name.starts_with("_")) name.remove_prefix(1);
  return name.empty() || parseInteger(name).value_or(-1) >= 0;
}

}  // namespace

bool isKnownColumn(std::string_view name) {
  const std::string folded = lower(trim(name));
  return isSplitName(folded) || folded == "ood" || folded == "placeholder" || sparseWidth(folded) >= 0 ||
         classRank(folded) < classNames.size();
}

bool areNodeNumbers(const std::vector<std::string>& names) {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] != std::to_string(i)) return false;
  return true;
}

Place NodeTable::place(const Column& column, std::int64_t line) const {
  return {file_, line, "column " + inQuotes(column.name)};
}

std::size_t NodeTable::addColumn(std::string name) {
  Column column;
  const std::string folded = lower(trim(name));
  column.name = std::move(name);
  hasX_ = hasX_ || folded == "x";
  const std::string ood = oodColumn_.empty() ? "ood" : lower(trim(oodColumn_));
  if (folded == ood) {
    column.role = Role::Ood;
  } else if (folded == "ood") {
    column.role = Role::Unused;
  } else if (isSplitName(folded)) {
    column.role = Role::Split;
  } else if (folded == "placeholder") {
    column.role = Role::Placeholder;
  } else if (sparseColumns_ < 0 && sparseWidth(folded) >= 0) {
    column.role = Role::SparseFeatures;
    sparseColumns_ = sparseWidth(folded);
  } else if (classRank(folded) < classNames.size()) {
    const bool isNew = std::none_of(classColumns_.begin(), classColumns_.end(),
                                    [&](std::size_t c) { return lower(trim(columns_[c].name)) == folded; });
    if (isNew) {
      column.role = Role::Class;
      classColumns_.push_back(columns_.size());
    }
  }
  columns_.push_back(std::move(column));
  return columns_.size() - 1;
}

Result<void> NodeTable::set(std::size_t index, std::string_view value, std::int64_t line) {
  Column& column = columns_[index];
  const std::size_t row = names_.size() - 1;
  if (value.empty()) return {};
  if (isSet(index)) return inputError(place(column, line), "Node {} has two values", inQuotes(names_[row]));
  column.latest = static_cast<std::int64_t>(row);
  ++column.filled;
  switch (column.role) {
    case Role::Feature: setNumber(column, value, line); return {};
    case Role::Class:
      column.texts.resize(row);
      column.texts.emplace_back(value);
      return {};
    case Role::Split:
    case Role::Ood:
    case Role::Placeholder: return setFlag(column, value, line);
    case Role::SparseFeatures: return setSparse(column, value, line);
    case Role::Unused: return {};
  }
  return {};
}

// Numbers are kept as long as the column can become a feature: no text among them, no node left out.
void NodeTable::setNumber(Column& column, std::string_view value, std::int64_t line) {
  if (column.isText) return;
  const auto number = parseReal(value);
  if (!number) {
    column.isText = true;
    column.numbers = {};
    return;
  }
  const auto stored = static_cast<float>(*number);
  if (!std::isfinite(stored) && column.bad.empty()) {
    column.bad = value;
    column.badLine = line;
  }
  if (column.numbers.size() + 1 == names_.size()) column.numbers.push_back(stored);
}

Result<void> NodeTable::setFlag(Column& column, std::string_view value, std::int64_t line) {
  std::uint8_t flag = 0;
  if (column.role == Role::Split) {
    const std::string word = lower(value);
    flag = word == "train"                                            ? 1
           : word == "val" || word == "valid" || word == "validation" ? 2
           : word == "test"                                           ? 3
                                                                      : 0;
    if (flag == 0 && word != "none")
      return inputError(place(column, line), "{} is not train, val, test or empty", inQuotes(value));
  } else {
    const auto yes = parseFlag(value);
    if (!yes) return inputError(place(column, line), "{} is not 0, 1, true or false", inQuotes(value));
    flag = *yes;
  }
  if (flag == 0) return {};
  column.flags.resize(names_.size() - 1, 0);
  column.flags.push_back(flag);
  return {};
}

Result<void> NodeTable::setSparse(const Column& column, std::string_view value, std::int64_t line) {
  sparseOffsets_.resize(names_.size(), static_cast<std::int64_t>(sparseIndices_.size()));
  for (std::size_t at = 0; at < value.size();) {
    const std::size_t end = std::min(value.find(' ', at), value.size());
    const std::string_view item = value.substr(at, end - at);
    at = end + 1;
    if (item.empty()) continue;
    const std::size_t colon = std::min(item.find(':'), item.size());
    const auto feature = parseInteger(item.substr(0, colon));
    const auto number = colon == item.size() ? std::optional<double>(1.0) : parseReal(item.substr(colon + 1));
    if (!feature || !number || !std::isfinite(static_cast<float>(*number)) || *feature < 0 ||
        *feature >= sparseColumns_)
      return inputError(place(column, line), "{} is not a feature id below {}, or id:value", inQuotes(item),
                        sparseColumns_);
    sparseIndices_.push_back(static_cast<std::int32_t>(*feature));
    sparseValues_.push_back(static_cast<float>(*number));
  }
  sparseOffsets_.push_back(static_cast<std::int64_t>(sparseIndices_.size()));
  return {};
}

}  // namespace sispde
