#pragma once
// The curves of the Metrics window: of the shown run, and of the other visible runs of the same data, alone or as a band over seeds.

#include <map>
#include <tuple>

#include <imgui.h>

#include "app/studio/live/metric_curves.h"
#include "app/studio/shell/studio.h"

namespace sispde::studio {

// Runs that differ in their seed alone, or one run by itself, where low = mean = high.
struct OtherCurve {
  std::string name;
  ImVec4 colour;
  Band band;
  int runs = 0;
};

// The score whose metrics are drawn, with its control's ending where energies are shuffled first.
std::string drawnScore(const Studio& studio);

// The colour of a run in the list of runs: that of its curve in the plot, the accent for the shown one and those that differ from it in their
// seed alone, whose curves have the colours of the metrics.
ImVec4 colourOfRun(const Studio& studio, const TrainedRun& run);

class RunCurves {
 public:
  // Made anew when a run published something, not in every frame.
  const Curve& of(const Studio& studio, const TrainedRun& run, Metric metric);
  // Smoothed as the window asks; the shown run's own kind is among them where it has several seeds, in `own` colour.
  std::vector<OtherCurve> others(const Studio& studio, const TrainedRun& shown, Metric metric,
                                 const ImVec4& own);

 private:
  std::map<std::tuple<int, Metric, std::string>, Curve> curves_;
  std::uint64_t of_ = ~std::uint64_t{0};  // revision of the runs
};

}  // namespace sispde::studio
