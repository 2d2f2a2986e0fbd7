// Paired differences against the two controls: SISPDE without noise, and a GCN whose energy is propagated.

#include <algorithm>

#include <fmt/format.h>

#include "core/experiment/report_figures.h"
#include "core/experiment/report_parts.h"
#include "core/experiment/report_text.h"

namespace sispde {
namespace {

bool has(const ReportData& data, const ReportSystem& system) {
  return std::find(data.systems.begin(), data.systems.end(), system) != data.systems.end();
}

PairedInterval between(const ReportGroup* first, const ReportGroup* second, PaperMetric metric) {
  if (first == nullptr || second == nullptr) return {};
  return pairedInterval(first->values(metric), second->values(metric));
}

// Of a group the cells whose seeds have a number in the other too: what the interval rests on.
std::vector<std::string> pairedKeys(const ReportGroup& group, const ReportGroup& other, PaperMetric metric) {
  const BySeed own = group.values(metric), theirs = other.values(metric);
  std::vector<std::string> keys;
  for (const ReportCell* cell : group.cells)
    if (own.contains(cell->seed) && theirs.contains(cell->seed)) keys.push_back(cell->key);
  return keys;
}

ReportEntry entryOf(const ReportGroup* first, const ReportGroup* second, PaperMetric metric) {
  const PairedInterval interval = between(first, second, metric);
  ReportEntry entry = pointsOf(interval);
  entry.below.push_back(first == nullptr || second == nullptr ? "not run" : pairsOf(interval));
  entry.strong = interval.seen();
  if (first == nullptr || second == nullptr) return entry;
  entry.keys = pairedKeys(*first, *second, metric);
  for (std::string& key : pairedKeys(*second, *first, metric)) entry.keys.push_back(std::move(key));
  return entry;
}

void addCsvRows(CsvTable& csv, const ReportGroup& first, const ReportGroup& second) {
  for (const PaperMetric metric : allPaperMetrics) {
    const PairedInterval interval = between(&first, &second, metric);
    csv.rows.push_back(
        {first.dataset, first.shift, first.system.name(), second.system.name(), metricKey(metric),
         std::to_string(interval.pairs), interval.pairs > 0 ? exact(interval.mean) : "", exact(interval.half),
         interval.half ? (interval.seen() ? "yes" : "no") : "",
         joined(pairedKeys(first, second, metric), " "), joined(pairedKeys(second, first, metric), " ")});
  }
}

// One row per data set, one column per shift and metric.
void addAgainst(Report& report, const ReportData& data, const ReportSystem& tested,
                const ReportSystem& control) {
  ReportTable table{fmt::format("{} minus {}: points, 95 % interval", tested.name(), control.name())};
  table.columns = {"data set"};
  table.groups = {{"", 1}};
  for (const std::string& shift : data.shifts) {
    table.groups.push_back({shift, 3});
    for (const PaperMetric metric : allPaperMetrics) table.columns.push_back(metricName(metric));
  }
  for (const std::string& dataset : data.datasets) {
    ReportRow row{{dataset}};
    for (const std::string& shift : data.shifts)
      for (const PaperMetric metric : allPaperMetrics)
        row.entries.push_back(
            entryOf(data.find(dataset, shift, tested), data.find(dataset, shift, control), metric));
    if (!keysOf(row).empty()) table.rows.push_back(std::move(row));
  }
  if (!table.rows.empty()) report.blocks.emplace_back(std::move(table));
}

// All systems against one control, AUROC alone: a row per system, a column per shift, for one data set.
void addAllAgainst(Report& report, const ReportData& data, const ReportSystem& control,
                   const std::string& dataset) {
  ReportTable table{
      fmt::format("AUROC on {} minus that of {}: points, 95 % interval", dataset, control.name())};
  table.columns = {"system"};
  for (const std::string& shift : data.shifts) table.columns.push_back(shift);
  for (const ReportSystem& system : data.systems) {
    if (system == control) continue;
    ReportRow row{{system.markedName()}};
    for (const std::string& shift : data.shifts)
      row.entries.push_back(
          entryOf(data.find(dataset, shift, system), data.find(dataset, shift, control), PaperMetric::Auroc));
    if (!keysOf(row).empty()) table.rows.push_back(std::move(row));
  }
  if (!table.rows.empty()) report.blocks.emplace_back(std::move(table));
}

void addFigure(Report& report, const ReportData& data, const std::vector<ReportSystem>& controls) {
  std::vector<std::string> panels;
  panels.reserve(controls.size());
  for (const ReportSystem& control : controls) panels.push_back("SISPDE − " + control.name());
  std::vector<DifferenceRow> rows;
  for (const std::string& dataset : data.datasets)
    for (const std::string& shift : data.shifts) {
      DifferenceRow row{dataset, shift, {}};
      for (const ReportSystem& control : controls)
        row.intervals.push_back(between(data.find(dataset, shift, sispdeSystem),
                                        data.find(dataset, shift, control), PaperMetric::Auroc));
      const bool drawn =
          std::any_of(row.intervals.begin(), row.intervals.end(),
                      [](const PairedInterval& interval) { return interval.half.has_value(); });
      if (drawn) rows.push_back(std::move(row));
    }
  if (rows.empty()) return;
  const std::string caption =
      "SISPDE against the controls, paired by seed: mean difference of AUROC with its 95 % interval by "
      "Student's t. In colour: "
      "intervals that do not hold 0. An arrow head marks an interval that goes on outside the picture.";
  report.blocks.emplace_back(ReportFigure{"differences", caption, differenceFigure(panels, rows, caption)});
}

}  // namespace

void addDifferences(Report& report, const ReportData& data) {
  if (data.systems.empty()) return;
  report.heading("Differences against the controls");
  report.paragraph(
      "A system and its control are paired by seed: the same split and the same shifted data. The interval "
      "is mean ± t·s/√n by Student's t with n − 1 degrees "
      "of freedom, n being the number of common seeds, which stands under it; with fewer than two there is "
      "none. It covers the seeds, not the choice of data sets, and no correction is made for "
      "the number of intervals: of twenty true zeros one is expected to look like a difference. Bold: the "
      "interval does not hold 0. For FPR95 "
      "negative is better.");
  const auto shown = [&](const char* shift) {
    return std::ranges::find(data.shifts, shift) != data.shifts.end();
  };
  if (shown("structure") && shown("feature"))
    report.paragraph(
        "The structure and the feature shift change the test data alone, so that of one seed a system is the "
        "same trained network under both, but for OE and GNNSafe++, which train on shifted data, and for "
        "GOLD "
        "on Cora, which has other settings for each shift: the intervals of these two shifts, and the counts "
        "of them among the claims, are not independent of each other.");
  std::vector<ReportSystem> controls;
  for (const ReportSystem& control : {noiseOffControl, propagationControl}) {
    if (has(data, control))
      controls.push_back(control);
    else
      report.paragraph(fmt::format("The control {} (`{}` / `{}`) was not run.", control.name(),
                                   control.detector, control.variant));
  }
  if (!has(data, sispdeSystem))
    report.paragraph("SISPDE itself (`sispde` / `default`) was not run.");
  else
    addFigure(report, data, controls);
  CsvTable csv{"differences",
               {"dataset", "shift", "system", "control", "metric", "common_seeds", "mean", "half_interval_95",
                "interval_without_0", "cells", "control_cells"},
               {}};
  for (const ReportSystem& control : controls) {
    report.heading("Against " + control.name(), 3);
    if (has(data, sispdeSystem)) addAgainst(report, data, sispdeSystem, control);
    for (const ReportGroup& group : data.groups) {
      const ReportGroup* other = data.find(group.dataset, group.shift, control);
      const bool compared =
          std::find(data.systems.begin(), data.systems.end(), group.system) != data.systems.end();
      if (compared && other != nullptr && !(group.system == control)) addCsvRows(csv, group, *other);
    }
    if (control == propagationControl)
      for (const std::string& dataset : data.datasets) addAllAgainst(report, data, control, dataset);
  }
  if (!csv.rows.empty()) report.tables.push_back(std::move(csv));
}

}  // namespace sispde
