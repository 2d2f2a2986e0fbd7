// What the trained model says of an edited graph, without training anew.

#include "app/studio/shell/studio.h"

namespace sispde::studio {

// By the weights of the run's latest scores: the difference to those is what the edits make. In a training there may be newer ones before
// the answer is there; it is shown until the next one comes.
void Studio::updateWhatIf() {
  const TrainedRun* run = training.shown();
  const bool asked = run != nullptr && opened && document && run->data && run->run &&
                     run->base == opened->hash && run->document->hash != document->hash;
  if (!asked) {
    edited_.reset();
    editedAnswer_.reset();
    if (whatIf.givenUp()) whatIf.again();  // whoever comes back asks anew
    return;
  }
  const std::shared_ptr<const Graph> graph(document, &document->data.graph);
  const bool answered = whatIf.ask(*run, graph, {}) != nullptr;
  const std::shared_ptr<const Rescoring> answer = whatIf.latest();
  const bool otherRun = editedAnswer_ && editedAnswer_->run != run->id;
  if (otherRun || (!answered && !whatIf.working())) {  // or it failed or was cancelled
    edited_.reset();
    editedAnswer_.reset();
  }
  if (!answered && !whatIf.working()) return;
  if (edited_) edited_->snapshot = run->snapshot;
  if (!answer || answer == editedAnswer_ || answer->run != run->id || answer->edited != graph) return;
  auto made = std::make_unique<TrainedRun>();
  // Of the same graph with other weights it is the same run: what is shown stays until all of the new is there.
  const bool same = edited_ && editedAnswer_ && editedAnswer_->edited == graph;
  made->id = same ? edited_->id : -++editedNumber_;
  made->name = run->name;
  made->choice = run->choice;
  made->graph = "edited";
  made->document = document;
  made->opened = run->opened;
  made->base = run->base;
  made->config = run->config;
  made->task = run->task;
  made->snapshot = run->snapshot;
  made->run = run->run;  // for its weights
  made->data = answer->data;
  const auto scoring =
      std::make_shared<const Scoring>(scoringOf(answer->epoch, answer->evaluation, made->data->idTest,
                                                made->data->oodTest, {run->config.options.detAccGrid}));
  made->scored.push_back({answer->epoch, scoring->evaluation.idAccuracy, scoring->metrics, scoring});
  made->finalScored = true;
  edited_ = std::move(made);
  editedAnswer_ = answer;
}

std::optional<int> Studio::otherGraphEpoch() const {
  const TrainedRun *run = training.shown(), *scored = scoredRun();
  if (run == nullptr || scored == nullptr || scored == run) return std::nullopt;
  const ScoredEpoch* unedited = view.epoch ? run->scoredAt(*view.epoch) : run->latest();
  if (unedited == nullptr || unedited->epoch == scores.epoch()) return std::nullopt;
  return unedited->epoch;
}

}  // namespace sispde::studio
