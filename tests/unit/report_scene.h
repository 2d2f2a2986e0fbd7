#pragma once
// Result cells by hand, for the tests of the report.

#include <string>

#include <nlohmann/json.hpp>

#include "core/experiment/report_results.h"
#include "tests/unit/temporary_folder.h"

namespace sispde::testing {

struct CellWords {
  std::string dataset = "cora", shift = "label", detector = "msp", variant = "default";
  int seed = 0;
  double auroc = 0.9, nll = 0.5;
  std::string primary = "msp";
};

inline nlohmann::json cellJson(const CellWords& words) {
  const std::string key = words.dataset + "-" + words.shift + "-" + words.detector + "-" + words.variant +
                          "-" + std::to_string(words.seed);
  return {{"format", "sispde-cell"},
          {"version", 1},
          {"key", key},
          {"dataset", words.dataset},
          {"informativeness", 0.5},
          {"shift", words.shift},
          {"detector", words.detector},
          {"variant", words.variant},
          {"settings", nlohmann::json::object()},
          {"preset", "reference"},
          {"seed", words.seed},
          {"state", "done"},
          {"accuracy", 0.8},
          {"epoch", 7},
          {"seconds", 2.5},
          {"nll", {{"train", 0.1}, {"validation", words.nll}}},
          {"primary", words.primary},
          {"scores",
           {{words.primary,
             {{"auroc", words.auroc},
              {"aupr_in", 0.7},
              {"aupr_out", 0.6},
              {"fpr95", 1 - words.auroc},
              {"det_acc", words.auroc}}}}},
          {"rewiring", nullptr},
          {"search", nullptr},
          {"config", nlohmann::json::object()},
          {"notes", nlohmann::json::array()},
          {"program", "1"}};
}

inline ReportCell cellOf(const nlohmann::json& json) {
  return readCell(json.dump(), "cell.json").value();
}
inline ReportCell cellOf(const CellWords& words) {
  return cellOf(cellJson(words));
}

inline void writeCell(const TemporaryFolder& folder, const nlohmann::json& json) {
  folder.write("cells/" + json["key"].get<std::string>() + ".json", json.dump());
}

inline void writeGrid(const TemporaryFolder& folder, const std::vector<std::string>& keys) {
  folder.write("grid.json", nlohmann::json{{"format", "sispde-grid"},
                                           {"version", 1},
                                           {"name", "small"},
                                           {"meaning", "A test."},
                                           {"cells", keys}}
                                .dump());
}

}  // namespace sispde::testing
