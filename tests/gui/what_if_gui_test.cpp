// What a trained model says of an edited graph, without training anew.

#include <algorithm>
#include <cmath>

#include "core/detect/make_detector.h"
#include "tests/gui/rewiring_steps.h"
#include "tests/gui/training_steps.h"

namespace sispde::studio {
namespace {

void aTrainedModelScoresTheEditedGraphWithoutTraining(ImGuiTestContext* context) {
  openRewiring(context, "sbm:120,degree=6");
  Studio& studio = studioOf(context);
  studio.history.edit("Training", [](Workspace& w) {
    w.training.detector = "gnnsafe";
    w.training.set = {{"epochs", "6"}, {"hidden", "8"}};
    w.score = {};
    w.score.name = "energy";
  });
  studio.startTraining();
  settle(context);
  IM_CHECK(studio.scores.valid());
  const std::vector<double> before = studio.scores.id();
  const Edge edge = studio.document->edges[5];
  studio.toggleEdge(edge.u, edge.v);
  settle(context);
  settle(context);
  IM_CHECK_EQ(studio.training.runs().size(), 1u);
  IM_CHECK(studio.scoredRun() != nullptr);
  IM_CHECK_STR_EQ(studio.scoredRun()->graph.c_str(), "edited");
  const std::vector<double>& after = studio.scores.id();
  IM_CHECK_EQ(after.size(), before.size());
  // Two graph convolutions reach two hops: both ends change, what is further away than that does not.
  IM_CHECK_NE(after[edge.u], before[edge.u]);
  IM_CHECK_NE(after[edge.v], before[edge.v]);
  const auto fromU = hopsFrom(studio.opened->data.graph, edge.u),
             fromV = hopsFrom(studio.opened->data.graph, edge.v);
  for (std::size_t u = 0; u < after.size(); ++u)
    if (std::min(fromU[u], fromV[u]) > 2 || fromU[u] < 0) IM_CHECK_LT(std::abs(after[u] - before[u]), 1e-6);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
  settle(context);
  IM_CHECK(studio.scores.id() == before);
  closeRewiring(context);
}

// What a scorer of its own says of some data, by these weights.
Evaluation slowScores(const TrainedRun& run, const Dataset& data, const Mask& judged,
                      const ModelState& weights) {
  DetectorRequest request{run.config.detector, run.config.options, run.config.seed};
  request.options.featureScaling = FeatureScaling::Raw;
  std::vector<std::string> notes;
  const auto scorer =
      makeScorer(request, data, run.config.classes, run.config.features, members(judged), notes).value();
  IM_CHECK_RETV(scorer->prepare({}).has_value(), {});
  IM_CHECK_RETV(scorer->setWeights(weights).has_value(), {});
  return scorer->evaluate({}, {}).value();
}

bool showsTheEditedGraph(const Studio& studio) {
  return studio.scoredRun() != nullptr && studio.scoredRun()->graph == "edited" && studio.scores.valid() &&
         studio.scores.metrics().has_value();
}

// The run is never scored by itself here: neither the ID nor the OOD scores can come from anywhere else.
void theEditedGraphIsScoredInMidRunAndAfterAStop(ImGuiTestContext* context) {
  Studio& studio = studioOf(context);
  for (const ShiftKind shift : {ShiftKind::Structure, ShiftKind::Feature, ShiftKind::Label}) {
    openRewiring(context, "sbm:120,degree=6");
    studio.history.edit("Training", [&](Workspace& w) {
      w.training.shift = shift;
      w.training.set = {{"epochs", "100000"}, {"hidden", "8"}, {"score_every", "100000"}};
      w.score = {};
      w.score.name = "energy";
    });
    studio.startTraining();
    const TrainedRun& run = *studio.training.shown();
    until(context, [&] { return run.snapshot && run.snapshot->epoch > 3; });
    const Edge edge = studio.document->edges[5];
    studio.toggleEdge(edge.u, edge.v);
    until(context, [&] { return showsTheEditedGraph(studio) || !run.active(); });
    IM_CHECK(run.active());
    IM_CHECK(showsTheEditedGraph(studio));
    studio.training.stop();
    until(context, [&] { return run.state() == RunState::Done; });
    settle(context);
    IM_CHECK(run.scored.empty());
    IM_CHECK(showsTheEditedGraph(studio));
    IM_CHECK_EQ(studio.scores.epoch(), run.snapshot->bestEpoch);
    // A plan that is applied after the stop is followed too.
    studio.applyRewiring();
    settle(context);
    IM_CHECK(showsTheEditedGraph(studio));
    IM_CHECK(studio.scores.data()->training.graph.edges() == studio.document->edges);
    const ShiftedData& data = *studio.scores.data();
    const Evaluation& shown = studio.scores.scoring()->evaluation;
    const ModelState best = run.run->checkpoint().value().best;
    const Evaluation id = slowScores(run, data.training, data.idTest, best),
                     ood = slowScores(run, data.test, {}, best);
    for (std::size_t i = 0; i < shown.scores.size(); ++i) {
      IM_CHECK(shown.scores[i].id == id.scores[i].id);
      IM_CHECK(shown.scores[i].ood == (data.wholeGraph ? ood : id).scores[i].id);
    }
    closeRewiring(context);
  }
}

// In a paused run neither the best nor the last weights are those of the scores that are shown: an edit must not change them too.
void theEditedGraphIsScoredByTheWeightsOfTheUneditedOne(ImGuiTestContext* context) {
  openRewiring(context, "sbm:120,degree=6");
  Studio& studio = studioOf(context);
  studio.history.edit("Training", [](Workspace& w) {
    w.training.detector = "gnnsafe";
    w.training.set = {{"epochs", "100000"}, {"hidden", "8"}, {"score_every", "4"}};
    w.score = {};
    w.score.name = "energy";
  });
  studio.startTraining();
  const TrainedRun& run = *studio.training.shown();
  until(context, [&] { return run.latest() != nullptr && run.latest()->epoch >= 8; });
  studio.training.pause();
  until(context, [&] { return run.state() == RunState::Paused; });
  do {
    studio.training.step();
    until(context, [&] { return run.state() == RunState::Paused; });
    context->Yield(2);
  } while (run.snapshot->epoch % 4 != 2);
  settle(context);
  const int epoch = run.latest()->epoch;
  IM_CHECK_LT(epoch, run.snapshot->epoch);
  IM_CHECK_EQ(studio.scores.epoch(), epoch);
  const Edge edge = studio.document->edges[5];
  studio.toggleEdge(edge.u, edge.v);
  settle(context);
  settle(context);
  IM_CHECK(showsTheEditedGraph(studio));
  IM_CHECK_EQ(studio.scores.epoch(), epoch);
  const ShiftedData& data = *studio.scores.data();
  const Evaluation slow = slowScores(run, data.training, data.idTest, *run.run->scoredWeights()->weights);
  const Evaluation& shown = studio.scores.scoring()->evaluation;
  for (std::size_t i = 0; i < shown.scores.size(); ++i) IM_CHECK(shown.scores[i].id == slow.scores[i].id);
  IM_CHECK(!studio.otherGraphEpoch().has_value());
  // Of an earlier epoch there are scores of the unedited graph, but no weights any more.
  studio.view.epoch = epoch - 4;
  context->Yield(2);
  IM_CHECK_EQ(studio.scores.epoch(), epoch);
  IM_CHECK_EQ(studio.otherGraphEpoch().value_or(0), epoch - 4);
  IM_CHECK(textOfFrame(context).find(fmt::format("edited graph; unedited: epoch {}", epoch - 4)) !=
           std::string::npos);
  studio.view.epoch.reset();
  studio.training.stop();
  closeRewiring(context);
}

void aCancelledScoringOfTheEditedGraphIsSaidAndAskedAnew(ImGuiTestContext* context) {
  openRewiring(context, "sbm:120,degree=6");
  Studio& studio = studioOf(context);
  studio.history.edit("Training", [](Workspace& w) {
    w.training.detector = "gnnsafe";
    w.training.set = {{"epochs", "6"}, {"hidden", "8"}};
  });
  studio.startTraining();
  settle(context);
  const Edge edge = studio.document->edges[5];
  studio.toggleEdge(edge.u, edge.v);
  until(context, [&] { return studio.whatIf.working(); });
  studio.jobs.cancelAll();
  settle(context);
  IM_CHECK(studio.scoredRun() == nullptr);
  IM_CHECK(studio.noScores().find("was cancelled") != std::string::npos);
  IM_CHECK(studio.noScores().find(prepareAction) != std::string::npos);
  IM_CHECK(appOf(context).runAction(prepareAction));
  settle(context);
  IM_CHECK(showsTheEditedGraph(studio));
  closeRewiring(context);
}

// A kernel that smooths nothing gives the edited graph no Matérn energy, however long one waits: that is said.
void whyTheEditedGraphHasNoScoresIsSaid(ImGuiTestContext* context) {
  openForTraining(context, 6);
  Studio& studio = studioOf(context);
  studio.history.edit("Score", [](Workspace& w) {
    w.training.detector = "gnnsafe";
    w.score.name = maternEnergyName;
  });
  studio.startTraining();
  settle(context);
  IM_CHECK(studio.scores.valid());
  const auto saysWhy = [&] { return textOfFrame(context).find("does not smooth") != std::string::npos; };
  IM_CHECK(!saysWhy());
  studio.history.edit("Kind", [](Workspace& w) { w.kernel().kind = KernelKind::Laplacian; });
  const Edge edge = studio.document->edges[5];
  studio.toggleEdge(edge.u, edge.v);
  settle(context);
  until(context, [&] { return studio.scoredRun() != nullptr && !studio.scores.working(); });
  settle(context);
  IM_CHECK(studio.scores.isFormer());
  IM_CHECK(saysWhy());
  screenshot(context, "scores-why-former");
  studio.history.edit("Kind", [](Workspace& w) { w.kernel().kind = KernelKind::Matern; });
  settle(context);
  IM_CHECK(!studio.scores.isFormer());
  IM_CHECK(!saysWhy());
  openData(context, "karate");
  resetKernels(context);
}

}  // namespace

void registerWhatIfTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, ImGuiTestTestFunc* test) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "what if", name);
    made->UserData = &app;
    made->TestFunc = test;
  };
  add("a trained model scores the edited graph without training",
      aTrainedModelScoresTheEditedGraphWithoutTraining);
  add("the edited graph is scored in mid-run and after a stop", theEditedGraphIsScoredInMidRunAndAfterAStop);
  add("the edited graph is scored by the weights of the unedited one",
      theEditedGraphIsScoredByTheWeightsOfTheUneditedOne);
  add("a cancelled scoring of the edited graph is said and asked anew",
      aCancelledScoringOfTheEditedGraphIsSaidAndAskedAnew);
  add("why the edited graph has no scores is said", whyTheEditedGraphHasNoScoresIsSaid);
}

}  // namespace sispde::studio
