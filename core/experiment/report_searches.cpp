// What was searched and how it was chosen.

#include <algorithm>

#include <fmt/format.h>

#include "core/experiment/report_parts.h"
#include "core/experiment/report_text.h"

namespace sispde {

void addSearches(Report& report, const ReportData& data) {
  report.heading("What was searched");
  if (data.searches.empty()) {
    report.paragraph("Nothing: every system was run with the options that its cells state.");
    return;
  }
  report.paragraph(
      "Of all combinations that were run for a data set, a shift and a system, the tables show the one with "
      "the smallest mean validation "
      "NLL over the seeds (among those with the most seeds). OOD metrics had no part in it.");
  ReportTable table{"Combinations and their validation NLL"};
  table.words = 4;
  table.columns = {"data set", "shift", "system", "combination", "seeds", "validation NLL", ""};
  CsvTable csv{"searches",
               {"dataset", "shift", "system", "combination", "seeds", "validation_nll_mean",
                "validation_nll_std", "chosen", "cells"},
               {}};
  for (const SearchChoice& choice : data.searches)
    for (std::size_t i = 0; i < choice.trials.size(); ++i) {
      const SearchTrial& trial = choice.trials[i];
      ReportRow row{{choice.dataset, choice.shift, choice.system.name(), trial.values,
                     std::to_string(trial.nll.count),
                     fmt::format("{:.4g} ± {:.2g}", trial.nll.mean, trial.nll.std),
                     i != 0 ? ""
                     : choice.equallyGood() > 1
                         ? fmt::format("chosen, first of {} with equal NLL", choice.equallyGood())
                         : "chosen"}};
      for (const ReportCell* cell : trial.cells) row.keys.push_back(cell->key);
      csv.rows.push_back({choice.dataset, choice.shift, choice.system.name(), trial.values,
                          std::to_string(trial.nll.count), exact(trial.nll.mean), exact(trial.nll.std),
                          i == 0 ? "yes" : "no", joined(row.keys, " ")});
      table.rows.push_back(std::move(row));
    }
  report.blocks.emplace_back(std::move(table));
  if (std::ranges::any_of(data.searches, [](const SearchChoice& choice) { return choice.equallyGood() > 1; }))
    report.paragraph(
        "Where several combinations have the same validation NLL it decides nothing: the options that differ "
        "have no part in training, or there is one ID class. The first of them by name is shown.");
  report.tables.push_back(std::move(csv));
}

}  // namespace sispde
