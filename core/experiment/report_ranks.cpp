// Average ranks over data sets, the tests of Friedman and Nemenyi, and the diagrams.

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "core/experiment/report_figures.h"
#include "core/experiment/report_parts.h"
#include "core/experiment/report_ranking.h"
#include "core/experiment/report_text.h"

namespace sispde {
namespace {

std::string probability(double p) {
  return p < 1e-4 ? "< 0.0001" : fmt::format("{:.4f}", p);
}

std::string testWords(const RankComparison& found, PaperMetric metric) {
  const Friedman& test = found.test;
  return fmt::format(
      "{}: {} data sets as blocks ({}), {} systems. Friedman χ² = {:.2f} with {} degrees of freedom, p {}{}; "
      "Iman–Davenport F = {}, p {}{}. "
      "Nemenyi's critical difference at 5 %: {:.2f} ranks.",
      metricName(metric), test.blocks, enumerated(found.blocks), test.systems, test.chiSquare,
      test.systems - 1, test.p < 1e-4 ? "" : "= ", probability(test.p),
      std::isinf(test.f) ? "∞" : fmt::format("{:.2f}", test.f), test.fP < 1e-4 ? "" : "= ",
      probability(test.fP), test.criticalDifference);
}

// Systems in order of rank.
std::vector<std::size_t> order(const RankComparison& found) {
  std::vector<std::size_t> places(found.systems.size());
  std::iota(places.begin(), places.end(), 0);
  std::stable_sort(places.begin(), places.end(), [&](std::size_t a, std::size_t b) {
    return found.test.meanRanks[a] < found.test.meanRanks[b];
  });
  return places;
}

void addTable(Report& report, CsvTable& csv, const RankComparison& found, const std::string& what,
              PaperMetric metric) {
  ReportTable table{"Average ranks, " + what + ", " + metricName(metric) + "; 1 is best"};
  table.columns = {"system", "average"};
  for (const std::string& dataset : found.datasets) table.columns.push_back(dataset);
  for (const std::size_t place : order(found)) {
    ReportRow row{{found.systems[place].markedName(), fmt::format("{:.2f}", found.test.meanRanks[place])}};
    row.keys = found.keys[place];
    std::vector<std::string> line{what, metricKey(metric), found.systems[place].name(),
                                  exact(found.test.meanRanks[place])};
    std::vector<std::string> blocks;
    for (std::size_t b = 0; b < found.datasets.size(); ++b) {
      row.entries.emplace_back(fmt::format("{:.1f}", found.ranks[b][place]));
      blocks.push_back(fmt::format("{}={:g}", found.datasets[b], found.ranks[b][place]));
    }
    line.push_back(joined(blocks, " "));
    line.push_back(joined(row.keys, " "));
    csv.rows.push_back(std::move(line));
    table.rows.push_back(std::move(row));
  }
  report.blocks.emplace_back(std::move(table));
}

void addComparison(Report& report, CsvTable& csv, const ReportData& data,
                   const std::vector<std::string>& shifts, const std::string& what, const std::string& name,
                   PaperMetric metric) {
  const RankComparison found = compareRanks(data, shifts, metric);
  if (!found.refusal.empty()) {
    report.paragraph(fmt::format("{}, {}: {}", what, metricName(metric), found.refusal));
    return;
  }
  report.paragraph(testWords(found, metric) + (found.leftOut.empty() ? "" : " " + found.leftOut));
  std::vector<RankedName> names;
  for (const std::size_t place : order(found))
    names.push_back({found.systems[place].markedName(), found.test.meanRanks[place]});
  const std::string caption = fmt::format(
      "Average ranks by {} ({}), best at the left. A bar joins systems that Nemenyi's test does not tell "
      "apart at the 5 % level.{}",
      metricName(metric), what,
      std::ranges::any_of(found.systems, &ReportSystem::seesOod) ? " † sees OOD data in training." : "");
  report.blocks.emplace_back(
      ReportFigure{name, caption, rankDiagram(names, found.test.criticalDifference, caption)});
  addTable(report, csv, found, what, metric);
}

}  // namespace

void addRanks(Report& report, const ReportData& data) {
  if (data.systems.empty()) return;
  report.heading("Average ranks");
  report.paragraph(
      "The shifts of one data set share its graph, its features and its splits: they are not independent "
      "blocks. So a system is ranked "
      "within each shift (ties share the mean of their ranks), its ranks are averaged over the shifts of a "
      "data set, and these averages are ranked again within the data "
      "set: one block per data set. Friedman's test and Nemenyi's critical difference rest on these blocks "
      "alone. With a handful of data sets the "
      "critical difference is large, and few systems can be told apart: that is what the data allow, not a "
      "lack of the test. A system takes part where "
      "it has two seeds or more of every data set and shift that is compared; others are named. All three "
      "metrics are shown: they "
      "need not agree, and "
      "to take one afterwards would be a choice by result.");
  CsvTable csv{"ranks", {"shifts", "metric", "system", "mean_rank", "ranks", "cells"}, {}};
  std::vector<std::string> printed;
  for (const ShiftKind shift : paperShifts) printed.emplace_back(shiftName(shift));
  for (const PaperMetric metric : allPaperMetrics)
    addComparison(report, csv, data, printed, "label, structure and feature shift",
                  "ranks-" + metricKey(metric), metric);
  if (std::find(data.shifts.begin(), data.shifts.end(), "local") != data.shifts.end()) {
    report.paragraph(
        "The local shift by itself: a part of the nodes of one graph is odd, which is the case that a "
        "practitioner has. It is kept apart "
        "because averaging over a whole shifted graph, which helps on the other shifts, cannot help here.");
    addComparison(report, csv, data, {"local"}, "local shift", "ranks-local-auroc", PaperMetric::Auroc);
  }
  if (!csv.rows.empty()) report.tables.push_back(std::move(csv));
}

}  // namespace sispde
