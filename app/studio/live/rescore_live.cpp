#include "app/studio/live/rescore_live.h"

#include "app/studio/live/answer.h"
#include "core/detect/make_detector.h"

namespace sispde::studio {

struct RescoreLive::Scorer {
  int run = 0, epoch = 0;
  std::shared_ptr<const Dataset> data;
  std::unique_ptr<Detector> detector;
};

Result<std::shared_ptr<RescoreLive::Scorer>> RescoreLive::makeScorerOf(const Run& run,
                                                                       const ModelConfig& config,
                                                                       const Dataset& data,
                                                                       const std::vector<NodeId>& judged,
                                                                       const Progress& progress) {
  SISPDE_TRY(const Checkpoint checkpoint, run.checkpoint());
  DetectorRequest request{config.detector, config.options, config.seed};
  request.options.featureScaling = FeatureScaling::Raw;  // they were scaled with the shift
  auto made = std::make_shared<Scorer>();
  std::vector<std::string> notes;
  SISPDE_TRY(made->detector,
             makeScorer(request, data, config.classes, config.features, judged, notes, progress));
  SISPDE_CHECK(made->detector->prepare(progress));
  const bool selected = !checkpoint.best.empty();
  made->epoch = selected ? checkpoint.bestEpoch : checkpoint.epoch;
  if (const auto kernel = kernelOfEpoch(checkpoint.history, checkpoint.kernel, made->epoch);
      kernel && made->detector->kernel() && *kernel != *made->detector->kernel())
    SISPDE_CHECK(made->detector->setKernel(*kernel, progress));
  SISPDE_CHECK(made->detector->setWeights(selected ? checkpoint.best : checkpoint.weights));
  return made;
}

std::shared_ptr<const Rescoring> RescoreLive::ask(const TrainedRun& run, std::shared_ptr<const Dataset> data,
                                                  const std::vector<NodeId>& watched) {
  if (!run.run || !run.data || !run.snapshot || run.snapshot->epoch == 0) return nullptr;
  if (!data) data = {run.data, &run.data->training};
  const int epoch = run.snapshot->bestEpoch > 0 ? run.snapshot->bestEpoch : run.snapshot->epoch;
  const Question wanted{run.id, epoch, data, watched};
  if (asked_ == wanted) return answer_;
  if (working()) return nullptr;
  asked_ = wanted;
  answer_.reset();
  trouble_.clear();
  const auto ticket = std::make_shared<const int>(0);
  ticket_ = ticket;
  jobs_.start("rescoring", words_, words_,
              [this, ticket, kept = std::move(scorer_), data, epoch, watched, id = run.id, source = run.run,
               config = run.config,
               judged = members(run.data->idTest)](const Progress& progress) mutable -> Jobs::Delivery {
                const double start = millisecondsNow();
                std::shared_ptr<Scorer> scorer = std::exchange(kept, nullptr);
                if (scorer && (scorer->run != id || scorer->epoch != epoch || scorer->data != data))
                  scorer.reset();
                auto made = std::make_shared<Rescoring>();
                const Result<void> done = [&]() -> Result<void> {
                  if (!scorer) {
                    SISPDE_TRY(scorer, makeScorerOf(*source, config, *data, judged, progress));
                    scorer->run = id;
                    scorer->data = data;
                  }
                  SISPDE_TRY(made->evaluation, scorer->detector->evaluate(watched, progress));
                  return {};
                }();
                if (done) {
                  made->run = id;
                  made->epoch = scorer->epoch;
                  made->data = data;
                  made->watched = watched;
                  made->milliseconds = millisecondsNow() - start;
                }
                return [this, ticket, scorer, made, done] {
                  scorer_ = scorer;
                  if (done)
                    answer_ = made;
                  else
                    trouble_ = done.error().sentence();
                };
              });
  return nullptr;
}

}  // namespace sispde::studio
