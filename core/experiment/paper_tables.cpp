#include "core/experiment/paper_tables.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/text.h"

namespace sispde {

extern const std::string_view paperTablesText;  // embedded

namespace {

const nlohmann::json& tables() {
  static const nlohmann::json read = nlohmann::json::parse(paperTablesText);
  return read;
}

std::string folded(std::string_view name) {
  std::string text = lower(name);
  std::erase_if(text, [](char c) { return c == '-' || c == '_' || c == ' '; });
  return text;
}

// The methods of a data set; null where the paper does not have it.
const nlohmann::json* rowsOf(std::string_view dataset) {
  const std::string wanted = folded(dataset);
  for (const auto& [name, rows] : tables().at("table1").items())
    if (folded(name) == wanted) return &rows;
  return nullptr;
}

const char* keyOf(PaperMetric metric) {
  switch (metric) {
    case PaperMetric::Auroc: return "auc";
    case PaperMetric::DetAcc: return "detacc";
    case PaperMetric::Fpr95: return "fpr95";
  }
  return "";
}

}  // namespace

bool isPaperData(std::string_view dataset) {
  return rowsOf(dataset) != nullptr;
}

std::string paperMethod(std::string_view method) {
  const std::string wanted = lower(method);
  for (const auto& name : tables().at("methods"))
    if (lower(name.get<std::string>()) == wanted) return name.get<std::string>();
  return {};
}

std::optional<PaperFigure> paperFigure(std::string_view dataset, std::string_view method, ShiftKind shift,
                                       PaperMetric metric) {
  const nlohmann::json* rows = rowsOf(dataset);
  if (rows == nullptr) return std::nullopt;
  const auto row = rows->find(paperMethod(method));
  if (row == rows->end()) return std::nullopt;
  const auto cells = row->find(std::string(shiftName(shift)));
  if (cells == row->end()) return std::nullopt;
  const nlohmann::json& cell = cells->at(keyOf(metric));
  return PaperFigure{cell.at(0).get<double>(), cell.at(1).get<double>()};
}

}  // namespace sispde
