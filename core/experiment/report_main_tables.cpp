// Table 1: per data set a table with a row per system and a column per shift and metric, the published value under ours.

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/experiment/report_parts.h"
#include "core/experiment/report_text.h"

namespace sispde {
namespace {

// Only what the paper prints: its shifts, its methods with their own options.
std::optional<PaperFigure> published(const std::string& dataset, const ReportSystem& system,
                                     const std::string& shift, PaperMetric metric) {
  if (system.variant != "default") return std::nullopt;
  for (const ShiftKind kind : paperShifts)
    if (shiftName(kind) == shift) return paperFigure(dataset, system.detector, kind, metric);
  return std::nullopt;
}

bool hasAnywhere(const ReportData& data, const std::string& dataset, const std::string& shift) {
  return std::any_of(data.systems.begin(), data.systems.end(), [&](const ReportSystem& system) {
    return data.find(dataset, shift, system) != nullptr;
  });
}

// The best mean of the column, among those over the most seeds: a mean over fewer may be luck.
std::optional<Summary> bestOf(const ReportData& data, const std::string& dataset, const std::string& shift,
                              PaperMetric metric) {
  std::optional<Summary> best;
  for (const ReportSystem& system : data.systems)
    if (const ReportGroup* group = data.find(dataset, shift, system)) {
      const Summary summary = summaryOf(group->values(metric));
      if (summary.count == 0 || (best && summary.count < best->count)) continue;
      if (!best || summary.count > best->count ||
          (higherIsBetter(metric) ? summary.mean > best->mean : summary.mean < best->mean))
        best = summary;
    }
  return best;
}

// Of a group whose primary score was propagated: that score with its energies shuffled over the nodes first.
BySeed shuffledTwin(const ReportGroup& group, PaperMetric metric) {
  return group.values(metric, group.cells.front()->primary + "-shuffled");
}

ReportEntry entryOf(const ReportGroup& group, PaperMetric metric, const std::optional<Summary>& best) {
  const Summary summary = summaryOf(group.values(metric));
  ReportEntry entry = percentOf(summary);
  entry.keys = group.keys();
  entry.strong = best && summary.count == best->count && summary.mean == best->mean;
  if (const auto figure = published(group.dataset, group.system, group.shift, metric))
    entry.below.push_back(fmt::format("paper {:.2f} ± {:.2f}", figure->mean, figure->std));
  if (const Summary twin = summaryOf(shuffledTwin(group, metric)); twin.count > 0)
    entry.below.push_back("shuffled " + percent(twin.mean));
  return entry;
}

std::string seedsOf(const std::set<std::size_t>& counts) {
  if (counts.empty()) return "0";
  return *counts.begin() == *counts.rbegin() ? std::to_string(*counts.begin())
                                             : fmt::format("{}–{}", *counts.begin(), *counts.rbegin());
}

void addCsvRow(CsvTable& csv, const ReportGroup& group, PaperMetric metric) {
  const Summary summary = summaryOf(group.values(metric)), twin = summaryOf(shuffledTwin(group, metric));
  const auto figure = published(group.dataset, group.system, group.shift, metric);
  csv.rows.push_back({group.dataset, group.system.name(), group.system.detector, group.system.variant,
                      group.shift, metricKey(metric), group.cells.front()->primary,
                      std::to_string(summary.count), summary.count > 0 ? exact(summary.mean) : "",
                      summary.count > 0 ? exact(summary.std) : "", twin.count > 0 ? exact(twin.mean) : "",
                      figure ? exact(figure->mean / 100) : "", figure ? exact(figure->std / 100) : "",
                      joined(group.keys(), " ")});
}

ReportRow rowOf(const ReportData& data, const std::string& dataset, const ReportSystem& system,
                const std::vector<std::string>& shifts, CsvTable& csv) {
  ReportRow row{{system.markedName()}};
  std::set<std::size_t> seeds;
  std::string primary;
  for (const std::string& shift : shifts) {
    const ReportGroup* group = data.find(dataset, shift, system);
    for (const PaperMetric metric : allPaperMetrics) {
      if (group == nullptr) {
        row.entries.emplace_back("–");
        continue;
      }
      row.entries.push_back(entryOf(*group, metric, bestOf(data, dataset, shift, metric)));
      seeds.insert(group->values(metric).size());
      addCsvRow(csv, *group, metric);
    }
    if (group == nullptr) continue;
    primary = group->cells.front()->primary;
  }
  row.entries.insert(row.entries.begin() + 1, {ReportEntry(primary), ReportEntry(seedsOf(seeds))});
  return row;
}

void addApart(Report& report, const ReportData& data) {
  if (data.apart.empty()) return;
  report.heading("Measured otherwise", 3);
  report.paragraph(
      "The data or the metrics of these cells were made otherwise than those of most cells of the same data "
      "set, shift and seed. They stand in no table above, and have no part in ranks, differences and "
      "claims.");
  ReportTable table{"Cells that do not compare with the others"};
  table.columns = {"system", "data set", "shift", "what differs", "seeds"};
  table.words = 4;
  for (const PaperMetric metric : allPaperMetrics) table.columns.push_back(metricName(metric));
  for (const ApartGroup& apart : data.apart) {
    const ReportGroup& group = apart.group;
    ReportRow row{{group.system.markedName(), group.dataset, group.shift, apart.words,
                   std::to_string(group.values(PaperMetric::Auroc).size())}};
    row.keys = group.keys();
    for (const PaperMetric metric : allPaperMetrics)
      row.entries.emplace_back(percentOf(summaryOf(group.values(metric))));
    table.rows.push_back(std::move(row));
  }
  report.blocks.emplace_back(std::move(table));
}

}  // namespace

void addMainTables(Report& report, const ReportData& data) {
  if (data.systems.empty() && data.apart.empty()) return;
  report.heading("Detection, in the layout of the paper's Table 1");
  report.paragraph(
      "Percent, mean ± population standard deviation over the seeds (one seed: no spread). AUROC and "
      "DET-ACC: higher is better; FPR95: lower "
      "is better. Each number is that of the system's primary score, named in the second column. Under ours: "
      "`paper` is the published "
      "value (means over 5 seeds; none for the local shift and for systems and variants that the paper does "
      "not have), `shuffled` the same score with the "
      "energies permuted over the nodes before they are propagated. Bold marks the best mean of a column "
      "among the systems with the most seeds there, "
      "which says nothing about significance. DET-ACC is exact here, over all thresholds; the published one "
      "shows a coarse grid of thresholds "
      "and is lower for heavy-tailed scores. † sees OOD data in training.");
  CsvTable csv{"table1",
               {"dataset", "system", "detector", "variant", "shift", "metric", "score", "seeds", "mean",
                "std", "shuffled_mean", "published_mean", "published_std", "cells"},
               {}};
  for (const std::string& dataset : data.datasets) {
    ReportTable table{"Detection on " + dataset};
    table.groups = {{"", 3}};
    table.columns = {"system", "score", "seeds"};
    table.words = 2;
    std::vector<std::string> shifts;
    for (const std::string& shift : data.shifts)
      if (hasAnywhere(data, dataset, shift)) shifts.push_back(shift);
    for (const std::string& shift : shifts) {
      table.groups.push_back({shift, 3});
      for (const PaperMetric metric : allPaperMetrics) table.columns.push_back(metricName(metric));
    }
    if (shifts.empty()) continue;
    for (const ReportSystem& system : data.systems) {
      ReportRow row = rowOf(data, dataset, system, shifts, csv);
      if (keysOf(row).empty()) row.entries[2] = "none run";
      table.rows.push_back(std::move(row));
    }
    report.heading(dataset, 3);
    report.blocks.emplace_back(std::move(table));
  }
  addApart(report, data);
  report.tables.push_back(std::move(csv));
}

}  // namespace sispde
