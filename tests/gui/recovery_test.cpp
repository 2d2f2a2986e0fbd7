// What comes back after a crash, or an end with runs that were not done.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <set>
#include <thread>

#include <imgui_internal.h>
#include <unistd.h>

#include "app/studio/figure/png_text.h"
#include "app/studio/panels/training_remedy.h"
#include "app/studio/shell/saving.h"
#include "core/base/file.h"
#include "tests/gui/restart_steps.h"

namespace sispde::studio {
namespace {

namespace fs = std::filesystem;

class RecoveryTest : public RestartTest {
 protected:
  void checkUnfinishedRun(bool edited);
  void leaveUnfinished(const std::string& data, int count);
  void checkAllComeBack(std::size_t count);
};

// On the graph as it was opened, or on an edited one.
void RecoveryTest::checkUnfinishedRun(bool edited) {
  int epoch = 0;
  std::string hash;
  std::vector<ScoredEpoch> scored;
  std::vector<EpochReport> reports;
  {
    const auto app = start("sbm:120,degree=6");
    Studio& studio = app->studio();
    if (edited) studio.editGraph("Dropped an edge", {studio.document->edges[3]}, {});
    settle(*app);
    hash = studio.document->hash;
    studio.history.edit("Training", [](Workspace& w) {
      w.training.set = {{"epochs", "100000"}, {"hidden", "8"}};
    });
    studio.startTraining();
    const auto done = [&] {
      return studio.training.shown()->snapshot ? studio.training.shown()->snapshot->epoch : 0;
    };
    while (done() < 12) app->frame();
    app->frame();
    // Closed while it trains.
    studio.close();
    app->frame();
    epoch = done();
    reports = studio.training.shown()->snapshot->history->epochs;
    scored = studio.training.shown()->scored;
    ASSERT_GE(scored.size(), 2u);
  }
  // The program that left it is no more.
  const std::string mine = autosavePath(folder_.file("state"), static_cast<int>(::getpid()));
  ASSERT_TRUE(fs::exists(mine));
  fs::rename(mine, autosavePath(folder_.file("state"), 2'000'000'000));
  const auto app = start("karate");
  ASSERT_TRUE(app->recovery().has_value());
  app->bringBack();
  settle(*app);
  settle(*app);
  Studio& studio = app->studio();
  ASSERT_EQ(studio.document->data.nodeCount(), 120);
  ASSERT_EQ(studio.training.runs().size(), 1u);
  const TrainedRun& run = *studio.training.runs()[0];
  EXPECT_EQ(run.trouble, "");
  EXPECT_EQ(run.snapshot->epoch, epoch);
  EXPECT_EQ(run.snapshot->history->epochs, reports);
  EXPECT_EQ(run.choice.set.at("epochs"), "100000");
  EXPECT_EQ(run.graph, edited ? "edited" : "");
  EXPECT_EQ(run.document->hash, hash);
  EXPECT_EQ(run.base, studio.opened->hash);
  EXPECT_EQ(run.base != hash, edited);
  // What was kept is scored by itself, and waits.
  EXPECT_EQ(run.state(), RunState::Paused);
  EXPECT_TRUE(studio.scores.valid());
  ASSERT_GE(run.scored.size(), scored.size());
  EXPECT_EQ(run.scored.back().epoch, epoch);
  EXPECT_NE(run.scored.back().scoring, nullptr);
  for (std::size_t i = 0; i < scored.size(); ++i) {
    EXPECT_EQ(run.scored[i].epoch, scored[i].epoch);
    EXPECT_EQ(run.scored[i].accuracy, scored[i].accuracy);
    for (const ScoreMetrics& metrics : scored[i].metrics)
      EXPECT_EQ(metricsOf(run.scored[i], metrics.name)->metrics.auroc, metrics.metrics.auroc) << metrics.name;
  }
  ASSERT_TRUE(studio.training.canResume());
  studio.training.resume();
  while (run.snapshot->epoch < epoch + 3) app->frame();
  studio.training.remove(studio.training.shown());
  settle(*app);
  EXPECT_TRUE(fs::is_empty(folder_.file("state") + "/runs"));
}

TEST_F(RecoveryTest, ARunThatWasNotDoneComesBackWithItsCurvesAndGoesOn) {
  checkUnfinishedRun(false);
}

TEST_F(RecoveryTest, ARunOnAnEditedGraphComesBackToo) {
  checkUnfinishedRun(true);
}

// Nothing of that lane runs until this is let go of, or all is cancelled.
std::shared_ptr<const int> hold(Jobs& jobs, const char* lane) {
  auto held = std::make_shared<const int>(0);
  jobs.start(lane, "held", "waiting",
             [held = std::weak_ptr(held)](const Progress& progress) -> Jobs::Delivery {
               while (!held.expired() && !progress.stopped())
                 std::this_thread::sleep_for(std::chrono::milliseconds(1));
               return {};
             });
  return held;
}

// What a program leaves that ended with runs that were not done.
void RecoveryTest::leaveUnfinished(const std::string& data, int count) {
  const std::string state = folder_.file("state");
  {
    const auto app = start(data);
    Studio& studio = app->studio();
    for (int i = 0; i < count; ++i) {
      studio.history.edit("Training", [&](Workspace& w) {
        w.training.set = {{"epochs", "100000"}, {"hidden", "8"}};
        w.training.seed = static_cast<std::uint64_t>(i);
      });
      studio.startTraining();
      const TrainedRun& run = *studio.training.runs().back();
      while (!run.snapshot || run.snapshot->epoch < 12) app->frame();
      studio.training.pause();
      while (studio.training.active() != nullptr) app->frame();
    }
  }
  fs::rename(autosavePath(state, static_cast<int>(::getpid())), autosavePath(state, 2'000'000'000));
}

// What that left comes back whole, and then nothing is offered any more.
void RecoveryTest::checkAllComeBack(std::size_t count) {
  const auto app = start("karate");
  ASSERT_TRUE(app->recovery().has_value());
  app->bringBack();
  settle(*app);
  settle(*app);
  const auto& runs = app->studio().training.runs();
  ASSERT_EQ(runs.size(), count);
  for (const auto& run : runs) {
    EXPECT_EQ(run->trouble, "");
    ASSERT_NE(run->snapshot, nullptr);
    EXPECT_GE(run->snapshot->epoch, 10);
  }
  EXPECT_FALSE(fs::exists(autosavePath(folder_.file("state"), 2'000'000'000)));
}

TEST_F(RecoveryTest, AnUnfinishedRunOfOtherDataThanTheOpenOnesIsOffered) {
  const auto begin = [&](App& app) {
    Studio& studio = app.studio();
    studio.history.edit("Training", [](Workspace& w) {
      w.training.set = {{"epochs", "100000"}, {"hidden", "8"}};
    });
    studio.startTraining();
    const auto& run = *studio.training.runs().back();
    while (!run.snapshot || run.snapshot->epoch < 3) app.frame();
    studio.training.pause();
    while (studio.training.active() != nullptr) app.frame();
  };
  {
    const auto app = start("sbm:120,degree=6");
    begin(*app);
    openAnything(app->studio(), {"sbm:90,degree=6", {}, {}, 1});
    settle(*app);
    begin(*app);
    openAnything(app->studio(), {"karate", {}, {}, 1});
    settle(*app);
  }
  for (int part = 1; part <= 2; ++part)  // the program that left them is no more
    fs::rename(autosavePath(folder_.file("state"), static_cast<int>(::getpid()), part),
               autosavePath(folder_.file("state"), 2'000'000'000, part));
  std::set<NodeId> nodes;
  for (int i = 0; i < 2; ++i) {
    const auto app = start("karate");
    ASSERT_TRUE(app->recovery().has_value());
    app->bringBack();
    settle(*app);
    settle(*app);
    ASSERT_EQ(app->studio().training.runs().size(), 1u);
    EXPECT_GE(app->studio().training.runs()[0]->snapshot->epoch, 3);
    nodes.insert(app->studio().document->data.nodeCount());
    app->studio().training.remove(app->studio().training.shown());
    settle(*app);
  }
  EXPECT_EQ(nodes, (std::set<NodeId>{90, 120}));
  EXPECT_FALSE(start("karate")->recovery().has_value());
}

// Cancelled while the data are opened, which are those that are open already, while the run waits to be prepared, or when it is
// prepared and not delivered yet.
TEST_F(RecoveryTest, AnUnfinishedRunWhoseReturnWasCancelledIsOfferedAgain) {
  const std::string data = "sbm:120,degree=6", state = folder_.file("state");
  const std::string left = autosavePath(state, 2'000'000'000);
  leaveUnfinished(data, 1);
  const std::string checkpoint = loadWorkspace(left).value().runs.at(0).checkpoint;
  const auto checkCancelled = [&](const char* where, const std::function<void(App&)>& cancel) {
    const auto app = start(data);
    ASSERT_TRUE(app->recovery().has_value());
    cancel(*app);
    settle(*app);
    settle(*app);
    EXPECT_TRUE(fs::exists(left)) << where;
    EXPECT_TRUE(fs::exists(checkpoint)) << where;
  };
  const auto cancelIn = [&](const char* lane, const std::string& key) {
    checkCancelled(lane, [&](App& app) {
      Jobs& jobs = app.studio().jobs;
      const auto held = hold(jobs, lane);
      app.bringBack();
      const auto waits = [&] {
        return std::ranges::any_of(jobs.states(), [&](const auto& job) { return job.key.starts_with(key); });
      };
      while (!waits()) app.frame();
      jobs.cancelAll();
    });
  };
  cancelIn("data", "open");
  cancelIn("training", "prepare run");
  checkCancelled("undelivered", [](App& app) {
    const Studio& studio = app.studio();
    auto held = hold(app.studio().jobs, "training");
    app.bringBack();
    while (studio.training.runs().empty()) app.frame();
    held.reset();
    while (!studio.jobs.states().empty()) std::this_thread::yield();
    ASSERT_FALSE(studio.jobs.idle());
    ASSERT_EQ(studio.training.runs()[0]->run, nullptr);
    app.studio().jobs.cancelAll();
  });
  checkAllComeBack(1);
}

// It lasts until this program's own autosave, which is of the same data, but of before, was written anew.
TEST_F(RecoveryTest, WhatWasKeptGoesWhenItIsKeptAgain) {
  const std::string data = "sbm:120,degree=6", state = folder_.file("state");
  const std::string left = autosavePath(state, 2'000'000'000);
  leaveUnfinished(data, 1);
  const auto app = start(data);
  app->keepNow();
  settle(*app);
  ASSERT_TRUE(app->recovery().has_value());
  app->bringBack();
  while (fs::exists(left)) app->frame();
  const Result<SavedWorkspace> mine = loadWorkspace(autosavePath(state, static_cast<int>(::getpid())));
  ASSERT_TRUE(mine.has_value());
  ASSERT_EQ(mine->runs.size(), 1u);
  EXPECT_TRUE(readCheckpoint(mine->runs[0].checkpoint).has_value());
}

// What is kept meanwhile names the checkpoint that it waits for, and so does what an end leaves.
TEST_F(RecoveryTest, ARunThatIsNotBackYetIsKeptWhereItIs) {
  const std::string state = folder_.file("state");
  const std::string left = autosavePath(state, 2'000'000'000);
  leaveUnfinished("sbm:120,degree=6", 1);
  const std::string checkpoint = loadWorkspace(left).value().runs.at(0).checkpoint;
  {
    const auto app = start("karate");
    Studio& studio = app->studio();
    ASSERT_TRUE(app->recovery().has_value());
    const auto held = hold(studio.jobs, "training");
    app->bringBack();
    while (studio.training.runs().empty()) app->frame();
    const std::vector<SavedRun> runs = savedRuns(studio, studio.opened->hash);
    ASSERT_EQ(runs.size(), 1u);
    EXPECT_EQ(runs[0].checkpoint, checkpoint);
  }
  EXPECT_FALSE(fs::exists(autosavePath(state, static_cast<int>(::getpid()))));
  checkAllComeBack(1);
}

// The same data, chosen by hand, take the place of the workspace that is on its way.
TEST_F(RecoveryTest, AWorkspaceInWhosePlaceItsDataWereOpenedIsOfferedAgain) {
  const std::string data = "sbm:120,degree=6";
  const std::string left = autosavePath(folder_.file("state"), 2'000'000'000);
  leaveUnfinished(data, 1);
  {
    const auto app = start("karate");
    ASSERT_TRUE(app->recovery().has_value());
    app->bringBack();
    openAnything(app->studio(), {data, {}, {}, 1});
    settle(*app);
    settle(*app);
    EXPECT_EQ(app->studio().document->data.nodeCount(), 120);
    EXPECT_TRUE(app->studio().training.runs().empty());
    EXPECT_TRUE(fs::exists(left));
  }
  checkAllComeBack(1);
}

TEST_F(RecoveryTest, RunsOfWhichOneReturnWasCancelledAreAllOfferedAgain) {
  const std::string data = "sbm:120,degree=6", state = folder_.file("state");
  leaveUnfinished(data, 2);
  {
    const auto app = start("karate");
    ASSERT_TRUE(app->recovery().has_value());
    auto held = hold(app->studio().jobs, "training");
    app->bringBack();
    const auto& runs = app->studio().training.runs();
    while (runs.empty()) app->frame();
    ASSERT_EQ(runs.size(), 2u);
    app->studio().jobs.cancel(fmt::format("prepare run {}", runs[1]->id));
    held.reset();
    settle(*app);
    settle(*app);
    EXPECT_EQ(runs[0]->trouble, "");
    EXPECT_EQ(runs[1]->trouble, cancelledPreparation);
    EXPECT_EQ(remedyFor(*runs[1]).value().label, "Train anew");  // not from its checkpoint
  }
  // Its own of the run that came back; of a program that lives it is not offered.
  fs::remove(autosavePath(state, static_cast<int>(::getpid())));
  checkAllComeBack(2);
}

TEST_F(RecoveryTest, ARunThatWasDoneLeavesNothingBehind) {
  {
    const auto app = start("sbm:120,degree=6");
    app->studio().history.edit("Training", [](Workspace& w) {
      w.training.set = {{"epochs", "4"}, {"hidden", "8"}};
    });
    app->studio().startTraining();
    settle(*app);
    ASSERT_EQ(app->studio().training.runs().size(), 1u);
  }
  EXPECT_TRUE(fs::is_empty(folder_.file("state") + "/runs"));
  EXPECT_FALSE(start()->recovery().has_value());
}

TEST_F(RecoveryTest, TheWorkspaceComesBackAfterACrash) {
  SavedWorkspace before;
  {
    const auto app = start("minesweeper:10x10");
    app->studio().pick(17);
    app->studio().history.edit("ν", [](Workspace& w) { w.kernel().nu = 3.5; });
    app->runAction("Window: Log");
    for (int i = 0; i < 4; ++i) app->frame();
    settle(*app);
    before = app->saved();
    app->keepNow();
    settle(*app);
    // What a program leaves that was killed: the file of a process that is no more.
    const std::string mine = autosavePath(folder_.file("state"), static_cast<int>(::getpid()));
    ASSERT_TRUE(fs::exists(mine));
    fs::copy_file(mine, autosavePath(folder_.file("state"), 2'000'000'000));
  }
  const auto app = start();
  ASSERT_TRUE(app->recovery());
  app->bringBack();
  settle(*app);
  settle(*app);
  EXPECT_FALSE(app->recovery());
  EXPECT_EQ(app->studio().document->data.nodeCount(), 100);
  for (int i = 0; i < 4; ++i) app->frame();
  EXPECT_EQ(toJson(app->saved()), toJson(before));
  EXPECT_TRUE(findRecoveries(folder_.file("state")).empty());
}

TEST_F(RecoveryTest, RunsOfAllDataComeBackAfterACrash) {
  const std::string state = folder_.file("state");
  const auto mine = [&](int part) { return autosavePath(state, static_cast<int>(::getpid()), part); };
  const auto keep = [&](App& app) {
    app.keepNow();
    settle(app);
  };
  const auto open = [&](App& app, const char* data) {
    openAnything(app.studio(), {data, {}, {}, 1});
    settle(app);
  };
  {
    const auto app = start("sbm:120,degree=6");
    Studio& studio = app->studio();
    train(*app, 1);
    settle(*app);
    keep(*app);
    EXPECT_FALSE(fs::exists(mine(1)));
    open(*app, "sbm:90,degree=6");
    train(*app, 1);
    settle(*app);
    keep(*app);
    ASSERT_TRUE(fs::exists(mine(0)) && fs::exists(mine(1)));
    EXPECT_EQ(loadWorkspace(mine(1))->data.data, "sbm:120,degree=6");
    EXPECT_EQ(loadWorkspace(mine(1))->runs.size(), 1u);
    // What did not change is not written again.
    const auto early = fs::last_write_time(mine(1)) - std::chrono::hours(1);
    fs::last_write_time(mine(1), early);
    studio.history.edit("ν", [](Workspace& w) { w.kernel().nu = 3.5; });
    keep(*app);
    EXPECT_EQ(loadWorkspace(mine(0))->workspace.kernel().nu, 3.5);
    EXPECT_EQ(fs::last_write_time(mine(1)), early);
    // What a program leaves that was killed: files of a process that is no more.
    for (int part = 0; part < 2; ++part) fs::copy_file(mine(part), autosavePath(state, 2'000'000'000, part));
    fs::copy(state + "/runs", folder_.file("runs"));
    // Data that are open again need no second part, and what was open before gets one.
    open(*app, "sbm:120,degree=6");
    keep(*app);
    EXPECT_EQ(loadWorkspace(mine(0))->dataHash, studio.opened->hash);
    EXPECT_EQ(loadWorkspace(mine(0))->runs.size(), 1u);
    EXPECT_FALSE(fs::exists(mine(1)));
    ASSERT_TRUE(fs::exists(mine(2)));
    EXPECT_EQ(loadWorkspace(mine(2))->data.data, "sbm:90,degree=6");
    // Without its runs it goes too.
    ASSERT_EQ(studio.training.runs().size(), 2u);
    studio.training.remove(studio.training.runs()[1].get());
    settle(*app);
    keep(*app);
    EXPECT_FALSE(fs::exists(mine(1)) || fs::exists(mine(2)));
    open(*app, "karate");
    keep(*app);
    EXPECT_TRUE(fs::exists(mine(1)));
  }
  // After a good end nothing is there of what was done.
  for (int part = 0; part < 4; ++part) EXPECT_FALSE(fs::exists(mine(part))) << part;
  EXPECT_TRUE(fs::is_empty(state + "/runs"));
  fs::copy(folder_.file("runs"), state + "/runs", fs::copy_options::recursive);
  std::set<NodeId> nodes;
  for (int i = 0; i < 2; ++i) {
    const auto app = start("karate");
    ASSERT_TRUE(app->recovery().has_value());
    app->bringBack();
    settle(*app);
    settle(*app);
    ASSERT_EQ(app->studio().training.runs().size(), 1u);
    EXPECT_EQ(app->studio().training.runs()[0]->trouble, "");
    EXPECT_EQ(app->studio().training.runs()[0]->snapshot->epoch, 12);
    nodes.insert(app->studio().document->data.nodeCount());
  }
  EXPECT_EQ(nodes, (std::set<NodeId>{90, 120}));
  EXPECT_FALSE(start("karate")->recovery().has_value());
}

TEST_F(RecoveryTest, WhatACrashLeftIsOfferedInABarThatFits) {
  {
    const auto app = start();
    app->keepNow();
    settle(*app);
    fs::copy_file(autosavePath(folder_.file("state"), static_cast<int>(::getpid())),
                  autosavePath(folder_.file("state"), 2'000'000'000));
  }
  const auto app = start();
  ASSERT_TRUE(app->recovery());
  fs::create_directories(SISPDE_SCREENSHOTS);
  for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
    app->studio().theme.kind = kind;
    applyTheme(app->studio().theme);
    app->frame();
    app->wantPicture();
    app->frame();
    const Picture& picture = app->picture().value();
    ASSERT_TRUE(writePng(
        {picture.width, picture.height, picture.pixels}, {},
        fmt::format("{}/recovery-{}.png", SISPDE_SCREENSHOTS, kind == ThemeKind::Light ? "light" : "dark")));
  }
  for (const auto& [width, height] : {std::pair(1280, 800), std::pair(640, 400)}) {
    app->resize(width, height);
    for (int i = 0; i < 3; ++i) app->frame();
    const ImGuiWindow* bar = ImGui::FindWindowByName("##recovery");
    ASSERT_NE(bar, nullptr);
    EXPECT_TRUE(bar->Active);
    EXPECT_LE(bar->ContentSize.x, bar->InnerRect.GetWidth()) << width;
  }
}

TEST_F(RecoveryTest, AGoodEndLeavesNothingToBringBack) {
  {
    const auto app = start();
    app->keepNow();
    settle(*app);
  }
  EXPECT_FALSE(start()->recovery());
}

TEST_F(RecoveryTest, AnEndWhileAnAutosaveIsWrittenLeavesNothingBehind) {
  {
    const auto app = start("grid:100x100");
    app->keepNow();
    const auto waits = [&] {
      const auto states = app->studio().jobs.states();
      return std::any_of(states.begin(), states.end(),
                         [](const Jobs::State& each) { return each.key == "autosave" && !each.running; });
    };
    while (waits()) std::this_thread::yield();
  }
  EXPECT_FALSE(fs::exists(autosavePath(folder_.file("state"), static_cast<int>(::getpid()))));
}

}  // namespace
}  // namespace sispde::studio
