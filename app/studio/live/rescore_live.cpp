#include "app/studio/live/rescore_live.h"

#include "app/studio/live/answer.h"
#include "core/detect/make_detector.h"

namespace sispde::studio {
namespace {

// Copies of a Graph share their arrays.
bool sameEdges(const Graph& a, const Graph& b) {
  return a.targets().data() == b.targets().data();
}

std::shared_ptr<const ShiftedData> withGraph(const std::shared_ptr<const ShiftedData>& data,
                                             const Graph& graph) {
  auto made = std::make_shared<ShiftedData>(*data);
  if (!data->wholeGraph || sameEdges(data->test.graph, data->training.graph)) made->test.graph = graph;
  made->training.graph = graph;
  return made;
}

}  // namespace

struct RescoreLive::Scorer {
  int run = 0, epoch = 0;
  std::shared_ptr<const Graph> edited;
  std::shared_ptr<const ShiftedData> data;
  std::unique_ptr<Detector> detector;
  std::shared_ptr<const Evaluation>
      shifted;  // of the shifted copy, where there is one and the graph was edited
};

// Of a run without scores.
Result<ScoredWeights> RescoreLive::weightsFor(const Run& run) {
  SISPDE_TRY(Checkpoint checkpoint, run.checkpoint());
  const bool selected = !checkpoint.best.empty();
  const int epoch = selected ? checkpoint.bestEpoch : checkpoint.epoch;
  return ScoredWeights{
      epoch, std::make_shared<const ModelState>(std::move(selected ? checkpoint.best : checkpoint.weights)),
      kernelOfEpoch(checkpoint.history, checkpoint.kernel, epoch)};
}

Result<std::shared_ptr<RescoreLive::Scorer>> RescoreLive::makeScorerOf(
    const ScoredWeights& weights, const ModelConfig& config, const std::shared_ptr<const ShiftedData>& data,
    const Question& question, const Scorer* before, const Progress& progress) {
  DetectorRequest request{config.detector, config.options, config.seed};
  request.options.featureScaling = FeatureScaling::Raw;  // they were scaled with the shift
  auto made = std::make_shared<Scorer>();
  made->run = question.run;
  made->edited = question.edited;
  made->epoch = weights.epoch;
  made->data = question.edited ? withGraph(data, *question.edited) : data;
  const auto scorerOf = [&](const Dataset& scored, const Mask& judged) -> Result<std::unique_ptr<Detector>> {
    std::vector<std::string> notes;
    SISPDE_TRY(auto detector, makeScorer(request, scored, config.classes, config.features, members(judged),
                                         notes, progress));
    SISPDE_CHECK(detector->prepare(progress));
    if (weights.kernel && detector->kernel() && *weights.kernel != *detector->kernel())
      SISPDE_CHECK(detector->setKernel(*weights.kernel, progress));
    SISPDE_CHECK(detector->setWeights(*weights.weights));
    return detector;
  };
  SISPDE_TRY(made->detector, scorerOf(made->data->training, data->idTest));
  if (!question.edited || !data->wholeGraph) return made;
  if (before != nullptr && before->shifted && before->run == made->run && before->epoch == made->epoch &&
      sameEdges(before->data->test.graph, made->data->test.graph)) {
    made->shifted = before->shifted;
  } else {
    SISPDE_TRY(const auto copy, scorerOf(made->data->test, {}));
    SISPDE_TRY(Evaluation evaluation, copy->evaluate({}, progress));
    made->shifted = std::make_shared<const Evaluation>(std::move(evaluation));
  }
  return made;
}

std::shared_ptr<const Rescoring> RescoreLive::ask(const TrainedRun& run, std::shared_ptr<const Graph> edited,
                                                  const std::vector<NodeId>& watched) {
  if (!run.run || !run.data || !run.snapshot || run.snapshot->epoch == 0) return nullptr;
  const std::shared_ptr<const ScoredWeights> scored = run.run->scoredWeights();
  const int epoch = scored                        ? scored->epoch
                    : run.snapshot->bestEpoch > 0 ? run.snapshot->bestEpoch
                                                  : run.snapshot->epoch;
  const Question wanted{run.id, epoch, std::move(edited), watched};
  if (asked_ == wanted) return answered_ ? answer_ : nullptr;
  if (working()) return nullptr;
  asked_ = wanted;
  answered_ = false;
  trouble_.clear();
  const auto ticket = std::make_shared<const int>(0);
  ticket_ = ticket;
  jobs_.start("rescoring", words_, words_,
              [this, ticket, kept = std::move(scorer_), wanted, data = run.data, source = run.run, scored,
               config = run.config](const Progress& progress) mutable -> Jobs::Delivery {
                const double start = millisecondsNow();
                std::shared_ptr<Scorer> scorer = std::exchange(kept, nullptr), before;
                if (scorer && (scorer->run != wanted.run || scorer->epoch != wanted.epoch ||
                               scorer->edited != wanted.edited))
                  before = std::exchange(scorer, nullptr);
                if (before) before->detector.reset();  // two would need twice the memory
                auto made = std::make_shared<Rescoring>();
                const Result<void> done = [&]() -> Result<void> {
                  if (!scorer) {
                    SISPDE_TRY(const ScoredWeights weights,
                               scored ? Result<ScoredWeights>(*scored) : weightsFor(*source));
                    SISPDE_TRY(scorer, makeScorerOf(weights, config, data, wanted, before.get(), progress));
                  }
                  SISPDE_TRY(made->evaluation, scorer->detector->evaluate(wanted.watched, progress));
                  if (scorer->shifted)
                    for (std::size_t i = 0; i < made->evaluation.scores.size(); ++i)
                      made->evaluation.scores[i].ood = scorer->shifted->scores[i].id;
                  return {};
                }();
                if (done) {
                  made->run = wanted.run;
                  made->epoch = scorer->epoch;
                  made->edited = wanted.edited;
                  made->data = scorer->data;
                  made->watched = wanted.watched;
                  made->milliseconds = millisecondsNow() - start;
                }
                return [this, ticket, scorer, made, done] {
                  scorer_ = scorer;
                  answered_ = done.has_value();
                  if (done)
                    answer_ = made;
                  else
                    trouble_ = done.error().sentence();
                };
              });
  return nullptr;
}

}  // namespace sispde::studio
