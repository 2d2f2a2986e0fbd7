// The window of all runs.

#include <filesystem>

#include "app/studio/live/metric_curves.h"
#include "app/studio/shell/saving.h"
#include "tests/gui/training_steps.h"

namespace sispde::studio {
namespace {

void runsOverSeedsAreComparedAndDeleted(ImGuiTestContext* context) {
  trainTwoKinds(context, 3);
  Studio& studio = studioOf(context);
  IM_CHECK_EQ(studio.training.runs().size(), 4u);
  const auto kinds = kindsOf(studio.training.runs());
  IM_CHECK_EQ(kinds.size(), 2u);
  IM_CHECK_EQ(kinds[0].size(), 3u);
  IM_CHECK_NE(kinds[0][0]->choice.seed, kinds[0][1]->choice.seed);
  appOf(context).runAction("Window: Runs");
  context->Yield(3);
  screenshot(context, "runs");
  context->SetRef("Runs");
  const std::string path = fmt::format("runs/$${}/×##delete", studio.training.runs()[0]->id);
  // What was trained is in no file: a slip loses nothing.
  const auto asked = [&] {
    context->SetRef("Runs");
    context->ItemClick(path.c_str());
    context->Yield(3);
    const ImGuiWindow* question = context->GetWindowByRef("//Not saved");
    return question != nullptr && question->Active;
  };
  IM_CHECK(asked());
  inBothThemes(context, "delete-run");
  context->ItemClick("//Not saved/Stay");
  settle(context);
  IM_CHECK_EQ(studio.training.runs().size(), 4u);
  IM_CHECK(asked());
  context->ItemClick("//Not saved/Delete without saving");
  settle(context);
  IM_CHECK_EQ(studio.training.runs().size(), 3u);
  // Once it is in a file, it goes at once.
  const std::string file = std::filesystem::temp_directory_path() / "sispde_runs.json";
  appOf(context).save(file);
  settle(context);
  const TrainedRun* saved = studio.training.runs()[0].get();
  IM_CHECK_EQ(saved->keptEpoch, saved->snapshot->epoch);
  context->SetRef("Runs");
  context->ItemClick(fmt::format("runs/$${}/×##delete", saved->id).c_str());
  settle(context);
  IM_CHECK_EQ(studio.training.runs().size(), 2u);
  std::filesystem::remove(file);
  std::filesystem::remove_all(file + ".runs");
  appOf(context).runAction("Window: Runs");
}

void runsAreNamed(ImGuiTestContext* context) {
  openForTraining(context, 2);
  Studio& studio = studioOf(context);
  for (const char* name : {"with a long name of its own", "short"}) {
    studio.startTraining();
    settle(context);
    studio.training.shown()->name = name;
  }
  appOf(context).runAction("Window: Runs");
  context->Yield(3);
  context->SetRef("Runs");
  // Entered as they are, they stay as they are.
  for (const auto& run : studio.training.runs()) {
    const std::string before = run->name, row = fmt::format("runs/$${}/", run->id);
    context->ItemDoubleClick(fmt::format("{}{} · {}##run", row, before, runStateName(run->state())).c_str());
    context->Yield(2);
    context->KeyPress(ImGuiKey_Enter);
    context->Yield(2);
    IM_CHECK_STR_EQ(run->name.c_str(), before.c_str());
  }
  TrainedRun& run = *studio.training.runs()[1];
  const std::string row = fmt::format("runs/$${}/short · {}##run", run.id, runStateName(run.state()));
  context->ItemDoubleClick(row.c_str());
  context->KeyCharsReplaceEnter("second try");
  context->Yield(2);
  IM_CHECK_STR_EQ(run.name.c_str(), "second try");
  appOf(context).runAction("Window: Runs");
}

// The run says that it is done before its last scoring is handed over.
void theLastScoringIsWaitedFor(ImGuiTestContext* context) {
  openForTraining(context, 6);
  Studio& studio = studioOf(context);
  studio.startTraining();
  settle(context);
  TrainedRun& run = *studio.training.shown();
  IM_CHECK(run.finalScored);
  IM_CHECK_GE(run.scored.size(), 2u);
  const ScoredEpoch last = run.scored.back();
  run.scored.pop_back();
  run.finalScored = false;
  context->Yield(2);
  IM_CHECK(!run.finalScored);
  {
    const std::lock_guard lock(run.inbox->mutex);
    run.inbox->scorings.push_back(last.scoring);
  }
  context->Yield(2);
  IM_CHECK(run.finalScored);
  IM_CHECK(run.scored.back().scoring == last.scoring);
}

// The queue goes on in the background; the windows stay with the data that are open.
void aQueuedRunLeavesTheWindowsOfOtherDataAlone(ImGuiTestContext* context) {
  openForTraining(context, 100000);
  Studio& studio = studioOf(context);
  const auto& runs = studio.training.runs();
  const auto trains = [&](std::size_t i) {
    until(context, [&] { return runs.size() > i && runs[i]->snapshot && runs[i]->snapshot->epoch > 2; });
    IM_CHECK_EQ(runs.size(), i + 1);
  };
  const auto end = [&](std::size_t i) {
    runs[i]->run->stop();  // alone: the queue goes on
    until(context, [&] { return runs[i]->resting(); });
  };
  studio.history.edit("Seeds", [](Workspace& w) { w.training.repeats = 3; });
  studio.startTraining();
  trains(0);
  // Of the same data it is followed, and seen as it is now.
  studio.view.epoch = 1;
  context->Yield(2);
  IM_CHECK(studio.view.epoch.has_value());
  end(0);
  trains(1);
  IM_CHECK(studio.training.shown() == runs[1].get());
  IM_CHECK(!studio.view.epoch.has_value());
  // Of other data it is not.
  studio.open({"sbm:120,degree=6", {}, {}, 1});
  until(context, [&] { return studio.document->data.nodeCount() == 120; });
  IM_CHECK(studio.training.shown() == nullptr);
  end(1);
  trains(2);
  IM_CHECK(studio.training.shown() == nullptr);
  IM_CHECK(!studio.canToggleTraining());
  IM_CHECK_STR_EQ(studio.noScores().c_str(), studio.noRunYet().c_str());
  end(2);
  settle(context);
  // Nor does it take the place of a run that is deleted.
  studio.history.edit("Training", [](Workspace& w) {
    w.training.set["epochs"] = "2";
    w.training.repeats = 1;
  });
  studio.startTraining();
  settle(context);
  IM_CHECK_EQ(runs.size(), 4u);
  IM_CHECK(studio.training.shown() == runs[3].get());
  studio.training.remove(runs[3].get());
  settle(context);
  IM_CHECK(studio.training.shown() == nullptr);
  studio.showRun(runs[2].get());
  settle(context);
  IM_CHECK_EQ(studio.document->data.nodeCount(), 200);
  studio.training.remove(runs[2].get());
  settle(context);
  IM_CHECK(studio.training.shown() == runs[1].get());
}

void aRunOfAnEditedGraphIsShownFromOtherData(ImGuiTestContext* context) {
  openForTraining(context, 4);
  Studio& studio = studioOf(context);
  const Edge edge = studio.document->edges[3];
  studio.toggleEdge(edge.u, edge.v);
  settle(context);
  studio.startTraining();
  settle(context);
  TrainedRun* run = studio.training.shown();
  openData(context, "karate");
  studio.showRun(run);
  settle(context);
  IM_CHECK(studio.training.shown() == run);
  // The data as they were opened, and the edits over them.
  IM_CHECK_STR_EQ(studio.opened->hash.c_str(), run->base.c_str());
  IM_CHECK_STR_EQ(studio.document->hash.c_str(), run->document->hash.c_str());
  IM_CHECK(studio.workspace().edits == run->edits);
  IM_CHECK(studio.scoredRun() == run);
  // Shown again, nothing begins anew.
  const Document* opened = studio.opened.get();
  studio.pick(7);
  const std::size_t entries = studio.history.entries().size();
  studio.showRun(run);
  settle(context);
  IM_CHECK(studio.opened.get() == opened);
  IM_CHECK_EQ(studio.history.entries().size(), entries);
  IM_CHECK_EQ(studio.workspace().picked, 7);
  // A workspace that is saved now holds the run, and goes with the data that it names.
  const WorkspaceWithRuns saved = withRuns(studio, appOf(context).saved());
  IM_CHECK_EQ(saved.ids.size(), 1u);
  IM_CHECK_EQ(saved.ids[0], run->id);
  const auto again = openDocument(saved.saved.data);
  IM_CHECK(again.has_value());
  IM_CHECK(fits(saved.saved, (*again)->data.nodeCount(), (*again)->hash).has_value());
}

// Neither one of the same data nor one of others takes the room of the rest.
void aRunOfTooManyEditsIsLeftOutAlone(ImGuiTestContext* context) {
  trainTwoKinds(context, 2);
  Studio& studio = studioOf(context);
  const auto& runs = studio.training.runs();
  IM_CHECK_EQ(runs.size(), 3u);
  GraphEdits many;
  many.dropped.resize(SavedWorkspace::mostRunEdges + 1);
  runs[0]->edits = std::make_shared<const GraphEdits>(std::move(many));
  GraphEdits one;
  one.dropped = {studio.document->edges[3]};
  runs[1]->edits = std::make_shared<const GraphEdits>(std::move(one));
  const auto kept = [&] { return withRuns(studio, appOf(context).saved()); };
  IM_CHECK(kept().ids == (std::vector<int>{runs[1]->id, runs[2]->id}));
  IM_CHECK_EQ(kept().leftOut, 1u);
  const std::string base = runs[0]->base;
  for (const auto& run : runs) run->checkpoint = "a file";
  IM_CHECK_EQ(savedRuns(studio, base).size(), 2u);
  runs[0]->base = "of other data";
  IM_CHECK_EQ(savedRuns(studio, base).size(), 2u);
  for (const auto& run : runs) {
    run->checkpoint.clear();
    run->base = base;
    run->edits = nullptr;
  }
}

}  // namespace

void registerRunsTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, ImGuiTestTestFunc* test) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "training", name);
    made->UserData = &app;
    made->TestFunc = test;
  };
  add("runs over seeds are compared and deleted", runsOverSeedsAreComparedAndDeleted);
  add("runs are named", runsAreNamed);
  add("the last scoring is waited for", theLastScoringIsWaitedFor);
  add("a run of an edited graph is shown from other data", aRunOfAnEditedGraphIsShownFromOtherData);
  add("a run of too many edits is left out alone", aRunOfTooManyEditsIsLeftOutAlone);
  add("a queued run leaves the windows of other data alone", aQueuedRunLeavesTheWindowsOfOtherDataAlone);
}

}  // namespace sispde::studio
