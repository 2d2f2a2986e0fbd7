#include "core/io/node_table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

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

std::string NodeTable::quotedName(const Column& column) {
  return "column " + inQuotes(column.name);
}

std::size_t NodeTable::addColumn(std::string name) {
  Column column;
  const std::string folded = lower(trim(name));
  column.name = std::move(name);
  if (isSplitName(folded))
    column.role = Role::Split;
  else if (folded == "ood")
    column.role = Role::Ood;
  else if (folded == "placeholder")
    column.role = Role::Placeholder;
  else if (sparseColumns_ < 0 && sparseWidth(folded) >= 0) {
    column.role = Role::SparseFeatures;
    sparseColumns_ = sparseWidth(folded);
  } else if (classRank(folded) < classNames.size()) {
    column.role = Role::Class;
    for (Column& other : columns_) {  // one column alone gives the class
      if (other.role != Role::Class) continue;
      if (classRank(lower(other.name)) <= classRank(folded))
        column.role = Role::Feature;
      else
        other.role = Role::Feature;
    }
  }
  columns_.push_back(std::move(column));
  return columns_.size() - 1;
}

Result<void> NodeTable::set(std::size_t index, std::string_view value, std::int64_t line) {
  Column& column = columns_[index];
  const std::size_t row = names_.size() - 1;
  if (value.empty()) return {};
  ++column.filled;
  switch (column.role) {
    case Role::Feature: {
      if (column.isText) return {};
      const auto number = parseReal(value);
      if (!number) {
        column.isText = true;
        column.numbers = {};
        return {};
      }
      const auto stored = static_cast<float>(*number);
      if (!std::isfinite(stored))
        return inputError(place(column, line), "The feature {} is not a finite 32-bit number",
                          inQuotes(value));
      column.numbers.resize(row, std::numeric_limits<float>::quiet_NaN());
      column.numbers.push_back(stored);
      return {};
    }
    case Role::Class:
      column.texts.resize(row);
      column.texts.emplace_back(value);
      return {};
    case Role::Split: {
      const std::string word = lower(value);
      const int part = word == "train"                                            ? 1
                       : word == "val" || word == "valid" || word == "validation" ? 2
                       : word == "test"                                           ? 3
                                                                                  : 0;
      if (part == 0 && word != "none")
        return inputError(place(column, line), "{} is not train, val, test or empty", inQuotes(value));
      column.flags.resize(row, 0);
      column.flags.push_back(static_cast<std::uint8_t>(part));
      return {};
    }
    case Role::Ood:
    case Role::Placeholder: {
      const std::string word = lower(value);
      const bool yes = word == "1" || word == "true", no = word == "0" || word == "false";
      if (!yes && !no)
        return inputError(place(column, line), "{} is not 0, 1, true or false", inQuotes(value));
      column.flags.resize(row, 0);
      column.flags.push_back(yes);
      return {};
    }
    case Role::SparseFeatures: return setSparse(column, value, line);
  }
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

Result<void> NodeTable::finishClasses(Column& column, Dataset& data) const {
  column.texts.resize(names_.size());
  std::map<std::string, std::int32_t> classes;
  bool numbers = true;
  for (const std::string& text : column.texts) {
    if (text.empty()) continue;
    numbers = numbers && parseInteger(text).has_value();
    classes.emplace(text, 0);
  }
  if (!numbers && names_.size() > 10 && classes.size() > names_.size() / 2) {
    data.notes.push_back(
        fmt::format("Column {} has {} different texts for {} nodes and is taken for names, not classes.",
                    inQuotes(column.name), classes.size(), names_.size()));
    return {};
  }
  if (!numbers) {
    for (auto& [name, id] : classes) {
      id = static_cast<std::int32_t>(data.classNames.size());
      data.classNames.push_back(name);
    }
  }
  for (std::size_t u = 0; u < names_.size(); ++u) {
    const std::string& text = column.texts[u];
    const std::int64_t id = text.empty() ? -1 : numbers ? *parseInteger(text) : classes[text];
    if (id < -1 || id >= maxClasses)
      return inputError(place(column),
                        "Node {} has class {}; classes are numbers from 0 to {}, or -1 for unknown",
                        inQuotes(names_[u]), id, maxClasses - 1);
    data.labels.push_back(static_cast<std::int32_t>(id));
  }
  return {};
}

Result<void> NodeTable::finishFeatures(Dataset& data) {
  const auto n = static_cast<std::int64_t>(names_.size());
  std::vector<Column*> used;
  for (Column& column : columns_) {
    if (column.role != Role::Feature || column.filled == 0) continue;
    if (column.isText || sparseColumns_ >= 0) {
      data.notes.push_back(fmt::format("Column {} is not used as a feature{}.", inQuotes(column.name),
                                       column.isText ? ": it holds text" : " beside the sparse features"));
      continue;
    }
    if (column.filled != n) {
      column.numbers.resize(names_.size(), std::numeric_limits<float>::quiet_NaN());
      const auto gap =
          std::find_if(column.numbers.begin(), column.numbers.end(), [](float x) { return std::isnan(x); });
      return inputError(place(column), "Node {} has no value; a feature needs one for every node",
                        inQuotes(names_[gap - column.numbers.begin()]));
    }
    used.push_back(&column);
  }
  if (sparseColumns_ >= 0) {
    sparseOffsets_.resize(names_.size() + 1, static_cast<std::int64_t>(sparseIndices_.size()));
    SISPDE_TRY(data.features,
               checkedSparseFeatures(n, sparseColumns_, std::move(sparseOffsets_), std::move(sparseIndices_),
                                     std::move(sparseValues_), {file_, 0, "features"}));
    return {};
  }
  if (used.empty()) return {};
  std::vector<float> values(names_.size() * used.size());
  for (std::size_t j = 0; j < used.size(); ++j) {
    for (std::size_t u = 0; u < names_.size(); ++u) values[u * used.size() + j] = used[j]->numbers[u];
    used[j]->numbers = {};
  }
  data.features = Features::dense(n, static_cast<std::int64_t>(used.size()), std::move(values));
  return {};
}

Result<void> NodeTable::finish(Dataset& data) {
  for (Column& column : columns_) {
    if (column.role == Role::Class) SISPDE_CHECK(finishClasses(column, data));
    if (column.role != Role::Split && column.role != Role::Ood && column.role != Role::Placeholder) continue;
    column.flags.resize(names_.size(), 0);
    if (column.role == Role::Ood) data.ood = column.flags;
    if (column.role == Role::Placeholder) data.placeholders = column.flags;
    if (column.role != Role::Split) continue;
    Split split{Mask(names_.size(), 0), Mask(names_.size(), 0), Mask(names_.size(), 0)};
    for (std::size_t u = 0; u < names_.size(); ++u)
      if (const int part = column.flags[u]; part > 0)
        (part == 1 ? split.train : part == 2 ? split.validation : split.test)[u] = 1;
    data.splits.push_back(std::move(split));
  }
  return finishFeatures(data);
}

}  // namespace sispde
