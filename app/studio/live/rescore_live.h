#pragma once
// RescoreLive scores with a run's weights once more, as a Job: for nodes that were not watched when the run scored itself, and on an
// edited graph without training anew. One at a time and the newest next, so that quick changes of mind neither pile up nor starve it.

#include "app/studio/live/trained_run.h"
#include "core/base/jobs.h"

namespace sispde::studio {

struct Rescoring {
  int run = 0;                              // TrainedRun::id
  int epoch = 0;                            // whose weights were taken
  std::shared_ptr<const Graph> edited;      // as it was asked for
  std::shared_ptr<const ShiftedData> data;  // what was scored: that of the run, with the edited edges
  std::vector<NodeId> watched;
  // NamedScore::ood is that of the shifted copy, by the same weights, where there is one and the graph was edited; otherwise equal
  // to ::id.
  Evaluation evaluation;
  double milliseconds = 0;
};

class RescoreLive {
 public:
  // `words` say on the screen what the job is for, and tell the jobs of several RescoreLive apart.
  RescoreLive(Jobs& jobs, std::string words) : jobs_(jobs), words_(std::move(words)) {}

  // What is wanted; may be called once per frame, the latest counts. The weights are those of the run's latest scores, so that the two
  // differ by the graph alone; where it has none, those of the best epoch so far, or of the last one. `edited` is a graph of the same nodes in place of the one that was
  // trained on, and of its shifted copy where that has the same edges (feature shift); the block model of a structure shift is a graph of
  // its own, which no edit changes, and is scored as it is. Null: as they are. The answer to just this question, or null while it is
  // worked on, where it was cancelled or failed.
  std::shared_ptr<const Rescoring> ask(const TrainedRun& run, std::shared_ptr<const Graph> edited,
                                       const std::vector<NodeId>& watched);
  // The last question may be worked on once more, after a cancel or a failure.
  void again() { asked_.reset(); }
  // Why the last question has no answer; empty where nothing failed.
  const std::string& trouble() const { return trouble_; }
  bool working() const { return !ticket_.expired(); }
  // The last question was cancelled or failed.
  bool givenUp() const { return asked_ && !answered_ && !working(); }
  // The last answer, whatever was asked since: in a training the weights may be others before one is there. Null: there was none.
  const std::shared_ptr<const Rescoring>& latest() const { return answer_; }

 private:
  struct Question {
    int run = 0, epoch = 0;
    std::shared_ptr<const Graph> edited;
    std::vector<NodeId> watched;
    friend bool operator==(const Question&, const Question&) = default;
  };
  // Detectors with their weights, handed from one job to the next while run, epoch and graph stay.
  struct Scorer;
  static Result<ScoredWeights> weightsFor(const Run& run);
  static Result<std::shared_ptr<Scorer>> makeScorerOf(const ScoredWeights& weights, const ModelConfig& config,
                                                      const std::shared_ptr<const ShiftedData>& data,
                                                      const Question& question, const Scorer* before,
                                                      const Progress& progress);

  Jobs& jobs_;
  std::string words_;
  std::optional<Question> asked_;  // by the last job
  bool answered_ = false;          // that question, by answer_
  std::weak_ptr<const int>
      ticket_;  // held by the job and its delivery: gone when it was delivered or dropped
  std::shared_ptr<Scorer> scorer_;
  std::shared_ptr<const Rescoring> answer_;
  std::string trouble_;
};

}  // namespace sispde::studio
