#pragma once
// One result cell of the benchmark as the report reads it (docs/report.md has the format): one system on one data set under one
// shift with one seed. Metrics are fractions in [0, 1] and missing where they are not defined.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/experiment/paper_tables.h"

namespace sispde {

struct CellScore {
  std::optional<double> auroc, auprIn, auprOut, fpr95, detAcc;
  std::optional<double> metric(PaperMetric which) const;
};

struct ReportRewiring {
  std::int64_t dropped = 0, added = 0;
  std::optional<double> before, after;  // edge label informativeness
  bool random = false;                  // the control: edges by lot
  std::string kernel;                   // "ν 1, κ 1" where correlations decided; may be unknown
};

struct ReportCell {
  std::string key, dataset, shift, detector, variant, preset, program;
  std::uint64_t seed = 0;
  bool done = false;
  std::string error;  // a sentence, where it failed
  std::optional<double> informativeness, accuracy, seconds, processorSeconds, validationNll;
  std::int64_t epoch = 0;
  std::string primary;
  std::map<std::string, CellScore> scores;
  std::map<std::string, std::string> settings;
  std::optional<ReportRewiring> rewiring;
  // The values that this cell tried, where the grid searched.
  std::optional<std::map<std::string, std::string>> searched;
  std::vector<std::string> notes;
  // How the data were shifted and the metrics taken, as far as the cell says: numbers of other protocols do not compare.
  std::map<std::string, std::string> protocol;

  // Null where the cell has no score of that name.
  const CellScore* score(const std::string& name) const;
  const CellScore* primaryScore() const { return score(primary); }
};

// `name` is the file's, for sentences.
Result<ReportCell> readCell(std::string_view text, const std::string& name);

}  // namespace sispde
