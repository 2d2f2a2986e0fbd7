// The windows about one node and about all scores, and what is scored once more for them.

#include <algorithm>

#include <imgui_internal.h>

#include "app/studio/live/node_report.h"
#include "core/detect/make_detector.h"
#include "core/graph/graph_builder.h"
#include "tests/gui/training_steps.h"

namespace sispde::studio {
namespace {

// A run that is done, of the workspace's choice with further options.
const TrainedRun& trained(ImGuiTestContext* context, const std::map<std::string, std::string>& set = {},
                          ShiftKind shift = ShiftKind::Label) {
  openForTraining(context, 6);
  Studio& studio = studioOf(context);
  studio.history.edit("Options", [&](Workspace& w) {
    w.training.shift = shift;
    for (const auto& [key, value] : set) w.training.set[key] = value;
  });
  studio.startTraining();
  settle(context);
  return *studio.training.shown();
}

// A node that no scoring has watched, and that satisfies `wanted`.
template <class Wanted>
NodeId unwatched(const Studio& studio, const Wanted& wanted) {
  for (NodeId u = 0; u < studio.document->data.nodeCount(); ++u)
    if (pathOf(studio.scores.scoring()->evaluation, u) == nullptr && wanted(u)) return u;
  return -1;
}

void theNodeWindowLeadsFromNodeToNode(ImGuiTestContext* context) {
  App& app = appOf(context);
  Studio& studio = studioOf(context);
  app.runAction("Window: Node");
  openForTraining(context, 6);
  studio.pick(-1);
  context->Yield(3);
  screenshot(context, "node-nothing");
  studio.pick(3);
  settle(context);
  screenshot(context, "node-no-run");
  studio.startTraining();
  settle(context);
  const NodeId node = unwatched(studio, [&](NodeId u) { return studio.isFlagged(u); });
  IM_CHECK_GE(node, 0);
  studio.pick(node);
  settle(context);
  inBothThemes(context, "node");
  floating(context, "//Node", {340, 730}, "node-floating");
  context->ScrollToBottom("//Node");
  context->Yield(2);
  screenshot(context, "node-foot");
  const NodeId neighbour = studio.document->data.graph.neighbours(node)[0];
  context->SetRef("Node");
  context->ItemClick(fmt::format("neighbours/$${}/##node", neighbour).c_str());
  context->Yield(2);
  IM_CHECK_EQ(studio.workspace().picked, neighbour);
  settle(context);
  const auto most = mostCorrelated(studio.kernel.correlation().values, neighbour, 1);
  IM_CHECK_EQ(most.size(), 1u);
  context->ItemClick(fmt::format("correlations/$${}/##node", most[0].node).c_str());
  context->Yield(2);
  IM_CHECK_EQ(studio.workspace().picked, most[0].node);
  settle(context);  // paths that arrive move the list
  context->ItemClick("scores/energy");
  context->Yield(2);
  IM_CHECK_STR_EQ(studio.workspace().score.name.c_str(), "energy");
  app.runAction("Window: Node");
  context->Yield(2);
}

// Its features are scaled, which must not be done again.
void aRunThatIsDoneFollowsOtherNodes(ImGuiTestContext* context) {
  App& app = appOf(context);
  Studio& studio = studioOf(context);
  for (const ShiftKind shift : {ShiftKind::Label, ShiftKind::Feature}) {
    const TrainedRun& run = trained(context, {{"features", "row-l1"}}, shift);
    IM_CHECK_STR_EQ(run.trouble.c_str(), "");
    IM_CHECK(run.finalScored);
    const NodeId node = unwatched(studio, [](NodeId) { return true; });
    app.runAction("Window: Node");
    studio.pick(node);
    settle(context);
    const auto answer = studio.rescore.ask(run, nullptr, {node});
    app.runAction("Window: Node");
    IM_CHECK(answer != nullptr);
    IM_CHECK_STR_EQ(studio.rescore.trouble().c_str(), "");
    IM_CHECK_EQ(answer->epoch, run.snapshot->bestEpoch);
    const WatchedPath* path = pathOf(answer->evaluation, node);
    IM_CHECK(path != nullptr);
    IM_CHECK_EQ(path->samples, static_cast<std::size_t>(run.config.options.testSamples));
    // Nothing else is different from what the run found itself.
    const Evaluation& own = run.latest()->scoring->evaluation;
    IM_CHECK_EQ(own.scores.size(), answer->evaluation.scores.size());
    for (std::size_t i = 0; i < own.scores.size(); ++i)
      IM_CHECK(own.scores[i].id == answer->evaluation.scores[i].id);
    IM_CHECK(own.probabilities == answer->evaluation.probabilities);
    IM_CHECK_EQ(own.idAccuracy, answer->evaluation.idAccuracy);
  }
}

std::shared_ptr<const Graph> halfOf(const Graph& graph) {
  std::vector<Edge> edges = graph.edges();
  edges.resize(edges.size() / 2);
  return std::make_shared<const Graph>(buildGraph(graph.nodeCount(), edges).graph);
}

// A feature shift has the same edges; a structure shift has a graph of its own, which stays as it is.
void theShiftedCopyIsEditedWithItsGraph(ImGuiTestContext* context) {
  for (const ShiftKind shift : {ShiftKind::Feature, ShiftKind::Structure}) {
    const TrainedRun& run = trained(context, {}, shift);
    RescoreLive rescore(studioOf(context).jobs, "scoring the edited graph");
    const bool feature = shift == ShiftKind::Feature;
    const auto half = halfOf(run.data->training.graph), quarter = halfOf(*half);
    for (const auto& edited : {half, quarter}) {
      until(context, [&] { return rescore.ask(run, edited, {}) != nullptr; });
      const auto answer = rescore.ask(run, edited, {});
      IM_CHECK(answer != nullptr);
      IM_CHECK_EQ(answer->data->test.graph.edgeCount(),
                  feature ? edited->edgeCount() : run.data->test.graph.edgeCount());
      // What a scorer made for the purpose says of the copy.
      Dataset copy = run.data->test;
      if (feature) copy.graph = *edited;
      DetectorRequest request{run.config.detector, run.config.options, run.config.seed};
      request.options.featureScaling = FeatureScaling::Raw;
      std::vector<std::string> notes;
      auto scorer = makeScorer(request, copy, run.config.classes, run.config.features, {}, notes).value();
      IM_CHECK(scorer->prepare({}).has_value());
      IM_CHECK(scorer->setWeights(run.run->checkpoint().value().best).has_value());
      const Evaluation alone = scorer->evaluate({}, {}).value();
      const Evaluation& own = run.latest()->scoring->evaluation;
      for (std::size_t i = 0; i < alone.scores.size(); ++i) {
        IM_CHECK(alone.scores[i].id == answer->evaluation.scores[i].ood);
        if (!feature) IM_CHECK(own.scores[i].ood == answer->evaluation.scores[i].ood);
      }
    }
  }
}

void anEditedGraphIsScoredWithoutTraining(ImGuiTestContext* context) {
  const TrainedRun& run = trained(context);
  RescoreLive rescore(studioOf(context).jobs, "scoring the edited graph");
  const auto edited = halfOf(run.data->training.graph);
  until(context, [&] { return rescore.ask(run, edited, {}) != nullptr; });
  const auto half = rescore.ask(run, edited, {});
  IM_CHECK(half != nullptr);
  const Evaluation& own = run.latest()->scoring->evaluation;
  IM_CHECK_EQ(half->evaluation.prediction.size(), own.prediction.size());
  IM_CHECK(half->evaluation.scores[0].id != own.scores[0].id);
  IM_CHECK(half->edited == edited);
  IM_CHECK(half->data->test.graph.targets().data() == edited->targets().data());
  // The graph as it was gives what it gave.
  until(context, [&] { return rescore.ask(run, nullptr, {}) != nullptr; });
  IM_CHECK(rescore.ask(run, nullptr, {})->evaluation.scores[0].id == own.scores[0].id);
}

// Neither a change of mind in every frame nor a cancel leaves it without an answer.
void quickQuestionsNeitherPileUpNorStarve(ImGuiTestContext* context) {
  const TrainedRun& run = trained(context);
  Studio& studio = studioOf(context);
  RescoreLive rescore(studio.jobs, "quick questions");
  std::size_t most = 0;
  int done = 0;
  bool worked = false;
  for (int i = 0; i < 20'000 && done < 3; ++i) {
    if (worked && !rescore.working()) ++done;
    (void)rescore.ask(run, nullptr, {i % 199});
    worked = rescore.working();
    if (done > 0)
      IM_CHECK(rescore.latest() != nullptr);  // of an earlier question, while another is worked on
    most = std::max(most, studio.jobs.states().size());
    context->Yield();
  }
  IM_CHECK_EQ(done, 3);
  IM_CHECK_LE(most, 1u);
  until(context, [&] { return rescore.ask(run, nullptr, {199}) != nullptr; });
  IM_CHECK(pathOf(rescore.ask(run, nullptr, {199})->evaluation, 199) != nullptr);
  (void)rescore.ask(run, nullptr, {7});
  IM_CHECK(rescore.working());
  studio.jobs.cancelAll();
  until(context, [&] { return !rescore.working(); });
  IM_CHECK(rescore.ask(run, nullptr, {7}) == nullptr);
  IM_CHECK(!rescore.working());
  rescore.again();
  until(context, [&] { return rescore.ask(run, nullptr, {7}) != nullptr; });
  IM_CHECK(rescore.ask(run, nullptr, {7}) != nullptr);
}

void theScoresAreComparedAndChosen(ImGuiTestContext* context) {
  App& app = appOf(context);
  app.runAction("Window: Compare");
  context->Yield(3);
  trained(context);
  Studio& studio = studioOf(context);
  inBothThemes(context, "compare");
  context->SetRef("Compare");
  context->ItemClick("scores/###energy-prop");
  context->Yield(2);
  IM_CHECK_STR_EQ(studio.workspace().score.name.c_str(), "energy-prop");
  IM_CHECK(studio.scores.metrics().has_value());
  floating(context, "//Compare", {640, 420}, "compare-floating");
  app.runAction("Window: Compare");
  context->Yield(2);
}

// A data set of the paper: the rows of its own system and of the one that was trained stand below.
void thePapersFiguresStandBesideOnesOwn(ImGuiTestContext* context) {
  App& app = appOf(context);
  openForTraining(context, 6);
  const auto paperTable = [&] { return ImGui::TableFindByID(context->GetID("//Compare/paper")); };
  app.runAction("Window: Compare");
  Studio& studio = studioOf(context);
  studio.startTraining();
  settle(context);
  IM_CHECK(paperTable() == nullptr);
  openData(context, "minesweeper:20x20");
  studio.history.edit("Detector", [](Workspace& w) {
    w.training.detector = "gnnsafe";
    w.training.shift = ShiftKind::Structure;
  });
  studio.startTraining();
  settle(context);
  IM_CHECK_STR_EQ(studio.training.shown()->trouble.c_str(), "");
  IM_CHECK(paperTable() != nullptr);
  IM_CHECK_EQ(paperTable()->CurrentRow, 3);  // mean and spread of two systems
  floating(context, "//Compare", {640, 460}, "compare-paper");
  app.runAction("Window: Compare");
  context->Yield(2);
}

}  // namespace

void registerNodeTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, ImGuiTestTestFunc* test) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "node", name);
    made->UserData = &app;
    made->TestFunc = test;
  };
  add("the Node window leads from node to node", theNodeWindowLeadsFromNodeToNode);
  add("a run that is done follows other nodes", aRunThatIsDoneFollowsOtherNodes);
  add("an edited graph is scored without training", anEditedGraphIsScoredWithoutTraining);
  add("the shifted copy is edited with its graph", theShiftedCopyIsEditedWithItsGraph);
  add("quick questions neither pile up nor starve", quickQuestionsNeitherPileUpNorStarve);
  add("the scores are compared and chosen", theScoresAreComparedAndChosen);
  add("the paper's figures stand beside one's own", thePapersFiguresStandBesideOnesOwn);
}

}  // namespace sispde::studio
