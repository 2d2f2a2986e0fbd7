#pragma once
// ScoresLive is what the windows show of a run's OOD scores: the chosen score of every node, the two histograms, the metrics and what a
// threshold does. The Matérn energy follows the kernel in the frame in which a slider moves: its functions are prepared as a Job
// whenever new energies were published (core/ood/energy_smoother.h).

#include "app/studio/live/trained_run.h"
#include "app/studio/workspace/workspace.h"
#include "core/base/jobs.h"
#include "core/ood/energy_smoother.h"
#include "core/ood/score_curve.h"

namespace sispde::studio {

inline constexpr const char* maternEnergyName = "matern-energy";

// One line of the table of all scores.
struct ScoreRow {
  std::string name;
  std::optional<OodMetrics> metrics;
  std::optional<OodMetrics> control;  // of the shuffled twin, where the score has one
  bool live = false;                  // with the kernel of the sliders
  std::string trouble;                // why there are no metrics
};

class ScoresLive {
 public:
  explicit ScoresLive(Jobs& jobs) : jobs_(jobs) {}

  // What is shown: the scoring of this run at this epoch (none: the latest). Once per frame.
  void update(const TrainedRun* run, std::optional<int> epoch, const KernelSpec& kernel,
              const ScoreChoice& choice);

  // The shown run is being scored on another graph: its scores of the former one stay until then. Once per frame instead of update().
  void keep(const TrainedRun* run);
  // What is shown is of the same weights on the graph before; stale: for so long that the view must say so.
  bool isFormer() const { return former_; }
  bool isStale() const { return stale_; }
  bool isLagging() const { return former_ && !stale_; }
  // The Matérn energy of what is shown was cancelled, or could not be prepared, and waits for askAgain().
  bool wasStopped() const {
    return asked_ != nullptr && asked_ == scoring_ && building_.expired() &&
           (!smoothers_ || smoothers_->scoring != asked_);
  }
  void askAgain() { asked_ = nullptr; }
  bool working() const { return working_; }  // values of the present graph and run are being prepared

  bool valid() const { return !id_.empty(); }
  const std::string& trouble() const { return trouble_; }  // why there is nothing to show
  int epoch() const { return epoch_; }                     // whose weights gave the scores
  // The score of every node of the training graph, and of the graph where the OOD nodes are.
  const std::vector<double>& id() const { return id_; }
  const std::vector<double>& ood() const { return wholeGraph_ ? ood_ : id_; }
  bool wholeGraph() const { return wholeGraph_; }
  const ShiftedData* data() const { return data_.get(); }
  const Scoring* scoring() const { return scoring_.get(); }
  const ScoreCurve* curve() const { return curve_ ? &*curve_ : nullptr; }
  const std::optional<OodMetrics>& metrics() const { return metrics_; }
  const std::optional<OodMetrics>& control() const { return control_; }  // of the shuffled twin
  const OperatingPoint& point() const { return point_; }
  double threshold() const { return point_.threshold; }
  bool flagged(double score) const { return score >= point_.threshold; }
  // What the calibration nodes say of this score at the level alpha; nothing where no nodes were held out.
  const std::optional<TaskDetection>& detection() const { return detection_; }
  const DetectionTask* task() const { return task_.get(); }
  double bound() const { return bound_; }  // of the Matérn energy
  double milliseconds() const { return milliseconds_; }
  std::uint64_t revision() const { return revision_; }  // grows when values change
  std::uint64_t pointRevision() const { return pointRevision_; }
  // Names of the scores that can be chosen, without their shuffled twins.
  std::vector<std::string> names() const;
  std::vector<ScoreRow> table() const;

 private:
  struct Smoothers {
    std::shared_ptr<const Scoring> scoring;
    std::shared_ptr<const ShiftedData> data;
    EnergySmoother id;
    std::optional<EnergySmoother> ood;
    IsolatedNodes isolated = IsolatedNodes::Shrink;
  };
  struct Values {
    std::vector<double> id, ood;  // ood is empty where the graph is the same
    double bound = 0;
  };
  struct Seen {
    const Scoring* scoring = nullptr;
    const Smoothers* smoothers = nullptr;
    KernelSpec kernel;
    std::string name;
    bool shuffled = false, stopped = false;
    friend bool operator==(const Seen&, const Seen&) = default;
  };
  void askSmoothers(const TrainedRun& run);
  Result<Values> smoothed(bool shuffled) const;
  Result<Values> valuesOf(const std::string& name, bool shuffled) const;
  std::optional<OodMetrics> metricsOf(const Values& values) const;
  void recompute();
  void detect();
  double wantedThreshold() const;
  void clear();
  void refresh(const TrainedRun* run, std::optional<int> epoch, const KernelSpec& kernel,
               const ScoreChoice& choice);
  void noteFormer();

  Jobs& jobs_;
  std::shared_ptr<const Smoothers> smoothers_;
  std::weak_ptr<const int>
      building_;  // held by the job and its delivery: gone when it was delivered or cancelled
  std::shared_ptr<const Scoring> asked_;  // whose energies were asked for last
  std::uint64_t opened_ = 0;              // grows with every run, so that late deliveries are known
  int run_ = 0;

  std::shared_ptr<const Scoring> scoring_;
  std::shared_ptr<const ShiftedData> data_;
  KernelSpec kernel_;
  ScoreChoice choice_;
  std::vector<double> id_, ood_;
  bool wholeGraph_ = false;
  int epoch_ = 0;
  std::optional<ScoreCurve> curve_;
  std::optional<OodMetrics> metrics_, control_, liveMetrics_, liveControl_;
  OperatingPoint point_;
  double bestThreshold_ = 0;
  std::shared_ptr<const DetectionTask> task_;
  std::optional<TaskDetection> detection_;
  std::uint64_t detectedRevision_ = ~std::uint64_t{0};  // of the values
  std::string trouble_, liveTrouble_;                   // of what is shown; of matern-energy
  double bound_ = 0, milliseconds_ = 0;
  std::uint64_t revision_ = 0, pointRevision_ = 0;
  Seen seen_;
  const Run* weights_ = nullptr;  // of the values; never looked into
  bool former_ = false, stale_ = false, working_ = false;
  double formerSince_ = 0;  // 0: it is not
};

// The range that a picture of the scores shows: that of most of them with a margin; a few far-off ones lie in its outermost bins.
std::pair<double, double> shownRange(const ScoreCurve& curve);

// Whether a score has a shuffled twin: it is an energy that was smoothed over the graph.
bool hasControl(const std::string& score);

}  // namespace sispde::studio
