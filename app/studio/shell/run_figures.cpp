// Figures of a run, declared in figures_of.h.

#include <algorithm>
#include <cmath>
#include <tuple>

#include "app/studio/panels/run_curves.h"
#include "app/studio/shell/figures_of.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {

std::string runWords(const TrainedRun& run) {
  return fmt::format("{}, {} shift, preset {}, seed {}.", run.choice.detector, shiftName(run.choice.shift),
                     run.choice.preset, run.choice.seed);
}

namespace {

// The curve of a metric as the window draws it: what was before the last fork is pale, and listed once.
void addCurve(const Studio& studio, const TrainedRun& run, Metric metric, RunCurves& curves,
              CurvesFigure& figure) {
  const MetricsView& view = studio.view.metrics;
  const Curve curve = smoothed(curves.of(studio, run, metric), view.smoothing);
  if (curve.x.empty()) return;
  const std::size_t ghost = ghostPoints(run, curve), from = ghost > 0 ? ghost - 1 : 0;
  const auto part = [&](std::size_t begin, std::size_t end, bool pale) {
    const auto first = static_cast<std::ptrdiff_t>(begin), last = static_cast<std::ptrdiff_t>(end);
    ImVec4 colour = colourOf(studio.theme, metric);
    if (pale) colour = withAlpha(colour, ghostAlpha);
    FigureLine line{metricName(metric),
                    colourOf(colour, colour.w),
                    metric == Metric::ValidationLoss ? 0.8 : 1.5,
                    {curve.x.begin() + first, curve.x.begin() + last},
                    {curve.y.begin() + first, curve.y.begin() + last}};
    line.right = isLoss(metric);
    line.listed = !pale;
    if (pale) line.name += ", before the last change of the kernel";
    figure.lines.push_back(std::move(line));
  };
  if (ghost > 1) part(0, ghost, true);
  part(from, curve.x.size(), false);
}

// Other runs, alone or as a band over their seeds.
void addOthers(const std::vector<OtherCurve>& others, CurvesFigure& figure) {
  for (const OtherCurve& each : others) {
    if (each.runs > 1)
      figure.bands.push_back({fmt::format("{}, ± standard deviation", each.name), colourOf(each.colour, 0.15),
                              each.band.x, each.band.low, each.band.high, each.loss});
    figure.lines.push_back({each.name, colourOf(each.colour, each.runs > 1 ? 0.5 : 0.7), 0.8, each.band.x,
                            each.band.mean, each.loss});
  }
}

// Of the loss, on the right.
FigureAxis lossAxis(const Studio& studio, const TrainedRun& run, const std::vector<OtherCurve>& others,
                    RunCurves& curves) {
  const auto [least, most] = curves.lossRange(studio, run, others);
  FigureAxis axis{"loss (NLL, nats)", 0, 1.05 * most};
  axis.logarithmic = studio.view.metrics.logarithmic;
  if (axis.logarithmic) axis.low = least / 1.2;
  return axis;
}

}  // namespace

// Just the curves that are switched on, smoothed as in the window, with other runs, forks and the epoch that is looked at.
Result<Figure> metricsFigure(const Studio& studio) {
  const TrainedRun* run = studio.training.shown();
  if (run == nullptr || !run->snapshot || run->snapshot->epoch == 0)
    return usageError("There is no run with an epoch to show yet");
  const MetricsView& view = studio.view.metrics;
  RunCurves curves;
  CurvesFigure figure;
  figure.frame = frameFor(studio, "Metrics by epoch", "");
  figure.frame.captions[1] = runWords(*run) + " OOD metrics of the score " + drawnScore(studio) + ".";
  if (view.smoothing > 0)
    figure.frame.captions.push_back(
        fmt::format("Smoothed: each value has {} of the one before in it.", significant(view.smoothing, 2)));
  for (const Fork& fork : run->snapshot->history->forks) {
    figure.marks.push_back({static_cast<double>(fork.epoch), forkText(fork)});
    figure.frame.captions.push_back(fmt::format("After epoch {}: {}.", fork.epoch, forkText(fork)));
  }
  figure.frame.plot = {520, 260};
  const std::vector<OtherCurve> others = curves.others(studio, *run);
  addOthers(others, figure);
  for (const CurveSwitch& each : curveSwitches) {
    if (!(view.*each.on)) continue;
    if (isLoss(each.metric)) figure.right = lossAxis(studio, *run, others, curves);
    addCurve(studio, *run, each.metric, curves, figure);
    if (isLoss(each.metric)) addCurve(studio, *run, Metric::ValidationLoss, curves, figure);
  }
  if (figure.lines.empty())
    return usageError("There is no curve to show yet: switch one on in the Metrics window");
  const auto [low, high] = curves.range(studio, *run, others);
  figure.x = {"epoch", 0, static_cast<double>(shownEpochs(*run, others))};
  figure.y = {"", low, high};
  if (studio.view.epoch) figure.cursor = *studio.view.epoch;
  return Figure(std::move(figure));
}

namespace {

// As in the corner of the window: the ROC curve, or precision against recall, with the threshold's point.
FigureInset rocInset(const Studio& studio, const ScoreCurve& curve) {
  const bool precision = studio.view.precisionInset;
  FigureInset inset;
  inset.x = precision ? "recall" : "FPR";
  inset.y = precision ? "precision" : "TPR";
  inset.diagonal = !precision;
  inset.line = {precision ? "precision against recall" : "ROC, TPR against FPR",
                colourOf(studio.theme.palette.accent), 1.2};
  const auto place = [&](const OperatingPoint& p) {
    return precision ? std::pair(p.tpr, p.precision) : std::pair(p.fpr, p.tpr);
  };
  for (const OperatingPoint& p : curve.points(160)) {
    const auto [x, y] = place(p);
    inset.line.x.push_back(x);
    inset.line.y.push_back(y);
  }
  std::tie(inset.pointX, inset.pointY) = place(studio.scores.point());
  return inset;
}

}  // namespace

// Shares of the ID test nodes upwards, of the OOD nodes downwards.
Result<Figure> scoresFigure(const Studio& studio) {
  const ScoreCurve* curve = studio.scores.curve();
  const TrainedRun* run = studio.scoredRun();
  if (curve == nullptr || run == nullptr) return usageError("There are no scores to show yet");
  SISPDE_CHECK(isOfNow(studio.scores.isFormer()));
  const Palette& p = studio.theme.palette;
  CurvesFigure figure;
  figure.frame = frameFor(studio, "OOD scores", "");
  const OperatingPoint& point = studio.scores.point();
  std::string words = runWords(*run) + fmt::format(" Epoch {}. ", studio.scores.epoch());
  if (const auto& metrics = studio.scores.metrics())
    words += fmt::format("AUROC {}", fixed(metrics->auroc, 3));
  if (const auto& control = studio.scores.control())
    words += fmt::format(", with energies shuffled over the nodes {}", fixed(control->auroc, 3));
  figure.frame.captions.push_back(words + ".");
  figure.frame.captions.push_back(fmt::format("Threshold {}: TPR {}, FPR {}, precision {} (OOD = positive).",
                                              significant(point.threshold), fixed(point.tpr, 3),
                                              fixed(point.fpr, 3), fixed(point.precision, 3)));
  figure.frame.plot = {520, 260};
  constexpr int bins = 48;
  const std::pair range = shownRange(*curve);
  const double low = range.first, high = range.second;
  const ScoreCurve::Histogram bars = curve->histogram(bins, low, high);
  double most = 1e-9;
  const auto band = [&](const std::string& name, const ImVec4& colour, const std::vector<double>& shares,
                        double sign) {
    FigureBand made{name, colourOf(colour, 0.75), {}, {}, {}};
    for (int i = 0; i < bins; ++i)
      for (const int edge : {i, i + 1}) {
        made.x.push_back(low + (high - low) * edge / bins);
        made.low.push_back(std::min(0.0, sign * shares[static_cast<std::size_t>(i)]));
        made.high.push_back(std::max(0.0, sign * shares[static_cast<std::size_t>(i)]));
        most = std::max(most, shares[static_cast<std::size_t>(i)]);
      }
    return made;
  };
  figure.bands.push_back(band(fmt::format("ID test, {} nodes", curve->idCount()), p.accent, bars.id, 1));
  if (curve->oodCount() > 0)
    figure.bands.push_back(band(fmt::format("OOD, {} nodes", curve->oodCount()), p.warning, bars.ood, -1));
  figure.x = {studio.workspace().score.name + (studio.workspace().score.shuffled ? ", shuffled first" : ""),
              low, high};
  figure.y = {"share of the nodes", -1.05 * most, 1.05 * most};
  figure.cursor = std::clamp(point.threshold, low, high);
  if (curve->oodCount() > 0) figure.inset = rocInset(studio, *curve);
  return Figure(std::move(figure));
}

}  // namespace sispde::studio
