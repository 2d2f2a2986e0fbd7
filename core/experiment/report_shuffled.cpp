// For every propagated score its shuffled twin: the energies are permuted over the nodes before they are propagated.

#include <set>

#include "core/experiment/report_parts.h"
#include "core/experiment/report_text.h"

namespace sispde {
namespace {

constexpr std::string_view suffix = "-shuffled";

// Names of the scores of a system that have a twin.
std::set<std::string> twinned(const ReportData& data, const std::string& dataset,
                              const ReportSystem& system) {
  std::set<std::string> names;
  for (const std::string& shift : data.shifts)
    if (const ReportGroup* group = data.find(dataset, shift, system))
      for (const ReportCell* cell : group->cells)
        for (const auto& [name, score] : cell->scores)
          if (cell->score(name + std::string(suffix)) != nullptr) names.insert(name);
  return names;
}

ReportRow rowOf(const ReportData& data, const std::string& dataset, const ReportSystem& system,
                const std::string& score, CsvTable& csv) {
  ReportRow row{{system.markedName(), score}};
  const std::string twin = score + std::string(suffix);
  for (const std::string& shift : data.shifts) {
    const ReportGroup* group = data.find(dataset, shift, system);
    if (group == nullptr) {
      row.entries.insert(row.entries.end(), {ReportEntry("–"), ReportEntry("–")});
      continue;
    }
    for (const std::string& name : {score, twin}) {
      ReportEntry entry = percentOf(summaryOf(group->values(PaperMetric::Auroc, name)));
      entry.keys = group->keys();
      row.entries.push_back(std::move(entry));
    }
    for (const PaperMetric metric : allPaperMetrics) {
      const Summary own = summaryOf(group->values(metric, score)),
                    other = summaryOf(group->values(metric, twin));
      if (own.count == 0 || other.count == 0) continue;
      csv.rows.push_back({dataset, shift, system.name(), score, metricKey(metric), std::to_string(own.count),
                          exact(own.mean), exact(own.std), exact(other.mean), exact(other.std),
                          joined(group->keys(), " ")});
    }
  }
  return row;
}

}  // namespace

void addShuffled(Report& report, const ReportData& data) {
  CsvTable csv{"shuffled",
               {"dataset", "shift", "system", "score", "metric", "seeds", "mean", "std", "shuffled_mean",
                "shuffled_std", "cells"},
               {}};
  std::vector<ReportTable> tables;
  for (const std::string& dataset : data.datasets) {
    ReportTable table{"AUROC on " + dataset +
                      " of propagated scores, and with energies shuffled over the nodes first"};
    table.groups = {{"", 2}};
    table.columns = {"system", "score"};
    table.words = 2;
    for (const std::string& shift : data.shifts) {
      table.groups.push_back({shift, 2});
      table.columns.insert(table.columns.end(), {"own", "shuffled"});
    }
    for (const ReportSystem& system : data.systems)
      for (const std::string& score : twinned(data, dataset, system))
        table.rows.push_back(rowOf(data, dataset, system, score, csv));
    if (!table.rows.empty()) tables.push_back(std::move(table));
  }
  if (tables.empty()) return;
  report.heading("Propagated scores and their shuffled twins");
  report.paragraph(
      "Where the shuffled number is as high as the own one, the place of a node in the graph has no part in "
      "it: the shifted set's energies have another mean, "
      "and averaging any of them shrinks the spread. A gain by propagation counts for the graph only as far "
      "as it exceeds that of the twin.");
  for (ReportTable& table : tables) report.blocks.emplace_back(std::move(table));
  report.tables.push_back(std::move(csv));
}

}  // namespace sispde
