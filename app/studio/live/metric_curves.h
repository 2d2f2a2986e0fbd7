#pragma once
// Curves of a run against its epochs, and bands of several runs.

#include <span>

#include "app/studio/live/trained_run.h"

namespace sispde::studio {

enum class Metric { Auroc, AuprIn, AuprOut, Fpr95, DetAcc, Accuracy, TrainLoss, ValidationLoss };
const char* metricName(Metric metric);  // "AUROC", …

struct Curve {
  std::vector<double> x, y;
};

// OOD metrics are those of `score` at the epochs that were scored while training; accuracy is that of the validation nodes. Values that
// are not defined are left out.
Curve metricCurve(const TrainedRun& run, Metric metric, const std::string& score);

// At most `most` points, evenly chosen, the last one always among them.
Curve thinned(Curve curve, std::size_t most);

// Exponential: y_i ← share · y_{i−1} + (1 − share) · y_i, share in [0, 1).
Curve smoothed(Curve curve, double share);

// Mean and standard deviation (population) at the epochs that all curves have.
struct Band {
  std::vector<double> x, mean, low, high;
};
Band bandOf(std::span<const Curve> curves);

// The value of a curve at the last of its epochs up to `x`; nothing before the first.
std::optional<double> valueAt(const Curve& curve, double x);

// Runs that differ in their seed alone, and whose kernel was not changed while one of them trained, in the order of the first of each.
std::vector<std::vector<const TrainedRun*>> kindsOf(const std::vector<std::unique_ptr<TrainedRun>>& runs);

}  // namespace sispde::studio
