// Figures and tables of the Rewiring and the Flagged window, declared in figures_of.h.

#include <algorithm>
#include <cmath>

#include "app/studio/shell/figures_of.h"
#include "app/studio/shell/widgets.h"
#include "core/rewire/edges_csv.h"
#include "core/train/detection_csv.h"

namespace sispde::studio {
namespace {

std::string shown(const std::optional<double>& value) {
  return value ? significant(*value) : "–";
}

// How many changed edges have which correlation.
FigureBand correlationBars(const std::string& name, Colour colour, const std::vector<RewiredEdge>& edges,
                           double low, double high, double& most) {
  constexpr int bins = 40;
  std::vector<double> counts(bins, 0);
  for (const RewiredEdge& each : edges) {
    const double place = (static_cast<double>(each.correlation) - low) / (high - low) * bins;
    counts[static_cast<std::size_t>(std::clamp(static_cast<int>(place), 0, bins - 1))] += 1;
  }
  most = std::max(most, *std::ranges::max_element(counts));
  return barsBand(fmt::format("{} {}", edges.size(), name), colour, counts, low, (high - low) / bins);
}

// Why there is nothing to show of the calibrated detection; empty where there is.
std::string nothingFlagged(const Studio& studio) {
  if (studio.scores.detection() && studio.scores.task() != nullptr && studio.scores.data() != nullptr &&
      studio.scores.scoring() != nullptr)
    return {};
  return studio.scores.valid()
             ? "This run held no calibration nodes out, so there is no list of flagged nodes to show"
             : "There are no scores to show yet";
}

Result<void> hasPlanOfNow(const Studio& studio) {
  if (!studio.rewiring.plan())
    return usageError("There is no rewiring to show yet: open the Rewiring window");
  if (!studio.planIsCurrent())
    return usageError("The plan is of before the last change: open the Rewiring window, which follows it");
  return {};
}

}  // namespace

// Correlations of the edges that the plan drops and adds; before and after in the captions.
Result<Figure> rewiringFigure(const Studio& studio) {
  const auto& plan = studio.rewiring.plan();
  SISPDE_CHECK(hasPlanOfNow(studio));
  CurvesFigure figure;
  figure.frame = frameFor(studio, "Planned rewiring", "");
  const RewireReport& report = *studio.rewiring.report();
  const LabelStatistics &a = report.before.labels, &b = report.after.labels;
  figure.frame.captions.push_back(
      fmt::format("Dropped: {} edges with ρ ≤ {}. Added: {} pairs with ρ ≥ {}. Kept because a component "
                  "would be split: {}.",
                  plan->dropped.size(), shown(plan->thresholdDrop), plan->added.size(),
                  shown(plan->thresholdAdd), plan->kept.size()));
  figure.frame.captions.push_back(
      fmt::format("Before → after: label informativeness {} → {}, edge homophily {} → {}, components {} → "
                  "{}, mean degree "
                  "{} → {}, isolated nodes {} → {}.",
                  shown(a.edgeInformativeness), shown(b.edgeInformativeness), shown(a.edgeHomophily),
                  shown(b.edgeHomophily), report.before.components, report.after.components,
                  fixed(report.before.degrees.mean, 2), fixed(report.after.degrees.mean, 2),
                  report.before.degrees.isolated, report.after.degrees.isolated));
  figure.frame.plot = {520, 260};
  double low = 0, high = 1e-6, most = 1;
  for (const auto* edges : {&plan->dropped, &plan->added})
    for (const RewiredEdge& each : *edges) {
      low = std::min(low, static_cast<double>(each.correlation));
      high = std::max(high, static_cast<double>(each.correlation));
    }
  const Palette& p = studio.theme.palette;
  figure.bands.push_back(
      correlationBars("dropped edges", colourOf(p.bad, 0.75), plan->dropped, low, high, most));
  figure.bands.push_back(
      correlationBars("added edges", colourOf(p.good, 0.75), plan->added, low, high, most));
  figure.x = {"correlation ρ of the ends", low, high};
  figure.y = {"edges", 0, 1.05 * most};
  return Figure(std::move(figure));
}

Result<std::string> rewiringCsv(const Studio& studio) {
  const auto& plan = studio.rewiring.plan();
  SISPDE_CHECK(hasPlanOfNow(studio));
  return edgesCsv(*plan, studio.document->data);
}

// p-values by rank against what the level allows: those of the flagged nodes lie left of the cursor.
Result<Figure> flaggedFigure(const Studio& studio) {
  if (const std::string why = nothingFlagged(studio); !why.empty()) return usageError("{}", why);
  SISPDE_CHECK(isOfNow(studio.scores.isFormer()));
  const Detection& found = studio.scores.detection()->detection;
  const TrainedRun* run = studio.scoredRun();
  const ScoreChoice& choice = studio.workspace().score;
  CurvesFigure figure;
  figure.frame = frameFor(studio, "Tested nodes by p-value", "");
  if (run != nullptr)
    figure.frame.captions.push_back(runWords(*run) + fmt::format(" Epoch {}, score {}{}.",
                                                                 studio.scores.epoch(), choice.name,
                                                                 choice.shuffled ? ", shuffled first" : ""));
  figure.frame.captions.push_back(
      fmt::format("{} of {} tested nodes are flagged by {} calibration nodes; {} at most {:g}.",
                  found.flaggedCount, found.tested, found.calibration,
                  choice.discovery ? "false discoveries" : "false alarms", choice.alpha));
  figure.frame.plot = {520, 260};
  std::vector<double> sorted = found.p;
  std::ranges::sort(sorted);
  const auto count = static_cast<double>(std::max<std::size_t>(sorted.size(), 1));
  constexpr std::size_t mostPoints = 2000;
  const std::size_t every = sorted.size() / mostPoints + 1;
  FigureLine line{"p-values", figure.frame.colours.accent};
  for (std::size_t i = 0; i < sorted.size(); i += every) {
    line.x.push_back(static_cast<double>(i + 1));
    line.y.push_back(sorted[i]);
  }
  figure.lines.push_back(std::move(line));
  figure.lines.push_back({choice.discovery ? "α · rank / tested nodes" : "α",
                          colourOf(studio.theme.palette.warning),
                          1.2,
                          {0, count},
                          {choice.discovery ? 0 : choice.alpha, choice.alpha}});
  figure.x = {"tested nodes, the least p-value first", 0, count};
  figure.y = {"p-value", 0, 1.02};
  figure.cursor = static_cast<double>(found.flaggedCount);
  return Figure(std::move(figure));
}

Result<std::string> flaggedCsv(const Studio& studio) {
  if (const std::string why = nothingFlagged(studio); !why.empty()) return usageError("{}", why);
  SISPDE_CHECK(isOfNow(studio.scores.isFormer()));
  return detectionCsv(*studio.scores.task(), *studio.scores.detection(), *studio.scores.data(),
                      studio.scores.scoring()->evaluation.prediction);
}

}  // namespace sispde::studio
