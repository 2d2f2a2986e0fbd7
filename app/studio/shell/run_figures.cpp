// Figures of a run, declared in figures_of.h.

#include <algorithm>
#include <cmath>

#include "app/studio/live/metric_curves.h"
#include "app/studio/shell/figures_of.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {

std::string runWords(const TrainedRun& run) {
  return fmt::format("{}, {} shift, preset {}, seed {}.", run.choice.detector, shiftName(run.choice.shift),
                     run.choice.preset, run.choice.seed);
}

Result<Figure> metricsFigure(const Studio& studio) {
  const TrainedRun* run = studio.training.shown();
  if (run == nullptr || !run->snapshot || run->snapshot->epoch == 0)
    return usageError("There is no run with an epoch to show yet");
  const std::string& score = studio.workspace().score.name;
  const Palette& p = studio.theme.palette;
  CurvesFigure figure;
  figure.frame = frameFor(studio, "Metrics by epoch", "");
  figure.frame.captions[1] = runWords(*run) + " OOD metrics of the score " + score + ".";
  for (const Fork& fork : run->snapshot->history->forks)
    figure.frame.captions.push_back(fmt::format(
        "After epoch {}: ν {} → {}, κ {} → {}, σ {} → {}.", fork.epoch, significant(fork.before.nu, 2),
        significant(fork.after.nu, 2), significant(fork.before.kappa, 2), significant(fork.after.kappa, 2),
        significant(fork.before.sigma, 2), significant(fork.after.sigma, 2)));
  figure.frame.plot = {520, 260};
  const std::pair<Metric, ImVec4> curves[] = {{Metric::Auroc, p.accent},
                                              {Metric::Fpr95, p.bad},
                                              {Metric::DetAcc, p.warning},
                                              {Metric::Accuracy, p.good}};
  for (const auto& [metric, colour] : curves) {
    Curve curve = metricCurve(*run, metric, score);
    if (!curve.x.empty())
      figure.lines.push_back(
          {metricName(metric), colourOf(colour), 1.5, std::move(curve.x), std::move(curve.y)});
  }
  if (figure.lines.empty()) return usageError("There is no curve to show yet");
  figure.x = {"epoch", 0, static_cast<double>(std::max(run->snapshot->epoch, 1))};
  figure.y = {"", 0, 1.02};
  if (studio.view.epoch) figure.cursor = *studio.view.epoch;
  return Figure(std::move(figure));
}

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
  const double low = curve->least(), high = std::max(curve->most(), low + 1e-9);
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
  return Figure(std::move(figure));
}

}  // namespace sispde::studio
