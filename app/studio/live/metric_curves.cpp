#include "app/studio/live/metric_curves.h"

#include <algorithm>
#include <cmath>

namespace sispde::studio {
namespace {

double valueOf(const OodMetrics& metrics, Metric metric) {
  switch (metric) {
    case Metric::AuprIn: return metrics.auprIn;
    case Metric::AuprOut: return metrics.auprOut;
    case Metric::Fpr95: return metrics.fpr95;
    case Metric::DetAcc: return metrics.detAcc;
    default: return metrics.auroc;
  }
}

double valueOf(const EpochReport& report, Metric metric) {
  switch (metric) {
    case Metric::TrainLoss: return report.trainNll;
    case Metric::ValidationLoss: return report.validationNll;
    default: return report.validationAccuracy;
  }
}

}  // namespace

const char* metricName(Metric metric) {
  switch (metric) {
    case Metric::Auroc: return "AUROC";
    case Metric::AuprIn: return "AUPR-in";
    case Metric::AuprOut: return "AUPR-out";
    case Metric::Fpr95: return "FPR95";
    case Metric::DetAcc: return "DET-ACC";
    case Metric::Accuracy: return "accuracy";
    case Metric::TrainLoss: return "loss";
    case Metric::ValidationLoss: break;
  }
  return "validation loss";
}

Curve metricCurve(const TrainedRun& run, Metric metric, const std::string& score) {
  Curve curve;
  const auto add = [&](double x, double y) {
    if (!std::isfinite(y)) return;
    curve.x.push_back(x);
    curve.y.push_back(y);
  };
  if (metric < Metric::Accuracy) {  // an OOD metric
    // The final scoring is of the selected epoch, which may lie before the last one.
    const std::size_t count = run.scored.size() - (run.finalScored && run.scored.size() > 1 ? 1 : 0);
    for (std::size_t i = 0; i < count; ++i)
      if (const ScoreMetrics* metrics = metricsOf(run.scored[i], score);
          metrics != nullptr && metrics->error.empty())
        add(run.scored[i].epoch, valueOf(metrics->metrics, metric));
    return curve;
  }
  if (!run.snapshot) return curve;
  const auto& epochs = run.snapshot->history->epochs;
  for (std::size_t i = 0; i < epochs.size(); ++i) add(static_cast<double>(i + 1), valueOf(epochs[i], metric));
  return curve;
}

Curve thinned(Curve curve, std::size_t most) {
  const std::size_t count = curve.x.size();
  if (count <= most || most < 2) return curve;
  Curve made;
  for (std::size_t i = 0; i < most; ++i) {
    const std::size_t at = i * (count - 1) / (most - 1);
    made.x.push_back(curve.x[at]);
    made.y.push_back(curve.y[at]);
  }
  return made;
}

Curve smoothed(Curve curve, double share) {
  for (std::size_t i = 1; i < curve.y.size(); ++i)
    curve.y[i] = share * curve.y[i - 1] + (1 - share) * curve.y[i];
  return curve;
}

Band bandOf(std::span<const Curve> curves) {
  Band band;
  if (curves.empty()) return band;
  for (const double x : curves[0].x) {
    double sum = 0, squares = 0;
    bool all = true;
    for (const Curve& curve : curves) {
      const auto place = std::lower_bound(curve.x.begin(), curve.x.end(), x);
      all = all && place != curve.x.end() && *place == x;
      if (!all) break;
      const double y = curve.y[static_cast<std::size_t>(place - curve.x.begin())];
      sum += y;
      squares += y * y;
    }
    if (!all) continue;
    const auto n = static_cast<double>(curves.size());
    const double mean = sum / n, spread = std::sqrt(std::max(0.0, squares / n - mean * mean));
    band.x.push_back(x);
    band.mean.push_back(mean);
    band.low.push_back(mean - spread);
    band.high.push_back(mean + spread);
  }
  return band;
}

std::optional<double> valueAt(const Curve& curve, double x) {
  const auto after = std::upper_bound(curve.x.begin(), curve.x.end(), x);
  if (after == curve.x.begin()) return std::nullopt;
  return curve.y[static_cast<std::size_t>(after - curve.x.begin()) - 1];
}

namespace {

// Where and how the kernel changed while it trained.
const std::vector<Fork>& forksOf(const TrainedRun& run) {
  static const std::vector<Fork> none;
  return run.snapshot ? run.snapshot->history->forks : none;
}

}  // namespace

std::vector<std::vector<const TrainedRun*>> kindsOf(const std::vector<std::unique_ptr<TrainedRun>>& runs) {
  std::vector<std::vector<const TrainedRun*>> kinds;
  for (const auto& run : runs) {
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const auto& kind) {
      return kind[0]->graph == run->graph && kind[0]->document->hash == run->document->hash &&
             sameKind(kind[0]->choice, run->choice) &&
             (!run->choice.followKernel || kind[0]->kernel == run->kernel) &&
             forksOf(*kind[0]) == forksOf(*run);
    });
    if (found == kinds.end())
      kinds.push_back({run.get()});
    else
      found->push_back(run.get());
  }
  return kinds;
}

}  // namespace sispde::studio
