#include "app/studio/live/scores_live.h"

#include <algorithm>
#include <cmath>

#include "app/studio/live/answer.h"

namespace sispde::studio {
namespace {

constexpr const char* twin = "-shuffled";

std::vector<double> at(const std::vector<double>& values, const Mask& mask) {
  std::vector<double> chosen;
  for (std::size_t u = 0; u < mask.size(); ++u)
    if (mask[u] != 0) chosen.push_back(values[u]);
  return chosen;
}

}  // namespace

bool hasControl(const std::string& score) {
  constexpr const char* smoothed[] = {"energy-prop", "energy-prop-plain", "gnnsafe", "gebm",
                                      "gebm-local",  "gebm-group",        "gold",    maternEnergyName};
  return std::find(std::begin(smoothed), std::end(smoothed), score) != std::end(smoothed);
}

std::pair<double, double> shownRange(const ScoreCurve& curve) {
  double low = curve.least(), high = curve.most();
  const auto points = curve.points(400);
  if (points.size() > 50) {
    high = points[std::max<std::size_t>(1, points.size() / 200)].threshold;
    low = points[points.size() - 1 - points.size() / 200].threshold;
  }
  if (!(high > low)) {
    low -= 0.5;
    high += 0.5;
  }
  const double margin = 0.04 * (high - low);
  return {low - margin, high + margin};
}

void ScoresLive::clear() {
  if (id_.empty() && !scoring_) return;
  id_.clear();
  ood_.clear();
  scoring_.reset();
  data_.reset();
  smoothers_.reset();
  asked_.reset();
  curve_.reset();
  metrics_.reset();
  control_.reset();
  liveMetrics_.reset();
  liveControl_.reset();
  task_.reset();
  detection_.reset();
  seen_ = {};
  weights_ = nullptr;
  former_ = false;
  ++revision_;
  ++pointRevision_;
}

void ScoresLive::noteFormer() {
  constexpr double patience = 150;  // milliseconds before a view is dimmed
  const double now = millisecondsNow();
  former_ = former_ && valid();
  formerSince_ = !former_ ? 0 : formerSince_ > 0 ? formerSince_ : now;
  stale_ = former_ && now - formerSince_ > patience;
}

void ScoresLive::keep(const TrainedRun* run) {
  if (run == nullptr || run->run.get() != weights_) clear();
  former_ = working_ = true;
  noteFormer();
}

// One at a time, and the newest next: a scoring that comes while one is worked on waits.
void ScoresLive::askSmoothers(const TrainedRun& run) {
  if (!building_.expired() || asked_ == scoring_) return;
  const NamedScore* energy = scoreOf(*scoring_, "energy");
  if (energy == nullptr) return;
  asked_ = scoring_;
  const auto ticket = std::make_shared<const int>(0);
  building_ = ticket;
  jobs_.start("scores", "smoothers", "smoothing energies",
              [this, ticket, scoring = scoring_, data = data_, mine = opened_, seed = run.config.seed,
               keep = run.config.options.isolatedKeep](const Progress& progress) -> Jobs::Delivery {
                const NamedScore& raw = *scoreOf(*scoring, "energy");
                const auto make = [&](const Graph& graph, const std::vector<double>& energies) {
                  return EnergySmoother::make(graph, {energies, shuffledOverNodes(energies, seed)}, progress);
                };
                Result<EnergySmoother> id = make(data->training.graph, raw.id);
                std::shared_ptr<Smoothers> made;
                if (id) {
                  made = std::make_shared<Smoothers>(Smoothers{
                      scoring, data, std::move(*id), {}, keep ? IsolatedNodes::Keep : IsolatedNodes::Shrink});
                  if (data->wholeGraph) {
                    Result<EnergySmoother> ood = make(data->test.graph, raw.ood);
                    if (ood)
                      made->ood = std::move(*ood);
                    else
                      made.reset();
                  }
                }
                return [this, ticket, made, mine] {
                  if (mine == opened_ && made) smoothers_ = made;
                };
              });
}

Result<ScoresLive::Values> ScoresLive::smoothed(bool shuffled) const {
  if (!smoothers_)
    return usageError("The Matérn energy {}",
                      wasStopped() ? "was not prepared: ask again by “prepare again”" : "is being prepared");
  Values values;
  const std::size_t column = shuffled ? 1 : 0;
  values.id.resize(smoothers_->id.nodes());
  SISPDE_TRY(values.bound, smoothers_->id.smooth(kernel_, column, values.id, smoothers_->isolated));
  if (smoothers_->ood) {
    values.ood.resize(smoothers_->ood->nodes());
    SISPDE_TRY(const double bound,
               smoothers_->ood->smooth(kernel_, column, values.ood, smoothers_->isolated));
    values.bound = std::max(values.bound, bound);
  }
  return values;
}

Result<ScoresLive::Values> ScoresLive::valuesOf(const std::string& name, bool shuffled) const {
  if (name == maternEnergyName) return smoothed(shuffled);
  const NamedScore* score = scoreOf(*scoring_, shuffled && hasControl(name) ? name + twin : name);
  if (score == nullptr) return usageError("This run has no score {}", name);
  return Values{score->id, data_->wholeGraph ? score->ood : std::vector<double>{}, 0};
}

std::optional<OodMetrics> ScoresLive::metricsOf(const Values& values) const {
  const Result<OodMetrics> made = oodMetrics(at(values.id, data_->idTest),
                                             at(data_->wholeGraph ? values.ood : values.id, data_->oodTest));
  return made ? std::optional(*made) : std::nullopt;
}

void ScoresLive::recompute() {
  const double start = millisecondsNow();
  trouble_.clear();
  liveMetrics_.reset();
  liveControl_.reset();
  liveTrouble_ = smoothers_ ? "" : wasStopped() ? "cancelled" : "being computed";
  if (smoothers_) {
    if (const auto live = smoothed(false))
      liveMetrics_ = metricsOf(*live);
    else
      liveTrouble_ = live.error().sentence();
    if (const auto live = smoothed(true)) liveControl_ = metricsOf(*live);
  }
  Result<Values> values = valuesOf(choice_.name, choice_.shuffled);
  if (!values) {
    trouble_ = values.error().sentence();
    return;  // what was there stays
  }
  former_ = false;
  metrics_ = metricsOf(*values);
  control_.reset();
  if (choice_.name == maternEnergyName)
    control_ = liveControl_;
  else if (hasControl(choice_.name))
    if (const auto control = valuesOf(choice_.name, true)) control_ = metricsOf(*control);
  const bool live = choice_.name == maternEnergyName;
  epoch_ = live ? smoothers_->scoring->epoch : scoring_->epoch;
  bound_ = values->bound;
  id_ = std::move(values->id);
  ood_ = std::move(values->ood);
  wholeGraph_ = data_->wholeGraph;
  auto curve = ScoreCurve::make(at(id_, data_->idTest), at(ood(), data_->oodTest));
  if (curve) {
    curve_ = std::move(*curve);
    bestThreshold_ = curve_->bestThreshold();
  } else {
    curve_.reset();
    trouble_ = curve.error().sentence();
  }
  ++revision_;
  ++pointRevision_;
  milliseconds_ = millisecondsNow() - start;
}

void ScoresLive::detect() {
  const DetectionOptions wanted{choice_.alpha,
                                choice_.discovery ? Control::FalseDiscovery : Control::FalseAlarm};
  if (!task_) {
    detection_.reset();
    return;
  }
  if (detection_ && detectedRevision_ == revision_ && detection_->detection.options.alpha == wanted.alpha &&
      detection_->detection.options.control == wanted.control)
    return;
  detectedRevision_ = revision_;
  // The control goes by its own name, in the file too.
  const std::string name = choice_.shuffled && hasControl(choice_.name) ? choice_.name + twin : choice_.name;
  Result<TaskDetection> made = detectNodes(*task_, {name, id_, ood()}, wanted);
  detection_ = made ? std::optional(std::move(*made)) : std::nullopt;
  ++pointRevision_;
}

// Nodes at or above it are flagged; those of a detection are the ones strictly above its own.
double ScoresLive::wantedThreshold() const {
  if (choice_.byAlpha && detection_)
    return std::nextafter(detection_->detection.threshold.value_or(INFINITY), INFINITY);
  return choice_.threshold.value_or(bestThreshold_);
}

void ScoresLive::update(const TrainedRun* run, std::optional<int> epoch, const KernelSpec& kernel,
                        const ScoreChoice& choice) {
  refresh(run, epoch, kernel, choice);
  working_ = !building_.expired();
  noteFormer();
}

void ScoresLive::refresh(const TrainedRun* run, std::optional<int> epoch, const KernelSpec& kernel,
                         const ScoreChoice& choice) {
  if (const int id = run == nullptr ? 0 : run->id; id != run_) {
    run_ = id;
    ++opened_;  // what is still being made is of another run
    smoothers_.reset();
    asked_.reset();
    if (valid() && run != nullptr && run->run && run->run.get() == weights_)
      former_ = true;  // another graph alone: what is shown stays until the new scores are there
    else
      clear();
  }
  const ScoredEpoch* scored = nullptr;
  if (run != nullptr) scored = epoch ? run->scoredAt(*epoch) : run->latest();
  if (scored == nullptr || !scored->scoring || !run->data) {
    clear();
    return;
  }
  scoring_ = scored->scoring;
  data_ = run->data;
  askSmoothers(*run);
  kernel_ = kernel;
  choice_ = choice;
  const Seen wanted{scoring_.get(), smoothers_.get(), kernel, choice.name, choice.shuffled, wasStopped()};
  if (wanted != seen_) {
    seen_ = wanted;
    recompute();
    if (!former_) weights_ = run->run.get();
  }
  if (!curve_) return;
  task_ = run->task;
  detect();
  const double threshold = wantedThreshold();
  if (threshold == point_.threshold && point_.flaggedId == curve_->at(threshold).flaggedId &&
      point_.flaggedOod == curve_->at(threshold).flaggedOod)
    return;
  point_ = curve_->at(threshold);
  ++pointRevision_;
}

std::vector<std::string> ScoresLive::names() const {
  std::vector<std::string> names;
  if (scoring_)
    for (const NamedScore& score : scoring_->evaluation.scores)
      if (!score.name.ends_with(twin)) names.push_back(score.name);
  return names;
}

std::vector<ScoreRow> ScoresLive::table() const {
  std::vector<ScoreRow> rows;
  if (!scoring_) return rows;
  const auto find = [&](const std::string& name) -> const ScoreMetrics* {
    for (const ScoreMetrics& each : scoring_->metrics)
      if (each.name == name) return &each;
    return nullptr;
  };
  for (const std::string& name : names()) {
    ScoreRow row{name, {}, {}, name == maternEnergyName, {}};
    if (row.live) {
      row.metrics = liveMetrics_;
      row.control = liveControl_;
      if (!row.metrics) row.trouble = liveTrouble_;
    } else if (const ScoreMetrics* metrics = find(name)) {
      row.trouble = metrics->error;
      if (metrics->error.empty()) row.metrics = metrics->metrics;
      if (const ScoreMetrics* control = find(name + twin); control != nullptr && control->error.empty())
        row.control = control->metrics;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace sispde::studio
