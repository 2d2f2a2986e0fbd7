// Seconds per cell, and as a ratio to MSP.

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "core/experiment/report_figures.h"
#include "core/experiment/report_parts.h"
#include "core/experiment/report_text.h"

namespace sispde {
namespace {

struct RunTime {
  Summary seconds;              // over all shifts and seeds
  std::optional<double> ratio;  // of the means over the shifts and seeds that MSP has too
  int common = 0;
  std::vector<std::string> keys;
};

// Time of a processor is what the system cost whatever else ran; cells that trained on several threads have only the clock's, and are not
// counted where others have better.
bool someHaveProcessorSeconds(const ReportData& data) {
  return std::ranges::any_of(data.groups, [](const ReportGroup& group) {
    return std::ranges::any_of(group.cells,
                               [](const ReportCell* cell) { return cell->processorSeconds.has_value(); });
  });
}

RunTime timeOf(const ReportData& data, const std::string& dataset, const ReportSystem& system,
               bool ofProcessor) {
  RunTime made;
  std::vector<double> all;
  double own = 0, msp = 0;
  for (const std::string& shift : data.shifts) {
    const ReportGroup* group = data.find(dataset, shift, system);
    if (group == nullptr) continue;
    const ReportGroup* other = data.find(dataset, shift, mspSystem);
    const BySeed theirs = other == nullptr ? BySeed{} : other->seconds(ofProcessor);
    for (const auto& [seed, seconds] : group->seconds(ofProcessor)) {
      all.push_back(seconds);
      const auto same = theirs.find(seed);
      if (same == theirs.end()) continue;
      own += seconds;
      msp += same->second;
      ++made.common;
    }
    for (const ReportCell* cell : group->cells)
      if (ofProcessor ? cell->processorSeconds : cell->seconds) made.keys.push_back(cell->key);
  }
  made.seconds = summaryOf(all);
  if (msp > 0) made.ratio = own / msp;
  return made;
}

ReportEntry entryOf(const RunTime& time) {
  if (time.seconds.count == 0) return "–";
  ReportEntry entry = time.ratio ? fmt::format("{:.2f} ×", *time.ratio) : "no MSP";
  entry.below.push_back(fmt::format("{:.3g} s, {}", time.seconds.mean, counted(time.seconds.count, "cell")));
  entry.keys = time.keys;
  return entry;
}

}  // namespace

void addRunTimes(Report& report, const ReportData& data) {
  const bool ofProcessor = someHaveProcessorSeconds(data);
  ReportTable table{
      fmt::format("Seconds {}per cell (small) and their ratio to MSP on the same shifts and seeds",
                  ofProcessor ? "of a processor " : "")};
  table.columns = {"system"};
  CsvTable csv{"times",
               {"dataset", "system", "cells_counted", "seconds_mean", "seconds_std", "ratio_to_msp",
                "common_cells", "cells"},
               {}};
  std::vector<TimeRow> drawn;
  for (const std::string& dataset : data.datasets) table.columns.push_back(dataset);
  for (const ReportSystem& system : data.systems) {
    ReportRow row{{system.name()}};
    TimeRow mark{system.name(), {}};
    for (const std::string& dataset : data.datasets) {
      const RunTime time = timeOf(data, dataset, system, ofProcessor);
      row.entries.push_back(entryOf(time));
      mark.ratios.push_back(time.ratio.value_or(0));
      if (time.seconds.count > 0)
        csv.rows.push_back({dataset, system.name(), std::to_string(time.seconds.count),
                            exact(time.seconds.mean), exact(time.seconds.std), exact(time.ratio),
                            std::to_string(time.common), joined(time.keys, " ")});
    }
    if (!keysOf(row).empty()) table.rows.push_back(std::move(row));
    if (std::any_of(mark.ratios.begin(), mark.ratios.end(), [](double ratio) { return ratio > 0; }))
      drawn.push_back(std::move(mark));
  }
  if (csv.rows.empty()) return;
  report.heading("Run times");
  report.paragraph(
      std::string(
          ofProcessor
              ? "Seconds of one processor that a cell used: preparing the detector, training and "
                "scoring, without the data that cells share; the kernel of a graph counts in the cell that "
                "needed it first. Cells that trained on several threads are not "
                "counted, and what else "
                "ran counts only as far as it took from the caches. "
              : "Seconds that a cell took: preparing the detector, training and scoring, without "
                "the data that cells share. They depend on the machine and on what else ran; the ratio to "
                "MSP less so. ") +
      "A system's mean is over all its shifts and seeds, its ratio over those that MSP has too.");
  if (!drawn.empty()) {
    const std::string caption =
        "Run time of each system as a multiple of that of MSP on the same data set; logarithmic.";
    report.blocks.emplace_back(ReportFigure{"times", caption, timeFigure(drawn, data.datasets, caption)});
  }
  report.blocks.emplace_back(std::move(table));
  report.tables.push_back(std::move(csv));
}

}  // namespace sispde
