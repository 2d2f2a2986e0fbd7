#pragma once
// What the views show, as figures for export, and in the words of the command line.

#include "app/studio/figure/figure.h"
#include "app/studio/shell/studio.h"

namespace sispde::studio {

enum class Exported { Graph, Covariance, Noise };

// An error where the view has nothing to show yet.
Result<Figure> figureOf(const Studio& studio, Exported what);
// The values behind it, as CSV.
Result<void> writeValues(const Studio& studio, Exported what, const std::string& path);

// The line that gives the covariance row on the screen: "sispde kernel cora --kernel matern …".
std::string commandOf(const Studio& studio);

}  // namespace sispde::studio
