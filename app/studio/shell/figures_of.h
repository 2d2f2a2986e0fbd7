#pragma once
// What the views show, as figures for export.

#include <array>
#include <functional>

#include "app/studio/figure/figure.h"
#include "app/studio/shell/studio.h"
#include "core/io/csv.h"

namespace sispde::studio {

enum class Exported {
  Graph,
  Second,
  Covariance,
  Noise,
  Spectrum,
  Hops,
  Degrees,
  Metrics,
  Scores,
  Compare,
  Node,
  Rewiring,
  Flagged
};
inline constexpr std::array exportedNames{
    "graph",   "second graph", "covariance", "noise",   "spectrum", "correlation by hops",
    "degrees", "metrics",      "scores",     "compare", "node",     "rewiring",
    "flagged"};

// What all figures of the present view have: data, kernel, and the words on what the numbers rest on.
FigureFrame frameFor(const Studio& studio, const std::string& title, const std::string& truth);
// "matern, ν = 1.50, κ = 4.00, σ = 1.00, symmetric Laplacian"
std::string kernelWords(const KernelSpec& spec);
// "Rank 24, error ≤ 2e-06 ± 3 %.": what the windows say.
std::string boundOf(const Answer& answer);
// An error where the view shows numbers of before: in a file they would be taken for the present ones.
Result<void> isOfNow(bool former);

// Whether the paper has figures of what the run was trained on: its data, unedited, under one of its shifts.
bool hasPaperFigures(const TrainedRun& run);
std::string runWords(const TrainedRun& run);  // "sispde, label shift, preset reference, seed 0."
// Bars from 0 to their heights, as one stepped band; the k-th from start + k · width to start + (k + 1) · width.
FigureBand barsBand(const std::string& name, Colour colour, const std::vector<double>& heights, double start,
                    double width);

// See figureOf.
Result<Figure> graphFigure(const Studio& studio);
Result<Figure> secondFigure(const Studio& studio);
Result<Figure> noiseFigure(const Studio& studio);
Result<Figure> spectrumFigure(const Studio& studio);
Result<Figure> hopsFigure(const Studio& studio);
Result<Figure> degreesFigure(const Studio& studio);
Result<Figure> metricsFigure(const Studio& studio);
Result<Figure> scoresFigure(const Studio& studio);
Result<Figure> compareFigure(const Studio& studio);
Result<Figure> nodeFigure(const Studio& studio);
Result<Figure> rewiringFigure(const Studio& studio);
Result<Figure> flaggedFigure(const Studio& studio);
// What writes values as CSV, from copies: it may run in the background.
using ValuesWriter = std::function<Result<void>(const std::string& path, const Progress& progress)>;
// Places and values of the second graph, which are not those of the first; where secondFigure is no error.
ValuesWriter secondValues(const Studio& studio);
// All that the windows of these two list.
Result<CsvTable> compareTable(const Studio& studio);
Result<CsvTable> nodeTable(const Studio& studio);
Result<std::string> rewiringCsv(const Studio& studio);
Result<std::string> flaggedCsv(const Studio& studio);

// What a window shows, by its title; nothing where it shows no picture.
std::optional<Exported> exportedBy(const Studio& studio, std::string_view window);
// An error where the view has nothing to show yet.
Result<Figure> figureOf(const Studio& studio, Exported what);
// See ValuesWriter.
Result<ValuesWriter> valuesOf(const Studio& studio, Exported what);

}  // namespace sispde::studio
