// Scores beside the primary ones: what a system would be with another score, above all the entropy that the paper defines.

#include <algorithm>

#include "core/experiment/report_parts.h"
#include "core/experiment/report_text.h"

namespace sispde {
namespace {

constexpr const char* shownScores[] = {"total", "msp", "energy-prop", "energy-prop-plain", "matern-energy"};

// Systems that are scored by their logits alone; the others stand for a score of their own.
bool isShown(const ReportSystem& system) {
  constexpr const char* detectors[] = {"gcn", "msp", "gnsd", "sispde-rbf", "sispde"};
  return std::find(std::begin(detectors), std::end(detectors), system.detector) != std::end(detectors);
}

ReportRow rowOf(const ReportData& data, const std::string& dataset, const ReportSystem& system,
                const std::string& score, CsvTable& csv) {
  ReportRow row{{system.markedName(), score}};
  for (const std::string& shift : data.shifts) {
    const ReportGroup* group = data.find(dataset, shift, system);
    const bool primary = group != nullptr && group->cells.front()->primary == score;
    const Summary summary =
        group == nullptr ? Summary{} : summaryOf(group->values(PaperMetric::Auroc, score));
    ReportEntry entry = percentOf(summary);
    if (summary.count > 0 && !primary) entry.keys = group->keys();
    if (primary) entry.below.emplace_back("primary");
    row.entries.push_back(std::move(entry));
    if (summary.count == 0) continue;
    for (const PaperMetric metric : allPaperMetrics) {
      const Summary each = summaryOf(group->values(metric, score));
      csv.rows.push_back({dataset, shift, system.name(), score, primary ? "yes" : "no", metricKey(metric),
                          std::to_string(each.count), exact(each.mean), exact(each.std),
                          joined(group->keys(), " ")});
    }
  }
  return row;
}

}  // namespace

void addOtherScores(Report& report, const ReportData& data) {
  CsvTable csv{"scores",
               {"dataset", "shift", "system", "score", "primary", "metric", "seeds", "mean", "std", "cells"},
               {}};
  std::vector<ReportTable> tables;
  for (const std::string& dataset : data.datasets) {
    ReportTable table{"AUROC on " + dataset + " by other scores of the same runs"};
    table.columns = {"system", "score"};
    table.words = 2;
    for (const std::string& shift : data.shifts) table.columns.push_back(shift);
    for (const ReportSystem& system : data.systems) {
      if (!isShown(system)) continue;
      for (const char* score : shownScores) {
        ReportRow row = rowOf(data, dataset, system, score, csv);
        if (!keysOf(row).empty()) table.rows.push_back(std::move(row));
      }
    }
    if (!table.rows.empty()) tables.push_back(std::move(table));
  }
  if (tables.empty()) return;
  report.heading("Other scores of the same runs");
  report.paragraph(
      "Percent, mean ± population standard deviation. `total` is the entropy of the mean prediction, which "
      "the paper "
      "defines as its uncertainty; `msp` 1 − the largest probability; `energy-prop` the energy propagated "
      "over the graph, "
      "`energy-prop-plain` the same without self loops where the system's own has them; `matern-energy` the "
      "energy "
      "smoothed by a Matérn density. None of these is chosen by its result: which one a system stands for is "
      "named in "
      "the tables above.");
  for (ReportTable& table : tables) report.blocks.emplace_back(std::move(table));
  report.tables.push_back(std::move(csv));
}

}  // namespace sispde
