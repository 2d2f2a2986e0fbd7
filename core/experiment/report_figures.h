#pragma once
// The report's figures as SVG text. `title` is what a reader hears who does not see the picture.

#include <optional>
#include <string>
#include <vector>

#include "core/experiment/statistics_summary.h"

namespace sispde {

// The critical-difference diagram of Demšar (2006): systems in order of rank along an axis, bars under it join those that cannot be told
// apart.
struct RankedName {
  std::string name;
  double rank = 0;
};
std::string rankDiagram(const std::vector<RankedName>& sorted, double criticalDifference,
                        const std::string& title);

// Differences with their intervals, a row each and a panel beside the other for each thing compared with. Intervals that hold no 0 are in the
// accent colour. In points (percent).
struct DifferenceRow {
  std::string group, name;                // group: shown once for rows that follow one another
  std::vector<PairedInterval> intervals;  // one per panel; without an interval nothing is drawn
  std::optional<double> published = {};   // what a paper prints for the first panel, as a ring
};
std::string differenceFigure(const std::vector<std::string>& panels, const std::vector<DifferenceRow>& rows,
                             const std::string& title);

// AUROC (percent) against ν, a panel per data set and a line per shift; a ring marks the ν that validation NLL chose.
struct SweepPoint {
  double nu = 0;
  Summary auroc;  // fractions
  bool chosen = false;
};
struct SweepLine {
  std::size_t series = 0;  // place of its shift in the legend
  std::vector<SweepPoint> points;
};
struct SweepPanel {
  std::string dataset;
  std::vector<SweepLine> lines;
};
std::string sweepFigure(const std::vector<SweepPanel>& panels, const std::vector<std::string>& shifts,
                        const std::string& title);

// The ν that validation NLL chose, for data sets in order of their label informativeness.
struct ChosenNu {
  std::size_t series = 0;
  double nu = 0;             // by the mean over the seeds
  double low = 0, high = 0;  // least and greatest choice of a single seed
};
struct ChosenColumn {
  std::string dataset;
  double informativeness = 0;
  std::vector<ChosenNu> chosen;
};
std::string chosenFigure(const std::vector<ChosenColumn>& columns, const std::vector<std::string>& shifts,
                         const std::string& title);

// Seconds per cell as a ratio to MSP, a row per system and a mark per data set.
struct TimeRow {
  std::string system;
  std::vector<double> ratios;  // one per data set; 0: not known
};
std::string timeFigure(const std::vector<TimeRow>& rows, const std::vector<std::string>& datasets,
                       const std::string& title);

}  // namespace sispde
