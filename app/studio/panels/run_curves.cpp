#include "app/studio/panels/run_curves.h"

#include <algorithm>

namespace sispde::studio {
namespace {

ImVec4 colourOfKind(const Theme& theme, int index) {
  const Colour c = classColour(index, theme.dark());
  return {static_cast<float>(c.r) / 255, static_cast<float>(c.g) / 255, static_cast<float>(c.b) / 255, 1};
}

}  // namespace

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
  constexpr std::size_t mostPoints = 2000;
  if (of_ != studio.training.revision()) {
    of_ = studio.training.revision();
    curves_.clear();
  }
  const std::string score = drawnScore(studio);
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
                     static_cast<int>(several.size())};
    if (several.size() > 1) curve.name += fmt::format(", {} seeds", several.size());
    if (!curve.band.x.empty()) made.push_back(std::move(curve));
  }
  return made;
}

}  // namespace sispde::studio
