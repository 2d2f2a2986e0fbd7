#pragma once
// What the views show, as figures for export, and in the words of the command line.

#include <array>
#include <functional>

#include "app/studio/figure/figure.h"
#include "app/studio/shell/studio.h"

namespace sispde::studio {

enum class Exported { Graph, Covariance, Noise, Spectrum, Hops, Degrees, Metrics, Scores };
inline constexpr std::array exportedNames{"graph",   "covariance", "noise", "spectrum", "correlation by hops",
                                          "degrees", "metrics",    "scores"};

// What all figures of the present view have: data, kernel, and the words on what the numbers rest on.
FigureFrame frameFor(const Studio& studio, const std::string& title, const std::string& truth);
std::string boundOf(const Answer& answer);  // "Rank 24, error ≤ 2e-06."

// Those made of curves; see figureOf.
Result<Figure> noiseFigure(const Studio& studio);
Result<Figure> spectrumFigure(const Studio& studio);
Result<Figure> hopsFigure(const Studio& studio);
Result<Figure> degreesFigure(const Studio& studio);
Result<Figure> metricsFigure(const Studio& studio);
Result<Figure> scoresFigure(const Studio& studio);

// An error where the view has nothing to show yet.
Result<Figure> figureOf(const Studio& studio, Exported what);
// What writes the values behind it as CSV, from copies: it may run in the background.
using ValuesWriter = std::function<Result<void>(const std::string& path, const Progress& progress)>;
Result<ValuesWriter> valuesOf(const Studio& studio, Exported what);

// The line that gives the covariance row on the screen: "sispde kernel cora --kernel matern …".
std::string commandOf(const Studio& studio, bool noise);

}  // namespace sispde::studio
