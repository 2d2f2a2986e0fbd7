#pragma once
// The curves of the Metrics window and of its figure: of the shown run, and of the other visible runs of the same data, alone or as a band
// over seeds.

#include <array>
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
  bool loss = false;  // against the axis of the loss
};

// One entry of the list of curves: its switch, and what it is.
struct CurveSwitch {
  Metric metric;
  bool MetricsView::*on;
  const char* help;
  bool inMenu = false;  // its switch is in the menu, to keep the head short
};
inline constexpr std::array curveSwitches{
    CurveSwitch{Metric::Auroc, &MetricsView::auroc,
                "AUROC, 0 to 1: P(score of an OOD node > score of an ID node); more is better"},
    CurveSwitch{Metric::AuprIn, &MetricsView::auprIn,
                "AUPR-in, 0 to 1: area under precision and recall, ID nodes as the positives; more is better",
                true},
    CurveSwitch{
        Metric::AuprOut, &MetricsView::auprOut,
        "AUPR-out, 0 to 1: area under precision and recall, OOD nodes as the positives; more is better",
        true},
    CurveSwitch{Metric::Fpr95, &MetricsView::fpr95,
                "FPR95, 0 to 1: share of OOD nodes that pass when 95 % of the ID nodes do; less is better"},
    CurveSwitch{Metric::DetAcc, &MetricsView::detAcc,
                "DET-ACC, 0 to 1: ½ (ID recall + OOD recall) at the best threshold; more is better"},
    CurveSwitch{Metric::Accuracy, &MetricsView::accuracy,
                "Share of validation nodes whose class is right, 0 to 1; more is better"},
    CurveSwitch{
        Metric::TrainLoss, &MetricsView::loss,
        "NLL of the training nodes in nats, and of the validation nodes as a thin line; less is better"}};
constexpr bool isLoss(Metric metric) {
  return metric == Metric::TrainLoss || metric == Metric::ValidationLoss;
}
ImVec4 colourOf(const Theme& theme, Metric metric);
ImVec4 withAlpha(ImVec4 colour, float alpha);                        // times its own
inline constexpr float ghostAlpha = 0.35f;                           // of what was before the last fork
std::size_t ghostPoints(const TrainedRun& run, const Curve& curve);  // how many points of it lie before
std::string forkText(const Fork& fork);                              // "ν 1.5 → 0.40"

// The score whose metrics are drawn, with its control's ending where energies are shuffled first.
std::string drawnScore(const Studio& studio);

// The colour of a run in the list of runs: that of its curve in the plot, the accent for the shown one and those that differ from it in their
// seed alone, whose curves have the colours of the metrics.
ImVec4 colourOfRun(const Studio& studio, const TrainedRun& run);

// Epochs on the axis: all of the run, but where few are done of very many those alone; and what the others have.
int shownEpochs(const TrainedRun& run, const std::vector<OtherCurve>& beside);

class RunCurves {
 public:
  // Made anew when a run published something, not in every frame.
  const Curve& of(const Studio& studio, const TrainedRun& run, Metric metric);
  // Of the same score with energies shuffled first; null where it has no such control, or is it, or the metric is not one of scores.
  const Curve* control(const Studio& studio, const TrainedRun& run, Metric metric);
  // Smoothed as the window asks; the shown run's own kind is among them where it has several seeds, in `own` colour.
  std::vector<OtherCurve> others(const Studio& studio, const TrainedRun& shown, Metric metric,
                                 const ImVec4& own);
  // By the first curve that is on and is no loss; where the loss alone is on, by that of the training nodes.
  std::vector<OtherCurve> others(const Studio& studio, const TrainedRun& shown);
  // Of the left axis: the least tenth that holds all its curves that are on.
  std::pair<double, double> range(const Studio& studio, const TrainedRun& run,
                                  const std::vector<OtherCurve>& beside);
  // Least positive and largest loss. With one ID class the loss falls to 0, which a logarithm does not have: ten orders are shown.
  std::pair<double, double> lossRange(const Studio& studio, const TrainedRun& run,
                                      const std::vector<OtherCurve>& beside);

 private:
  const Curve& of(const Studio& studio, const TrainedRun& run, Metric metric, const std::string& score);

  std::map<std::tuple<int, Metric, std::string>, Curve> curves_;
  std::uint64_t of_ = ~std::uint64_t{0};  // revision of the runs
};

}  // namespace sispde::studio
