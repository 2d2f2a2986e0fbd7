// Cells that failed, are missing or could not be read, and the table of all cells.

#include "core/experiment/report_parts.h"
#include "core/experiment/report_text.h"

namespace sispde {

void addMissing(Report& report, const Results& results) {
  report.heading("Failed and missing cells");
  if (results.failed.empty() && results.missing.empty() && results.leftOut.empty())
    report.paragraph("None: every cell of the grid is done.");
  std::vector<std::string> items;
  for (const ReportCell& cell : results.failed) items.push_back("`" + cell.key + "` failed: " + cell.error);
  for (const LeftOut& file : results.leftOut)
    items.push_back("`" + file.file + "` is left out: " + file.sentence);
  if (!items.empty()) report.list(std::move(items));
  if (!results.missing.empty()) {
    report.paragraph(counted(results.missing.size(), "cell") + " of the grid " +
                     (results.missing.size() == 1 ? "has" : "have") + " not been run:");
    std::vector<std::string> keys;
    for (const std::string& key : compactKeys(results.missing)) keys.push_back("`" + key + "`");
    report.list(std::move(keys));
  }
  if (!results.extra.empty())
    report.paragraph(counted(results.extra.size(), "cell") + " that `grid.json` does not list " +
                     (results.extra.size() == 1 ? "is" : "are") + " used too: `" +
                     joined(compactKeys(results.extra), "` `") + "`.");
}

void addCellTable(Report& report, const Results& results) {
  CsvTable csv{"cells",
               {"key",      "dataset",        "shift", "detector", "variant",
                "preset",   "seed",           "state", "score",    "primary",
                "auroc",    "det_acc",        "fpr95", "aupr_in",  "aupr_out",
                "accuracy", "validation_nll", "epoch", "seconds",  "processor_seconds",
                "error"},
               {}};
  for (const ReportCell& cell : results.cells)
    for (const auto& [name, score] : cell.scores)
      csv.rows.push_back({cell.key,
                          cell.dataset,
                          cell.shift,
                          cell.detector,
                          cell.variant,
                          cell.preset,
                          std::to_string(cell.seed),
                          "done",
                          name,
                          name == cell.primary ? "yes" : "no",
                          exact(score.auroc),
                          exact(score.detAcc),
                          exact(score.fpr95),
                          exact(score.auprIn),
                          exact(score.auprOut),
                          exact(cell.accuracy),
                          exact(cell.validationNll),
                          std::to_string(cell.epoch),
                          exact(cell.seconds),
                          exact(cell.processorSeconds),
                          ""});
  for (const ReportCell& cell : results.failed)
    csv.rows.push_back({cell.key,
                        cell.dataset,
                        cell.shift,
                        cell.detector,
                        cell.variant,
                        cell.preset,
                        std::to_string(cell.seed),
                        "failed",
                        "",
                        "",
                        "",
                        "",
                        "",
                        "",
                        "",
                        "",
                        "",
                        "",
                        "",
                        "",
                        cell.error});
  report.tables.push_back(std::move(csv));
}

}  // namespace sispde
