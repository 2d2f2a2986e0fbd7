// ν against label informativeness: figures, table and the paper's claim beside what the runs say.

#include <algorithm>

#include <fmt/format.h>

#include "core/experiment/report_figures.h"
#include "core/experiment/report_parts.h"
#include "core/experiment/report_sweep.h"
#include "core/experiment/report_text.h"

namespace sispde {
namespace {

std::size_t placeOf(const std::vector<std::string>& shifts, const std::string& shift) {
  return static_cast<std::size_t>(std::find(shifts.begin(), shifts.end(), shift) - shifts.begin());
}

void addFigures(Report& report, const ReportData& data, const std::vector<Sweep>& sweeps) {
  const std::vector<std::string> shifts = sweptShifts(data, sweeps);
  std::vector<SweepPanel> panels;
  std::vector<ChosenColumn> columns;
  for (const Sweep& sweep : sweeps) {
    if (panels.empty() || panels.back().dataset != sweep.dataset) {
      panels.push_back({sweep.dataset, {}});
      const auto found = data.informativeness.find(sweep.dataset);
      columns.push_back({sweep.dataset, found == data.informativeness.end() ? 0 : found->second, {}});
    }
    SweepLine line{placeOf(shifts, sweep.shift), {}};
    for (const SweepStep& step : sweep.steps)
      if (step.auroc.count > 0) line.points.push_back({step.nu, step.auroc, &step == sweep.chosen});
    panels.back().lines.push_back(std::move(line));
    columns.back().chosen.push_back({placeOf(shifts, sweep.shift), sweep.chosen->nu, sweep.low, sweep.high});
  }
  std::stable_sort(columns.begin(), columns.end(),
                   [](const auto& a, const auto& b) { return a.informativeness < b.informativeness; });
  const std::string first =
      "The ν that validation NLL chooses (disc: by the mean over the seeds; line: from the least to the "
      "greatest choice of a single seed), data sets in order "
      "of label informativeness. The paper's claim is that the discs rise from left to right.";
  const std::string second =
      "AUROC of SISPDE against ν, mean and population standard deviation over the seeds, by data set and "
      "shift. A ring marks the ν that validation NLL chooses; OOD metrics have no part in that.";
  report.blocks.emplace_back(ReportFigure{"nu-informativeness", first, chosenFigure(columns, shifts, first)});
  report.blocks.emplace_back(ReportFigure{"nu-auroc", second, sweepFigure(panels, shifts, second)});
}

ReportRow rowOf(const ReportData& data, const Sweep& sweep) {
  const auto byMean = [](const SweepStep& a, const SweepStep& b) { return a.auroc.mean < b.auroc.mean; };
  const auto [worst, best] = std::minmax_element(sweep.steps.begin(), sweep.steps.end(), byMean);
  double spread = 0, nllLow = sweep.chosen->nll.mean, nllHigh = nllLow, nllSpread = 0;
  ReportRow row;
  for (const SweepStep& step : sweep.steps) {
    spread = std::max(spread, step.auroc.std);
    nllHigh = std::max(nllHigh, step.nll.mean);
    nllSpread = std::max(nllSpread, step.nll.std);
    for (const std::string& key : step.group->keys()) row.keys.push_back(key);
  }
  const auto li = data.informativeness.find(sweep.dataset);
  row.entries = {sweep.dataset,
                 sweep.shift,
                 li == data.informativeness.end() ? "–" : plainDigits(li->second),
                 std::to_string(sweep.chosen->nll.count),
                 fmt::format("{:g}", sweep.chosen->nu),
                 fmt::format("{:g} … {:g}", sweep.low, sweep.high),
                 percentOf(sweep.chosen->auroc),
                 percent(worst->auroc.mean) + " … " + percent(best->auroc.mean),
                 percent(spread),
                 fmt::format("{:.3g}", nllHigh - nllLow),
                 fmt::format("{:.3g}", nllSpread)};
  return row;
}

}  // namespace

void addSweep(Report& report, const ReportData& data) {
  const std::vector<Sweep> sweeps = sweepsOf(data);
  if (sweeps.empty()) return;
  report.heading("Smoothness ν against label informativeness");
  report.paragraph(
      "The paper's Observation 1 is that the best ν is significantly smaller on data sets of low label "
      "informativeness than on those of high; it does not say by which "
      "data the best was chosen. Here ν is chosen by validation NLL alone, by its mean over the seeds (of "
      "equal ones the smaller ν). Where the NLL hardly "
      "differs between the values of ν, compared with its spread over seeds, the choice is by lot; the last "
      "two columns show it.");
  addFigures(report, data, sweeps);
  ReportTable table{"ν chosen by validation NLL, and what it matters for AUROC (percent)"};
  table.words = 2;
  table.columns = {"data set",
                   "shift",
                   "LI",
                   "seeds",
                   "chosen ν",
                   "single seeds",
                   "AUROC there",
                   "AUROC over all ν",
                   "largest std over seeds",
                   "NLL, range over ν",
                   "NLL, largest std"};
  CsvTable csv{"nu",
               {"dataset", "shift", "informativeness", "nu", "seeds", "auroc_mean", "auroc_std",
                "validation_nll_mean", "validation_nll_std", "chosen", "cells"},
               {}};
  for (const Sweep& sweep : sweeps) {
    table.rows.push_back(rowOf(data, sweep));
    for (const SweepStep& step : sweep.steps)
      csv.rows.push_back({sweep.dataset, sweep.shift, table.rows.back().entries[2].text, exact(step.nu),
                          std::to_string(step.auroc.count), exact(step.auroc.mean), exact(step.auroc.std),
                          exact(step.nll.mean), exact(step.nll.std), &step == sweep.chosen ? "yes" : "no",
                          joined(step.group->keys(), " ")});
  }
  report.blocks.emplace_back(std::move(table));
  std::vector<std::string> verdicts;
  for (const std::string& shift : sweptShifts(data, sweeps)) verdicts.push_back(sweepVerdict(sweeps, shift));
  report.list(std::move(verdicts));
  report.tables.push_back(std::move(csv));
}

}  // namespace sispde
