#include "app/studio/panels/run_curves.h"

#include <algorithm>
#include <cmath>

#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

ImVec4 colourOfKind(const Theme& theme, int index) {
  const Colour c = classColour(index, theme.dark());
  return {static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255, static_cast<float>(c.b) / 255, 1};
}

}  // namespace

ImVec4 withAlpha(ImVec4 colour, float alpha) {
  colour.w *= alpha;
  return colour;
}

ImVec4 colourOf(const Theme& theme, Metric metric) {
  const Palette& p = theme.palette;
  switch (metric) {
    case Metric::Auroc: return p.accent;
    case Metric::AuprIn: return withAlpha(p.accent, 0.6f);
    case Metric::AuprOut: return withAlpha(p.bad, 0.6f);
    case Metric::Fpr95: return p.bad;
    case Metric::DetAcc: return p.warning;
    case Metric::Accuracy: return p.good;
    default: return p.quiet;
  }
}

std::size_t ghostPoints(const TrainedRun& run, const Curve& curve) {
  if (!run.snapshot || run.snapshot->history->forks.empty()) return 0;
  const auto fork = static_cast<double>(run.snapshot->history->forks.back().epoch);
  return static_cast<std::size_t>(std::upper_bound(curve.x.begin(), curve.x.end(), fork) - curve.x.begin());
}

std::string forkText(const Fork& fork) {
  std::string text;
  const auto add = [&](const char* symbol, double before, double after) {
    if (before != after)
      text += fmt::format("{}{} {} → {}", text.empty() ? "" : ", ", symbol, significant(before, 2),
                          significant(after, 2));
  };
  if (fork.before.kind != fork.after.kind)
    text = fmt::format("{} → {}", kernelName(fork.before.kind), kernelName(fork.after.kind));
  add("ν", fork.before.nu, fork.after.nu);
  add("κ", fork.before.kappa, fork.after.kappa);
  add("σ", fork.before.sigma, fork.after.sigma);
  return text.empty() ? "kernel" : text;
}

std::string drawnScore(const Studio& studio) {
  const ScoreChoice& choice = studio.workspace().score;
  return choice.shuffled && hasControl(choice.name) ? choice.name + "-shuffled" : choice.name;
}

ImVec4 colourOfRun(const Studio& studio, const TrainedRun& run) {
  int index = 0;
  for (const auto& kind : kindsOf(studio.training.runs())) {
    if (kind[0]->base != run.base) continue;
    ++index;
    if (std::ranges::find(kind, &run) == kind.end()) continue;
    if (std::ranges::find(kind, studio.training.shown()) != kind.end()) return studio.theme.palette.accent;
    break;
  }
  return colourOfKind(studio.theme, index);
}

const Curve& RunCurves::of(const Studio& studio, const TrainedRun& run, Metric metric) {
  return of(studio, run, metric, drawnScore(studio));
}

const Curve* RunCurves::control(const Studio& studio, const TrainedRun& run, Metric metric) {
  const ScoreChoice& choice = studio.workspace().score;
  if (choice.shuffled || !hasControl(choice.name) || isLoss(metric) || metric == Metric::Accuracy)
    return nullptr;
  return &of(studio, run, metric, choice.name + "-shuffled");
}

const Curve& RunCurves::of(const Studio& studio, const TrainedRun& run, Metric metric,
                           const std::string& score) {
  constexpr std::size_t mostPoints = 2000;
  if (of_ != studio.training.revision()) {
    of_ = studio.training.revision();
    curves_.clear();
  }
  const auto [found, fresh] = curves_.try_emplace({run.id, metric, score});
  if (fresh) found->second = thinned(metricCurve(run, metric, score), mostPoints);
  return found->second;
}

std::vector<OtherCurve> RunCurves::others(const Studio& studio, const TrainedRun& shown, Metric metric,
                                          const ImVec4& own) {
  std::vector<OtherCurve> made;
  int index = 0;
  for (const auto& kind : kindsOf(studio.training.runs())) {
    if (kind[0]->base != shown.base) continue;
    ++index;
    const bool ofShown = std::ranges::find(kind, &shown) != kind.end();
    std::vector<Curve> several;
    for (const TrainedRun* run : kind)
      if (run->visible && (!ofShown || kind.size() > 1))
        several.push_back(smoothed(of(studio, *run, metric), studio.view.metrics.smoothing));
    std::erase_if(several, [](const Curve& curve) { return curve.x.empty(); });
    if (several.empty() || (ofShown && several.size() < 2)) continue;
    OtherCurve curve{kind[0]->name, ofShown ? own : colourOfKind(studio.theme, index), bandOf(several),
                     static_cast<int>(several.size()), isLoss(metric)};
    if (several.size() > 1) curve.name += fmt::format(", {} seeds", several.size());
    if (!curve.band.x.empty()) made.push_back(std::move(curve));
  }
  return made;
}

std::vector<OtherCurve> RunCurves::others(const Studio& studio, const TrainedRun& shown) {
  const auto first = std::ranges::find_if(curveSwitches, [&](const CurveSwitch& each) {
    return studio.view.metrics.*each.on && !isLoss(each.metric);
  });
  if (first == curveSwitches.end() && !studio.view.metrics.loss) return {};
  const Metric metric = first == curveSwitches.end() ? Metric::TrainLoss : first->metric;
  return others(studio, shown, metric, colourOf(studio.theme, metric));
}

int shownEpochs(const TrainedRun& run, const std::vector<OtherCurve>& beside) {
  int wanted = 1;
  if (run.snapshot) {
    const int all = std::max(run.snapshot->epochCount, 1), done = run.snapshot->epoch;
    wanted = done < all / 10 ? std::min(all, std::max(20, 2 * done)) : all;
  }
  for (const OtherCurve& other : beside)
    wanted = std::max(wanted, static_cast<int>(std::ceil(other.band.x.back())));
  return wanted;
}

std::pair<double, double> RunCurves::range(const Studio& studio, const TrainedRun& run,
                                           const std::vector<OtherCurve>& beside) {
  double low = 1, high = 0;
  for (const OtherCurve& other : beside) {
    if (other.loss) continue;
    low = std::min(low, *std::ranges::min_element(other.band.low));
    high = std::max(high, *std::ranges::max_element(other.band.high));
  }
  for (const CurveSwitch& each : curveSwitches) {
    if (isLoss(each.metric) || !(studio.view.metrics.*each.on)) continue;
    for (const double y : of(studio, run, each.metric).y) {
      low = std::min(low, y);
      high = std::max(high, y);
    }
  }
  if (low > high) return {0, 1};
  low = std::floor(low * 10 - 0.01) / 10;
  high = std::min(1.02, std::ceil(high * 10 + 0.01) / 10);
  return {std::max(low, -0.02), std::max(high, low + 0.1)};
}

std::pair<double, double> RunCurves::lossRange(const Studio& studio, const TrainedRun& run,
                                               const std::vector<OtherCurve>& beside) {
  double least = 1e300, most = 1e-9;
  const auto hold = [&](const std::vector<double>& values) {
    for (const double y : values) {
      most = std::max(most, y);
      if (y > 0) least = std::min(least, y);
    }
  };
  for (const Metric metric : {Metric::TrainLoss, Metric::ValidationLoss}) hold(of(studio, run, metric).y);
  for (const OtherCurve& other : beside)
    if (other.loss) {
      hold(other.band.mean);
      hold(other.band.high);
    }
  return {std::clamp(least, most * 1e-10, most), most};
}

}  // namespace sispde::studio
