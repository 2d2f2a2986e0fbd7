#include "core/experiment/paper_tables.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/text.h"

namespace sispde {

extern const std::string_view paperTablesText;  // embedded

namespace {

const nlohmann::ordered_json& tables() {
  static const nlohmann::ordered_json read = nlohmann::ordered_json::parse(paperTablesText);
  return read;
}

std::string folded(std::string_view name) {
  std::string text = lower(name);
  std::erase_if(text, [](char c) { return c == '-' || c == '_' || c == ' '; });
  return text;
}

// What a table says of a data set; null where it does not have it.
const nlohmann::ordered_json* rowsOf(std::string_view dataset, const char* table = "table1") {
  const std::string wanted = folded(dataset);
  for (const auto& [name, rows] : tables().at(table).items())
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
  const nlohmann::ordered_json* rows = rowsOf(dataset);
  if (rows == nullptr) return std::nullopt;
  const auto row = rows->find(paperMethod(method));
  if (row == rows->end()) return std::nullopt;
  const auto cells = row->find(std::string(shiftName(shift)));
  if (cells == row->end()) return std::nullopt;
  const nlohmann::ordered_json& cell = cells->at(keyOf(metric));
  return PaperFigure{cell.at(0).get<double>(), cell.at(1).get<double>()};
}

std::vector<std::string> paperMethods() {
  return tables().at("methods").get<std::vector<std::string>>();
}

std::vector<std::string> paperDatasets() {
  std::vector<std::string> names;
  for (const auto& [name, rows] : tables().at("table1").items()) names.push_back(name);
  return names;
}

bool isHighInformativeness(std::string_view dataset) {
  const std::string name = folded(dataset);
  return name == "cora" || name == "citeseer" || name == "pubmed";
}

std::optional<PaperRewiring> paperRewiring(std::string_view dataset) {
  const nlohmann::ordered_json* rows = rowsOf(dataset, "table2");
  if (rows == nullptr) return std::nullopt;
  PaperRewiring made;
  for (int i = 0; i < 3; ++i) {
    made.without[i] = rows->at("without_rewiring").at(keyOf(allPaperMetrics[i])).get<double>();
    made.with[i] = rows->at("with_rewiring").at(keyOf(allPaperMetrics[i])).get<double>();
  }
  made.informativenessFactor = rows->at("LI_increase_factor").get<double>();
  return made;
}

}  // namespace sispde
