// The second half of NodeTable: columns become labels, splits and features.

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include "core/base/text.h"
#include "core/io/node_table.h"
#include "core/io/raw_features.h"

namespace sispde {
namespace {

// Masks take three bytes per node and split; beyond this (800 MB) a file asks for more than it can mean.
constexpr std::size_t maxSplitEntries = std::size_t{1} << 28;

// A class id: a whole number, also written as 3.0; −1 for nan.
std::optional<std::int64_t> classId(const std::string& text) {
  if (const auto id = parseInteger(text)) return id;
  const auto number = parseReal(text);
  if (!number) return std::nullopt;
  if (std::isnan(*number)) return -1;
  if (*number == std::floor(*number) && std::abs(*number) < 1e15) return static_cast<std::int64_t>(*number);
  return std::nullopt;
}

// "a", "b", "c" and 5 more.
std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t shown = 5;
  std::vector<std::string> first;
  for (std::size_t i = 0; i < std::min(shown, names.size()); ++i) first.push_back(inQuotes(names[i]));
  const std::string text = fmt::format("{}", fmt::join(first, ", "));
  return names.size() > shown ? fmt::format("{} and {} more", text, names.size() - shown) : text;
}

}  // namespace

Result<void> NodeTable::finishClasses(Dataset& data) {
  constexpr std::array<std::string_view, 5> order{"class", "label", "y", "target", "category"};
  const auto rank = [&](std::size_t c) {
    return std::find(order.begin(), order.end(), lower(trim(columns_[c].name)));
  };
  std::sort(classColumns_.begin(), classColumns_.end(),
            [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  const std::size_t n = names_.size();
  bool found = false;
  std::vector<std::string> passedOver;
  for (const std::size_t index : classColumns_) {
    Column& column = columns_[index];
    if (column.filled == 0) continue;
    if (found || (hasX_ && lower(trim(column.name)) == "y")) {
      passedOver.push_back(column.name);
      continue;
    }
    column.texts.resize(n);
    std::map<std::string, std::int64_t> classes;
    bool numbers = true;
    for (const std::string& text : column.texts) {
      if (text.empty()) continue;
      numbers = numbers && classId(text).has_value();
      classes.emplace(text, 0);
    }
    if (!numbers && n > 10 && classes.size() > n / 2) {
      data.notes.push_back(
          fmt::format("Column {} has {} different texts for {} nodes and is taken for names, not classes.",
                      inQuotes(column.name), classes.size(), n));
      continue;
    }
    found = true;
    for (auto& [name, id] : classes) {
      id = numbers ? *classId(name) : static_cast<std::int64_t>(data.classNames.size());
      if (!numbers) data.classNames.push_back(name);
    }
    for (std::size_t u = 0; u < n; ++u) {
      const std::int64_t id = column.texts[u].empty() ? -1 : classes[column.texts[u]];
      if (id < -1 || id >= maxClasses)
        return inputError(place(column),
                          "Node {} has class {}; classes are numbers from 0 to {}, or -1 for unknown",
                          inQuotes(names_[u]), id, maxClasses - 1);
      data.labels.push_back(static_cast<std::int32_t>(id));
    }
    column.texts = {};
  }
  if (!passedOver.empty())
    data.notes.push_back(
        fmt::format("Not used, because another column gives the class or x and y are coordinates: {}.",
                    listed(passedOver)));
  return {};
}

Result<void> NodeTable::finishMasks(Dataset& data) {
  const std::size_t n = names_.size();
  const auto splits =
      static_cast<std::size_t>(std::count_if(columns_.begin(), columns_.end(), [](const Column& column) {
        return column.role == Role::Split && column.filled > 0;
      }));
  if (splits * n > maxSplitEntries)
    return inputError({file_}, "There are {} splits of {} nodes, more than is supported", splits, n);
  for (Column& column : columns_) {
    if (column.filled == 0) continue;
    if (column.role != Role::Split && column.role != Role::Ood && column.role != Role::Placeholder) continue;
    column.flags.resize(n, 0);
    if (column.role == Role::Ood) data.ood = std::move(column.flags);
    if (column.role == Role::Placeholder) data.placeholders = std::move(column.flags);
    if (column.role != Role::Split) continue;
    Split split{Mask(n, 0), Mask(n, 0), Mask(n, 0)};
    for (std::size_t u = 0; u < n; ++u)
      if (const int part = column.flags[u]; part > 0)
        (part == 1 ? split.train : part == 2 ? split.validation : split.test)[u] = 1;
    column.flags = {};
    data.splits.push_back(std::move(split));
  }
  return {};
}

Result<void> NodeTable::finishFeatures(Dataset& data) {
  const auto n = static_cast<std::int64_t>(names_.size());
  std::vector<Column*> used;
  std::vector<std::string> texts, besides;
  for (Column& column : columns_) {
    if (column.role != Role::Feature || column.filled == 0) continue;
    if (column.isText || sparseColumns_ >= 0) {
      (column.isText ? texts : besides).push_back(column.name);
      continue;
    }
    if (!column.bad.empty())
      return inputError(place(column, column.badLine), "The feature {} is not a finite 32-bit number",
                        inQuotes(column.bad));
    if (column.filled != n)
      return inputError(place(column), "Node {} has no value; a feature needs one for every node",
                        inQuotes(names_[column.numbers.size()]));
    used.push_back(&column);
  }
  if (!texts.empty())
    data.notes.push_back(fmt::format("Not used as features, because they hold text: {}.", listed(texts)));
  if (!besides.empty())
    data.notes.push_back(fmt::format("Not used beside the sparse features: {}.", listed(besides)));
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

Result<void> NodeTable::checkOodColumn(Dataset& data) const {
  if (oodColumn_.empty()) return {};
  std::vector<std::string> names;
  bool there = false;
  for (const Column& column : columns_) {
    there = there || column.role == Role::Ood;
    names.push_back(column.name);
    if (column.role == Role::Unused)
      data.notes.push_back(fmt::format("Column {} is not used: {} marks the OOD nodes.",
                                       inQuotes(column.name), inQuotes(oodColumn_)));
  }
  if (there) return {};
  return usageError("There is no column {} to mark the OOD nodes; the columns are {}", inQuotes(oodColumn_),
                    names.empty() ? "none" : listed(names));
}

Result<void> NodeTable::finish(Dataset& data) {
  SISPDE_CHECK(checkOodColumn(data));
  SISPDE_CHECK(finishClasses(data));
  SISPDE_CHECK(finishMasks(data));
  return finishFeatures(data);
}

}  // namespace sispde
