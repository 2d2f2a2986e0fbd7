// Rewiring and edits of the graph, through the windows.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include <unistd.h>

#include "app/studio/workspace/workspace_file.h"
#include "core/base/file.h"
#include "core/io/open.h"
#include "core/rewire/correlations.h"
#include "core/rewire/rewire.h"
#include "tests/gui/held_lane.h"
#include "tests/gui/rewiring_steps.h"

namespace sispde::studio {
namespace {

// The plan by one slow call per kernel: every correlation from its own columns.
Rewiring slowPlan(const Studio& studio) {
  const Graph& graph = studio.document->data.graph;
  const RewireChoice& choice = studio.workspace().rewire;
  const Laplacian laplacian(graph, studio.workspace().kernel().laplacian);
  const auto candidates = candidatePairs(graph, choice.hops);
  const std::vector<Edge> edges = graph.edges();
  const auto ofEdges = pairCorrelations(laplacian, studio.workspace().kernel(), edges);
  const auto ofCandidates = pairCorrelations(laplacian, studio.workspace().kernel(), candidates->pairs);
  return *planRewiring(graph, ofEdges->values, *candidates, ofCandidates->values, optionsOf(choice));
}

std::vector<Edge> sortedEdges(const std::vector<RewiredEdge>& list) {
  std::vector<Edge> edges;
  for (const RewiredEdge& each : list) edges.push_back(each.edge);
  std::sort(edges.begin(), edges.end(),
            [](const Edge& a, const Edge& b) { return std::pair(a.u, a.v) < std::pair(b.u, b.v); });
  return edges;
}

// Pairs whose correlations differ by rounding may change places at the threshold.
void checkPlan(ImGuiTestContext* context) {
  const Studio& studio = studioOf(context);
  IM_CHECK(studio.rewiring.plan() != nullptr);
  const Rewiring slow = slowPlan(studio);
  const Rewiring& live = *studio.rewiring.plan();
  IM_CHECK_EQ(live.dropped.size(), slow.dropped.size());
  IM_CHECK_EQ(live.added.size(), slow.added.size());
  IM_CHECK_LT(std::abs(*live.thresholdDrop - *slow.thresholdDrop), 1e-4);
  IM_CHECK_LT(std::abs(*live.thresholdAdd - *slow.thresholdAdd), 1e-4);
  const auto differing = [](const std::vector<Edge>& a, const std::vector<Edge>& b) {
    std::size_t count = 0;
    for (const Edge& edge : a) count += std::find(b.begin(), b.end(), edge) == b.end();
    return count;
  };
  IM_CHECK_LE(differing(sortedEdges(live.dropped), sortedEdges(slow.dropped)), 2u);
  IM_CHECK_LE(differing(sortedEdges(live.added), sortedEdges(slow.added)), 2u);
}

void thePlanFollowsTheSlidersAsTheSlowOneDoes(ImGuiTestContext* context) {
  openRewiring(context, "sbm:200,degree=8");
  Studio& studio = studioOf(context);
  checkPlan(context);
  const std::uint64_t before = studio.rewiring.revision();
  studio.history.edit("κ", [](Workspace& w) { w.kernel().kappa = 1.3; });
  context->Yield();  // one frame
  IM_CHECK_GT(studio.rewiring.revision(), before);
  checkPlan(context);
  studio.history.edit("Drop", [](Workspace& w) { w.rewire.drop = 0.25; });
  context->Yield();
  checkPlan(context);
  IM_CHECK_EQ(studio.overlayDropped.size(), studio.rewiring.plan()->dropped.size());
  IM_CHECK_EQ(studio.overlayAdded.size(), studio.rewiring.plan()->added.size());
  screenshot(context, "rewiring");
  closeRewiring(context);
  IM_CHECK(studio.overlayAdded.empty());
}

void applyingIsUndoneAsOneStepInWords(ImGuiTestContext* context) {
  openRewiring(context, "karate");
  Studio& studio = studioOf(context);
  const auto edges = studio.document->edges;
  const std::size_t dropped = studio.rewiring.plan()->dropped.size(),
                    added = studio.rewiring.plan()->added.size();
  IM_CHECK_GT(added, 0u);
  context->SetRef("Rewiring");
  context->ItemClick("Apply");
  settle(context);
  IM_CHECK_EQ(studio.document->edges.size(), edges.size() - dropped + added);
  const auto& actions = appOf(context).actions();
  const auto undo =
      std::find_if(actions.begin(), actions.end(), [](const Action& a) { return a.words == "Undo"; });
  IM_CHECK_STR_EQ(undo->shown().c_str(),
                  fmt::format("Undo rewiring ({} dropped, {} added)", dropped, added).c_str());
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
  settle(context);
  IM_CHECK(studio.document->edges == edges);
  IM_CHECK(studio.document == studio.opened);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z);
  settle(context);
  IM_CHECK_EQ(studio.document->edges.size(), edges.size() - dropped + added);
  // Back by name.
  IM_CHECK(appOf(context).runAction("Graph as it was opened"));
  settle(context);
  IM_CHECK(studio.document->edges == edges);
  closeRewiring(context);
}

// After Apply the graph that was made can be written, with the reasons; each file by its own name.
void whatWasAppliedIsWritten(ImGuiTestContext* context) {
  openRewiring(context, "karate");
  Studio& studio = studioOf(context);
  const auto plan = studio.rewiring.plan();
  context->SetRef("Rewiring");
  context->ItemClick("Apply");
  settle(context);
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / fmt::format("sispde-write-{}", ::getpid());
  fs::create_directories(folder);
  const auto write = [&](const std::string& path, const char* what) {
    context->SetRef("Rewiring");
    context->ItemClick("write …");
    context->SetRef("//$FOCUSED");
    context->ItemClick(what);
    context->ItemInputValue("##path", path.c_str());
    settle(context);
  };
  const std::string graph = (folder / "graph.npz").string(), list = (folder / "list.csv").string();
  write(graph, "graph as it is now");
  write(list, "applied changes");
  const auto written = openDataset(graph);
  IM_CHECK(written.has_value());
  IM_CHECK(written->graph.edges() == studio.document->edges);
  const std::string text = readFile(list).value_or("");
  IM_CHECK_EQ(static_cast<std::size_t>(std::ranges::count(text, '\n')),
              1 + plan->dropped.size() + plan->added.size() + plan->kept.size());
  fs::remove_all(folder);
  IM_CHECK(appOf(context).runAction("Graph as it was opened"));
  settle(context);
  IM_CHECK_EQ(studio.editReasons().edits, 0);
  closeRewiring(context);
}

// A second plan takes the reasons of the first away no more than an edit by hand does; undo has those of before.
void theReasonsOfEveryEditAreWritten(ImGuiTestContext* context) {
  openRewiring(context, "karate");
  Studio& studio = studioOf(context);
  context->SetRef("Rewiring");
  context->ItemClick("Apply");
  settle(context);
  const EditReasons first = studio.editReasons();
  IM_CHECK_EQ(first.edits, 1);
  until(context, [&] { return studio.planIsCurrent(); });
  context->ItemClick("Apply");
  settle(context);
  const auto edits = studio.workspace().edits;
  const EditReasons both = studio.editReasons();
  IM_CHECK_EQ(both.edits, 2);
  IM_CHECK_EQ(both.dropped.size(), edits->dropped.size());
  IM_CHECK_EQ(both.added.size(), edits->added.size());
  const auto ofEdit = [&](int edit) {
    return std::ranges::count_if(both.added, [&](const ReasonedEdge& each) {
      return each.edit == edit && each.reason == RewireReason::Correlation &&
             !std::isnan(each.changed.correlation) && each.changed.rank > 0;
    });
  };
  IM_CHECK_GT(ofEdit(1), 0);
  IM_CHECK_GT(ofEdit(2), 0);
  IM_CHECK_EQ(ofEdit(1) + ofEdit(2), std::ssize(both.added));
  const Edge edge = both.added.front().changed.edge;
  studio.toggleEdge(edge.u, edge.v);
  settle(context);
  IM_CHECK_EQ(studio.editReasons().added.size(), both.added.size() - 1);
  for (int i = 0; i < 2; ++i) {
    context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_Z);
    settle(context);
  }
  IM_CHECK_EQ(studio.editReasons().edits, 1);
  IM_CHECK_EQ(studio.editReasons().added.size(), first.added.size());
  context->KeyPress(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z);
  settle(context);
  IM_CHECK_EQ(studio.editReasons().edits, 2);
  IM_CHECK_EQ(studio.editReasons().added.size(), both.added.size());
  IM_CHECK(appOf(context).runAction("Graph as it was opened"));
  settle(context);
  closeRewiring(context);
}

// Both files are suggested beside the data, each with the question before what lies there is replaced.
void whatIsThereIsReplacedOnlyWhenAsked(ImGuiTestContext* context) {
  namespace fs = std::filesystem;
  const fs::path folder = fs::temp_directory_path() / fmt::format("sispde-replace-{}", ::getpid());
  fs::create_directories(folder);
  const std::string data = folder / "ring.csv", graph = folder / "ring-rewired.npz",
                    list = folder / "ring-changes.csv";
  std::ofstream edges(data);
  for (int u = 0; u < 40; ++u) edges << u << "," << (u + 1) % 40 << "\n" << u << "," << (u + 5) % 40 << "\n";
  edges.close();
  for (const std::string& path : {graph, list}) std::ofstream(path) << "mine";
  openRewiring(context, data.c_str());
  IM_CHECK(studioOf(context).rewiring.plan() != nullptr);
  for (const auto& [what, path] :
       {std::pair("graph of this plan", graph), std::pair("changes of this plan", list)}) {
    context->SetRef("Rewiring");
    context->ItemClick("write …");
    context->SetRef("//$FOCUSED");
    context->ItemClick(what);
    context->ItemClick("Write");
    settle(context);
    IM_CHECK_STR_EQ(readFile(path).value().c_str(), "mine");
    screenshot(context, path == graph ? "rewiring-write-graph" : "rewiring-write-list");
    context->ItemClick("Replace");
    settle(context);
    IM_CHECK(readFile(path).value() != "mine");
  }
  IM_CHECK(openDataset(graph).has_value());
  IM_CHECK(readFile(list).value().find(',') != std::string::npos);
  openData(context, "karate");
  fs::remove_all(folder);
  closeRewiring(context);
}

void anEdgeIsDroppedAndAddedByHand(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const auto edges = studio.document->edges;
  const Edge edge = edges[3];
  studio.toggleEdge(edge.u, edge.v);
  settle(context);
  IM_CHECK_EQ(studio.document->edges.size(), edges.size() - 1);
  // The kernel is that of the edited graph.
  IM_CHECK_EQ(studio.kernel.engine()->laplacian().graph().edgeCount(),
              static_cast<std::int64_t>(edges.size() - 1));
  studio.toggleEdge(edge.v, edge.u);
  settle(context);
  IM_CHECK(studio.document->edges == edges);
  IM_CHECK(studio.workspace().edits == nullptr);
}

// Until the graph is what the workspace says, nobody can see what the next edit would be of.
void anEditWaitsForTheOneBefore(ImGuiTestContext* context) {
  openRewiring(context, "karate");
  Studio& studio = studioOf(context);
  const auto edges = studio.document->edges;
  const Edge edge = edges[3];
  {
    const HeldLane data(studio, "data");
    studio.toggleEdge(edge.u, edge.v);
    context->Yield(2);
    IM_CHECK(studio.editsPending());
    const auto edits = studio.workspace().edits;
    const std::size_t entries = studio.history.entries().size();
    studio.toggleEdge(edge.u, edge.v);
    studio.applyRewiring();
    IM_CHECK(studio.workspace().edits == edits);
    IM_CHECK_EQ(studio.history.entries().size(), entries);
    IM_CHECK_EQ(studio.editReasons().edits, 1);
    IM_CHECK(studio.log.banner() != nullptr);
    studio.log.putAway();
  }
  settle(context);
  IM_CHECK_EQ(studio.document->edges.size(), edges.size() - 1);
  studio.toggleEdge(edge.u, edge.v);
  settle(context);
  IM_CHECK(studio.document->edges == edges);
  closeRewiring(context);
}

void aWorkspaceWithAnEditedGraphComesBack(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const Edge edge = studio.document->edges[3];
  studio.toggleEdge(edge.u, edge.v);
  settle(context);
  const auto edited = studio.document->edges;
  const std::string path =
      std::filesystem::temp_directory_path() / fmt::format("sispde-edited-{}.json", ::getpid());
  IM_CHECK(saveWorkspace(path, appOf(context).saved()).has_value());
  openData(context, "grid:5x5");
  appOf(context).drop(path);
  context->Yield(3);
  settle(context);
  std::filesystem::remove(path);
  IM_CHECK_EQ(studio.document->data.nodeCount(), 34);
  IM_CHECK(studio.document->edges == edited);
  IM_CHECK_EQ(studio.opened->edges.size(), edited.size() + 1);
}

void aRunOfTheOpenedGraphIsShownWithoutLosingTheEdits(ImGuiTestContext* context) {
  openRewiring(context, "sbm:120,degree=6");
  Studio& studio = studioOf(context);
  studio.history.edit("Training", [](Workspace& w) {
    w.training.detector = "msp";
    w.training.set = {{"epochs", "4"}, {"hidden", "8"}};
  });
  studio.startTraining();
  settle(context);
  TrainedRun* run = studio.training.shown();
  studio.applyRewiring();
  settle(context);
  const auto edits = studio.workspace().edits;
  const std::size_t entries = studio.history.entries().size();
  IM_CHECK(edits != nullptr);
  studio.showRun(run);
  settle(context);
  IM_CHECK(studio.workspace().edits == edits);
  IM_CHECK_EQ(studio.history.entries().size(), entries);
  closeRewiring(context);
}

void thePlanIsMadeByPercentiles(ImGuiTestContext* context) {
  openRewiring(context, "sbm:200,degree=8");
  Studio& studio = studioOf(context);
  const std::size_t byShare = studio.rewiring.plan()->dropped.size();
  context->SetRef("Rewiring");
  context->ItemClick("by percentile");
  context->Yield();
  IM_CHECK(studio.workspace().rewire.percentiles);
  checkPlan(context);
  studio.history.edit("Percentiles", [](Workspace& w) {
    w.rewire.dropPercent = 3;
    w.rewire.addPercent = 2;
  });
  context->Yield();
  checkPlan(context);
  IM_CHECK_LT(studio.rewiring.plan()->dropped.size(), byShare);
  screenshot(context, "rewiring-percentiles");
  context->ItemClick("by share");
  context->Yield();
  IM_CHECK_EQ(studio.rewiring.plan()->dropped.size(), byShare);
  closeRewiring(context);
}

void allPairsArePlannedInTheBackground(ImGuiTestContext* context) {
  openRewiring(context, "karate");
  Studio& studio = studioOf(context);
  studio.history.edit("All", [](Workspace& w) { w.rewire.hops = 0; });
  for (int i = 0; i < 3000 && (studio.rewiring.candidates() != 34 * 33 / 2 - 78); ++i) context->Yield();
  IM_CHECK_EQ(studio.rewiring.candidates(), 34 * 33 / 2 - 78);
  settle(context);
  closeRewiring(context);
}

// In the default arrangement Rewiring is a tab beside Kernel: whoever drags a slider there sees the graph, not the plan's window.
void thePlanFollowsBehindTheTabOfTheKernel(ImGuiTestContext* context) {
  App& app = appOf(context);
  app.runAction("Reset the arrangement");
  context->Yield(3);
  openRewiring(context, "sbm:200,degree=8");
  Studio& studio = studioOf(context);
  // The second graph came with it.
  IM_CHECK(studio.view.planBeside);
  IM_CHECK(context->GetWindowByRef("//Second graph")->WasActive);
  IM_CHECK(studio.second() != nullptr);
  inBothThemes(context, "rewiring-opened");
  context->WindowFocus("//Kernel");
  context->Yield(3);
  IM_CHECK(!context->GetWindowByRef("//Rewiring")->DockTabIsVisible);
  for (const double kappa : {1.3, 6.0}) {
    const std::uint64_t before = studio.rewiring.revision();
    studio.history.edit("κ", [&](Workspace& w) { w.kernel().kappa = kappa; });
    context->Yield(2);
    IM_CHECK_GT(studio.rewiring.revision(), before);
    checkPlan(context);
    IM_CHECK_EQ(studio.overlayDropped.size(), studio.rewiring.plan()->dropped.size());
    IM_CHECK(!studio.overlayAdded.empty());
    IM_CHECK(studio.second() != nullptr);
    IM_CHECK_EQ(studio.second()->added.size(), studio.rewiring.plan()->added.size());
    IM_CHECK(studio.second()->added[0] == studio.rewiring.plan()->added[0].edge);
  }
  closeRewiring(context);
  IM_CHECK(studio.overlayAdded.empty());
  IM_CHECK(studio.second() == nullptr);
  IM_CHECK(!context->GetWindowByRef("//Second graph")->WasActive);
}

void aSecondGraphThatIsClosedStaysClosed(ImGuiTestContext* context) {
  openRewiring(context, "karate");
  Studio& studio = studioOf(context);
  appOf(context).runAction("Window: Second graph");
  settle(context);
  IM_CHECK(!studio.view.planBeside);
  IM_CHECK(studio.second() == nullptr);
  IM_CHECK(!studio.overlayAdded.empty());  // the plan is still over the graph
  closeRewiring(context);
}

void aCancelledPreparationCanBeAskedForInTheWindow(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  {
    const HeldLane rewiring(studio, "rewiring");
    appOf(context).runAction("Rewiring window");
    until(context, [&] {
      const auto states = studio.jobs.states();
      return std::any_of(states.begin(), states.end(), [](const Jobs::State& s) { return s.key == "pairs"; });
    });
    studio.jobs.cancelAll();
  }
  until(context, [&] { return !studio.rewiring.trouble().empty(); });
  IM_CHECK_STR_EQ(studio.rewiring.trouble().c_str(), "The preparation was cancelled.");
  context->ItemClick("//Rewiring/Prepare again");
  settle(context);
  IM_CHECK(studio.rewiring.trouble().empty());
  IM_CHECK(studio.rewiring.plan() != nullptr);
  closeRewiring(context);
}

// All pairs are planned when a slider has come to rest; whoever closes the window before needs no more frames.
void aClosedWindowWaitsForNoSliderToRest(ImGuiTestContext* context) {
  openRewiring(context, "karate");
  Studio& studio = studioOf(context);
  studio.history.edit("All", [](Workspace& w) { w.rewire.hops = 0; });
  until(context, [&] { return studio.rewiring.candidates() == 34 * 33 / 2 - 78; });
  settle(context);
  studio.history.edit("κ", [](Workspace& w) { w.kernel().kappa = 1.3; });
  context->Yield();
  appOf(context).runAction("Window: Rewiring");
  IM_CHECK(studio.rewiring.resting());
  context->Yield(2);
  until(context, [&] { return studio.jobs.idle(); });
  context->MouseMoveToPos({2, 2});
  until(context, [&] { return !appOf(context).moving(); });
  IM_CHECK(!appOf(context).moving());
}

}  // namespace

void registerRewiringTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, ImGuiTestTestFunc* test) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "rewiring", name);
    made->UserData = &app;
    made->TestFunc = test;
  };
  add("the plan follows the sliders as the slow one does", thePlanFollowsTheSlidersAsTheSlowOneDoes);
  add("applying is undone as one step, in words", applyingIsUndoneAsOneStepInWords);
  add("what was applied is written", whatWasAppliedIsWritten);
  add("the reasons of every edit are written", theReasonsOfEveryEditAreWritten);
  add("what is there is replaced only when asked", whatIsThereIsReplacedOnlyWhenAsked);
  add("an edge is dropped and added by hand", anEdgeIsDroppedAndAddedByHand);
  add("an edit waits for the one before", anEditWaitsForTheOneBefore);
  add("a workspace with an edited graph comes back", aWorkspaceWithAnEditedGraphComesBack);
  add("a run of the opened graph is shown without losing the edits",
      aRunOfTheOpenedGraphIsShownWithoutLosingTheEdits);
  add("the plan is made by percentiles", thePlanIsMadeByPercentiles);
  add("all pairs are planned in the background", allPairsArePlannedInTheBackground);
  add("the plan follows behind the tab of the kernel", thePlanFollowsBehindTheTabOfTheKernel);
  add("a second graph that is closed stays closed", aSecondGraphThatIsClosedStaysClosed);
  add("a cancelled preparation can be asked for in the window",
      aCancelledPreparationCanBeAskedForInTheWindow);
  add("a closed window waits for no slider to rest", aClosedWindowWaitsForNoSliderToRest);
}

}  // namespace sispde::studio
