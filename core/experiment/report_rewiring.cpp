// Table 2: detection on the graph as it is, rewired by correlation, and rewired by lot.

#include <algorithm>

#include <fmt/format.h>

#include "core/experiment/report_figures.h"
#include "core/experiment/report_parts.h"
#include "core/experiment/report_text.h"

namespace sispde {
namespace {

std::string graphWords(const ReportGroup& group) {
  if (!group.rewired()) return "original";
  const ReportRewiring& rewiring = *group.cells.front()->rewiring;
  const std::string how = rewiring.random           ? "by lot"
                          : rewiring.kernel.empty() ? "by correlation"
                                                    : "by correlation, " + rewiring.kernel;
  return group.system.variant + " (" + how + ")";
}

// Means over the seeds: a random rewiring differs from seed to seed.
struct Change {
  Summary dropped, added, before, after;
};
Change changeOf(const ReportGroup& group) {
  std::vector<double> dropped, added, before, after;
  for (const ReportCell* cell : group.cells) {
    if (!cell->rewiring) continue;
    dropped.push_back(static_cast<double>(cell->rewiring->dropped));
    added.push_back(static_cast<double>(cell->rewiring->added));
    if (cell->rewiring->before) before.push_back(*cell->rewiring->before);
    if (cell->rewiring->after) after.push_back(*cell->rewiring->after);
  }
  return {summaryOf(dropped), summaryOf(added), summaryOf(before), summaryOf(after)};
}

std::string informativenessWords(const ReportGroup& group, const Change& change) {
  const auto& whole = group.cells.front()->informativeness;
  if (!group.rewired()) return whole ? plainDigits(*whole) : "–";
  if (change.before.count == 0 || change.after.count == 0) return "–";
  const std::string factor =
      change.before.mean > 0 ? fmt::format(" (× {:.2f})", change.after.mean / change.before.mean) : "";
  return plainDigits(change.before.mean) + " → " + plainDigits(change.after.mean) + factor;
}

// The paper's Table 2 has the GCN under label shift.
std::optional<PaperRewiring> printed(const ReportGroup& group) {
  if (group.system.detector != "gcn" || group.shift != "label") return std::nullopt;
  if (group.rewired() && group.cells.front()->rewiring->random) return std::nullopt;
  return paperRewiring(group.dataset);
}

ReportRow rowOf(const ReportGroup& group, const ReportGroup* before) {
  const Change change = changeOf(group);
  const auto paper = printed(group);
  ReportRow row{{group.dataset, group.shift,
                 paperMethod(group.system.detector).empty() ? group.system.detector
                                                            : paperMethod(group.system.detector),
                 graphWords(group)}};
  row.entries.emplace_back(
      group.rewired() ? fmt::format("{:.0f} / {:.0f}", change.dropped.mean, change.added.mean) : "");
  row.entries.emplace_back(informativenessWords(group, change));
  if (paper && group.rewired())
    row.entries.back().below.push_back(fmt::format("paper × {:.2f}", paper->informativenessFactor));
  for (int i = 0; i < 3; ++i) {
    row.entries.emplace_back(percentOf(summaryOf(group.values(allPaperMetrics[i]))));
    if (paper)
      row.entries.back().below.push_back(
          fmt::format("paper {:.2f}", group.rewired() ? paper->with[i] : paper->without[i]));
  }
  for (const PaperMetric metric : allPaperMetrics) {
    if (!group.rewired()) {
      row.entries.emplace_back("");
      continue;
    }
    const PairedInterval interval =
        before == nullptr ? PairedInterval{} : pairedInterval(group.values(metric), before->values(metric));
    row.entries.emplace_back(pointsOf(interval));
    row.entries.back().below.push_back(before == nullptr ? "no original" : pairsOf(interval));
    row.entries.back().strong = interval.seen();
  }
  row.keys = group.keys();
  return row;
}

void addCsvRows(CsvTable& csv, const ReportGroup& group, const ReportGroup* before) {
  const Change change = changeOf(group);
  const auto paper = printed(group);
  for (int i = 0; i < 3; ++i) {
    const PaperMetric metric = allPaperMetrics[i];
    const Summary summary = summaryOf(group.values(metric));
    const PairedInterval interval = group.rewired() && before != nullptr
                                        ? pairedInterval(group.values(metric), before->values(metric))
                                        : PairedInterval{};
    csv.rows.push_back(
        {group.dataset, group.shift, group.system.detector, group.system.variant, graphWords(group),
         metricKey(metric), std::to_string(summary.count), exact(summary.mean), exact(summary.std),
         change.before.count > 0 ? exact(change.before.mean) : "",
         change.after.count > 0 ? exact(change.after.mean) : "", std::to_string(interval.pairs),
         interval.pairs > 0 ? exact(interval.mean) : "", exact(interval.half),
         paper ? exact((group.rewired() ? paper->with[i] : paper->without[i]) / 100) : "",
         joined(group.keys(), " ")});
  }
}

DifferenceRow differenceOf(const ReportGroup& group, const ReportGroup& before) {
  const std::string& system =
      paperMethod(group.system.detector).empty() ? group.system.detector : paperMethod(group.system.detector);
  DifferenceRow row{fmt::format("{}, {}, {}", group.dataset, group.shift, system),
                    graphWords(group),
                    {pairedInterval(group.values(PaperMetric::Auroc), before.values(PaperMetric::Auroc))}};
  if (const auto paper = printed(group)) row.published = (paper->with[0] - paper->without[0]) / 100;
  return row;
}

}  // namespace

void addRewiring(Report& report, const ReportData& data) {
  ReportTable table{
      "Detection before and after rewiring: percent, differences to the original in points with 95 % "
      "intervals"};
  table.words = 4;
  table.groups = {{"", 4}, {"graph", 2}, {"detection", 3}, {"minus original", 3}};
  table.columns = {"data set", "shift",   "system", "graph", "dropped / added", "edge LI",
                   "AUROC",    "DET-ACC", "FPR95",  "AUROC", "DET-ACC",         "FPR95"};
  CsvTable csv{
      "table2",
      {"dataset", "shift", "detector", "variant", "graph", "metric", "seeds", "mean", "std", "li_before",
       "li_after", "common_seeds", "difference", "half_interval_95", "published", "cells"},
      {}};
  std::vector<const ReportGroup*> shown;
  std::vector<DifferenceRow> drawn;
  const auto show = [&](const ReportGroup& group, const ReportGroup* before) {
    table.rows.push_back(rowOf(group, before));
    addCsvRows(csv, group, before);
  };
  for (const ReportGroup& group : data.groups) {
    if (!group.rewired()) continue;
    const ReportGroup* before = data.unrewired(group);
    if (before != nullptr && std::find(shown.begin(), shown.end(), before) == shown.end()) {
      shown.push_back(before);
      show(*before, nullptr);
    }
    show(group, before);
    if (before != nullptr) drawn.push_back(differenceOf(group, *before));
  }
  if (table.rows.empty()) return;
  report.heading("Rewiring, in the manner of the paper's Table 2");
  report.paragraph(
      "The same system is trained on the graph as it is, on the graph rewired by the correlations of a "
      "Matérn kernel, and on a graph rewired by lot as the control. The paper "
      "prints no spread, and neither its percentiles nor ν, κ or the number of added edges. LI: edge label "
      "informativeness before → after; a large factor of a tiny number is still a tiny number.");
  std::erase_if(drawn, [](const DifferenceRow& row) { return !row.intervals[0].half; });
  if (!drawn.empty()) {
    const std::string caption =
        "Rewired minus original, paired by seed: mean difference of AUROC with its 95 % interval by "
        "Student's "
        "t; in colour where it does not hold 0. A ring is the difference that the paper prints. Rewiring by "
        "lot is the control: what it changes as well is no merit of the correlations.";
    report.blocks.emplace_back(
        ReportFigure{"table2", caption, differenceFigure({"against the original graph"}, drawn, caption)});
  }
  report.blocks.emplace_back(std::move(table));
  report.tables.push_back(std::move(csv));
}

}  // namespace sispde
