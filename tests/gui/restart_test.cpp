// What is kept between two starts of the program: settings, arrangement, recent data, and the workspace after a crash.

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <set>
#include <stdexcept>
#include <thread>

#include <GLFW/glfw3.h>
#include <gtest/gtest.h>
#include <imgui_internal.h>
#include <unistd.h>
#include <nlohmann/json.hpp>

#include "app/studio/figure/png_text.h"
#include "app/studio/panels/training_remedy.h"
#include "app/studio/shell/app.h"
#include "app/studio/shell/saving.h"
#include "core/base/atomic_file.h"
#include "core/base/file.h"
#include "core/base/random.h"
#include "tests/unit/temporary_folder.h"

namespace sispde::studio {
namespace {

namespace fs = std::filesystem;
using sispde::testing::TemporaryFolder;

class RestartTest : public ::testing::Test {
 protected:
  // A program that keeps its files in a folder of the test's.
  std::unique_ptr<App> start(const std::string& data = "karate") {
    Options options;
    options.headless = true;
    options.data = data;
    options.folders.config = folder_.file("config");
    options.folders.state = folder_.file("state");
    options.folders.cache = folder_.file("cache");
    auto app = App::make(options);
    if (!app) throw std::runtime_error(app.error().sentence());
    settle(**app);
    return std::move(*app);
  }
  static void settle(App& app) {
    app.frame();
    while (!app.complete()) app.frame();
    app.frame();
  }
  void checkUnfinishedRun(bool edited);
  void leaveUnfinished(const std::string& data, int count);
  void checkAllComeBack(std::size_t count);
  TemporaryFolder folder_;
};

// What the background delivers is work of the UI thread: the next frame comes later by it.
TEST_F(RestartTest, FrameTimesCountWhatIsDelivered) {
  Options options;
  options.headless = true;
  options.data = "karate";
  options.frames = 3;
  options.perf = folder_.file("perf.json");
  auto app = App::make(options);
  ASSERT_TRUE(app);
  settle(**app);
  (*app)->studio().jobs.start("test", "slow", "waiting", [](const Progress&) -> Jobs::Delivery {
    return [] { std::this_thread::sleep_for(std::chrono::milliseconds(1500)); };
  });
  while (!(*app)->studio().jobs.states().empty()) std::this_thread::yield();
  ASSERT_TRUE((*app)->run());
  const auto perf = nlohmann::json::parse(readFile(options.perf).value());
  EXPECT_GE(perf.at("max_ms").get<double>(), 1500);
}

// A slider that never rested would give the run no kernel, and its speed would not be that of a training whose kernel changes.
TEST_F(RestartTest, ASweepGivesTheRunKernelsAndItsSpeedIsMeasuredWithThem) {
  Options options;
  options.headless = options.sweep = options.train = true;
  options.data = folder_.file("work.json");
  options.perf = folder_.file("perf.json");
  ASSERT_TRUE(writeFile(options.data, R"({"format": "sispde workspace", "version": 1,
    "data": {"source": "sbm:120,degree=6"},
    "training": {"set": {"epochs": "100000", "hidden": "8"}}})"));
  auto app = App::make(options);
  ASSERT_TRUE(app);
  std::stop_source stop;
  const std::jthread timer([&] {
    std::this_thread::sleep_for(std::chrono::seconds(6));
    stop.request_stop();
  });
  ASSERT_TRUE((*app)->run(stop.get_token()));
  const auto perf = nlohmann::json::parse(readFile(options.perf).value());
  EXPECT_GT(perf.at("kernel_changes").get<int>(), 0);
  EXPECT_GT(perf.at("epochs_per_s").get<double>(), 0);
  EXPECT_TRUE(perf.contains("epoch_ms"));
}

TEST_F(RestartTest, SettingsAndArrangementComeBack) {
  std::string arrangement;
  Settings settings;
  {
    const auto app = start();
    Settings& mine = app->studio().settings;
    mine.dark = false;
    mine.fontScale = 1.25;
    mine.keys["Undo"] = "Ctrl+U";
    ASSERT_TRUE(keepPreset(mine, {"mine", {.nu = 3}}));
    app->frame();
    app->runAction("Window: History");
    for (int i = 0; i < 4; ++i) app->frame();
    EXPECT_FLOAT_EQ(app->studio().theme.scale, 1.25f);
    settings = mine;
    arrangement = app->saved().arrangement;
    EXPECT_NE(arrangement.find("History"), std::string::npos);
  }
  const auto app = start();
  for (int i = 0; i < 4; ++i) app->frame();
  EXPECT_EQ(app->studio().settings, settings);
  EXPECT_FALSE(app->studio().theme.dark());
  EXPECT_FLOAT_EQ(app->studio().theme.scale, 1.25f);
  EXPECT_EQ(app->saved().arrangement, arrangement);
}

// Eigenpairs are written where the settings say so, and read by the next start: it shows those of the file.
TEST_F(RestartTest, EigenpairsAreKeptWhereThatIsAskedFor) {
  const auto eigenvectorOf = [&](const std::string& data, bool keep) {
    const auto app = start(data);
    app->studio().settings.keepEigenpairs = keep;
    app->frame();
    app->studio().history.edit("Colour", [](Workspace& w) {
      w.colourBy = ColourBy::Eigenvector;
      w.eigenvector = 1;
    });
    settle(*app);
    std::vector<float> vector;
    EXPECT_TRUE(app->studio().kernel.eigenvector(1, vector)) << data;
    return vector;
  };
  const auto files = [&] {
    std::vector<std::string> found;
    std::error_code none;
    for (const auto& each : fs::directory_iterator(eigenpairsFolder({.cache = folder_.file("cache")}), none))
      found.push_back(each.path().string());
    return found;
  };
  for (const char* data : {"grid:30x20", "grid:70x60"}) {  // all of them, and the first
    const std::vector<float> computed = eigenvectorOf(data, false);
    EXPECT_TRUE(files().empty()) << data;
    eigenvectorOf(data, true);
    ASSERT_EQ(files().size(), 1u) << data;
    const fs::file_time_type written = fs::last_write_time(files().front());
    EXPECT_EQ(eigenvectorOf(data, true), computed) << data;
    EXPECT_EQ(fs::last_write_time(files().front()), written) << data;
    fs::remove(files().front());
  }
}

TEST_F(RestartTest, EveryWindowIsSeenWhereThatIsAskedFor) {
  Options options;
  options.headless = options.allWindows = true;
  options.data = "karate";
  const auto app = App::make(options).value();
  settle(*app);
  for (const char* title : {"Kernel", "Rewiring", "Node", "Compare", "Runs", "Second graph", "Log"}) {
    const ImGuiWindow* window = ImGui::FindWindowByName(title);
    ASSERT_NE(window, nullptr) << title;
    EXPECT_TRUE(window->Active && window->DockTabIsVisible) << title;
  }
}

TEST_F(RestartTest, WhatWasOpenedIsRecent) {
  const std::string file = folder_.write("ring.csv", "0,1\n1,2\n2,3\n3,0\n");
  { start(file); }
  { start("grid:5x5"); }
  const auto app = start();
  EXPECT_EQ(app->studio().settings.recent, (std::vector<std::string>{"karate", "grid:5x5", file}));
  app->runAction("Recent: " + file);
  settle(*app);
  EXPECT_EQ(app->studio().document->data.nodeCount(), 4);
  EXPECT_EQ(app->studio().settings.recent[0], file);
}

// How wide a docked window is.
float widthOf(const char* title) {
  const ImGuiWindow* window = ImGui::FindWindowByName(title);
  return window != nullptr ? window->Size.x : 0;
}

TEST_F(RestartTest, TheArrangementAtFirstFollowsTheSizeOfTheWindow) {
  const auto resize = [](App& app, int width, int height) {
    glfwSetWindowSize(glfwGetCurrentContext(), width, height);
    for (int i = 0; i < 4; ++i) app.frame();
  };
  {
    const auto app = start();
    EXPECT_NEAR(widthOf("Kernel"), 264, 3);
    // The sliders are all seen without scrolling, as after a reset.
    const float height = ImGui::FindWindowByName("Kernel")->Size.y;
    EXPECT_EQ(ImGui::FindWindowByName("Kernel")->ScrollMax.y, 0);
    app->runAction("Reset the arrangement");
    for (int i = 0; i < 4; ++i) app->frame();
    EXPECT_NEAR(ImGui::FindWindowByName("Kernel")->Size.y, height, 1);
    resize(*app, 2560, 1440);
    EXPECT_NEAR(widthOf("Kernel"), 420, 3);
    EXPECT_NEAR(widthOf("Covariance"), 560, 3);
  }
  // Kept from a large window, and opened in a small one.
  const auto app = start();
  for (int i = 0; i < 4; ++i) app->frame();
  EXPECT_NEAR(widthOf("Kernel"), 264, 3);
  EXPECT_NEAR(widthOf("Covariance"), 372, 3);
  // What the user has changed stays.
  const ImGuiWindow* kernel = ImGui::FindWindowByName("Kernel");
  ImGuiIO& io = ImGui::GetIO();
  const float border = kernel->Pos.x + kernel->Size.x + 0.5f, y = kernel->Pos.y + kernel->Size.y / 2;
  const auto mouse = [&](float x, std::optional<bool> down) {
    glfwSetCursorPos(glfwGetCurrentContext(), x, y);
    io.AddMousePosEvent(x, y);
    if (down) io.AddMouseButtonEvent(0, *down);
    for (int i = 0; i < 3; ++i) app->frame();
  };
  mouse(border, {});
  mouse(border, true);
  mouse(border + 60, {});
  mouse(border + 60, false);
  EXPECT_NEAR(widthOf("Kernel"), 324, 6);
  resize(*app, 2560, 1440);
  EXPECT_NEAR(widthOf("Kernel"), 324, 6);
}

TEST_F(RestartTest, AWorkspaceBringsItsThemeForThisTime) {
  const std::string path = folder_.file("light.json");
  {
    const auto app = start();
    EXPECT_TRUE(app->studio().theme.dark());
    app->runAction("Light theme");
    app->save(path);
    settle(*app);
    app->runAction("Light theme");
  }
  const auto app = start(path);
  settle(*app);
  EXPECT_FALSE(app->studio().theme.dark());
  EXPECT_TRUE(app->studio().settings.dark);  // what the user chose for every start
}

TEST_F(RestartTest, KeysThatAreNoneAreLeftOut) {
  Settings settings;
  settings.keys = {{"Undo", "Foo+Z"}, {"New noise", "F9"}};
  ASSERT_TRUE(saveSettings(folder_.file("config") + "/settings.json", settings));
  const auto app = start();
  EXPECT_EQ(app->studio().settings.keys, (std::map<std::string, std::string>{{"New noise", "F9"}}));
  ASSERT_NE(app->studio().log.told(), nullptr);
  EXPECT_NE(app->studio().log.told()->text.find("“Undo”"), std::string::npos);
}

TEST_F(RestartTest, WithoutADisplayTheKeptSizeOfTheWindowIsIgnored) {
  Settings settings;
  settings.window = {1600, 1000, false};
  ASSERT_TRUE(saveSettings(folder_.file("config") + "/settings.json", settings));
  const auto app = start();
  EXPECT_EQ(ImGui::GetMainViewport()->Size.x, 1280);
  EXPECT_EQ(app->studio().settings.window, settings.window);
}

// On the graph as it was opened, or on an edited one.
void RestartTest::checkUnfinishedRun(bool edited) {
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

TEST_F(RestartTest, ARunThatWasNotDoneComesBackWithItsCurvesAndGoesOn) {
  checkUnfinishedRun(false);
}

TEST_F(RestartTest, ARunOnAnEditedGraphComesBackToo) {
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
void RestartTest::leaveUnfinished(const std::string& data, int count) {
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
void RestartTest::checkAllComeBack(std::size_t count) {
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

TEST_F(RestartTest, AnUnfinishedRunOfOtherDataThanTheOpenOnesIsOffered) {
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
TEST_F(RestartTest, AnUnfinishedRunWhoseReturnWasCancelledIsOfferedAgain) {
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
TEST_F(RestartTest, WhatWasKeptGoesWhenItIsKeptAgain) {
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
TEST_F(RestartTest, ARunThatIsNotBackYetIsKeptWhereItIs) {
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
TEST_F(RestartTest, AWorkspaceInWhosePlaceItsDataWereOpenedIsOfferedAgain) {
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

TEST_F(RestartTest, RunsOfWhichOneReturnWasCancelledAreAllOfferedAgain) {
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

TEST_F(RestartTest, ARunThatWasDoneLeavesNothingBehind) {
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

TEST_F(RestartTest, RunsAreSavedWithTheirWorkspace) {
  const std::string path = folder_.file("mine.json");
  const auto checkpoints = [&] {
    std::size_t count = 0;
    for ([[maybe_unused]] const auto& each : fs::directory_iterator(folder_.file("mine.json.runs"))) ++count;
    return count;
  };
  std::vector<ScoredEpoch> scored;
  std::string name;
  {
    const auto app = start("sbm:120,degree=6");
    Studio& studio = app->studio();
    studio.history.edit("Training", [](Workspace& w) {
      w.training.set = {{"epochs", "12"}, {"hidden", "8"}};
      w.training.repeats = 2;
    });
    studio.startTraining();
    settle(*app);
    ASSERT_EQ(studio.training.runs().size(), 2u);
    studio.training.runs()[1]->name = "the second";
    // Twice: the first save's checkpoints go when the second is whole.
    for (int i = 0; i < 2; ++i) {
      app->save(path);
      settle(*app);
      EXPECT_EQ(checkpoints(), 2u);
    }
    scored = studio.training.runs()[1]->scored;
    ASSERT_GE(scored.size(), 3u);
    // All of it is in the file: nothing to ask.
    EXPECT_TRUE(app->runAction("Quit"));
    EXPECT_TRUE(app->closing());
  }
  const auto app = start(path);
  settle(*app);
  Studio& studio = app->studio();
  EXPECT_EQ(studio.log.banner(), nullptr);
  ASSERT_EQ(studio.training.runs().size(), 2u);
  const TrainedRun& run = *studio.training.runs()[1];
  EXPECT_EQ(run.name, "the second");
  EXPECT_EQ(run.state(), RunState::Done);
  EXPECT_TRUE(run.finalScored);
  ASSERT_EQ(run.scored.size(), scored.size());
  for (std::size_t i = 0; i < scored.size(); ++i) EXPECT_EQ(run.scored[i].epoch, scored[i].epoch);
  const auto& scores = run.scored.back().scoring->evaluation.scores;
  const auto& before = scored.back().scoring->evaluation.scores;
  ASSERT_EQ(scores.size(), before.size());
  for (std::size_t i = 0; i < scores.size(); ++i) EXPECT_EQ(scores[i].id, before[i].id) << before[i].name;
  EXPECT_EQ(checkpoints(), 2u);  // they stay the user's
  EXPECT_TRUE(app->runAction("Quit"));
  EXPECT_TRUE(app->closing());
}

// Whether the question before a loss is on the screen.
bool isAsked() {
  const ImGuiWindow* question = ImGui::FindWindowByName("Not saved");
  return question != nullptr && question->Active;
}

// Some epochs to the end.
void train(App& app, int repeats) {
  app.studio().history.edit("Training", [&](Workspace& w) {
    w.training.set = {{"epochs", "12"}, {"hidden", "8"}};
    w.training.repeats = repeats;
  });
  app.studio().startTraining();
}

TEST_F(RestartTest, ATrainedRunIsAskedForBeforeTheEnd) {
  const auto app = start("sbm:120,degree=6");
  train(*app, 1);
  settle(*app);
  // Other data and back: the run is still in no file.
  openAnything(app->studio(), {"karate", {}, {}, 1});
  settle(*app);
  EXPECT_TRUE(app->runAction("Quit"));
  app->frame();
  EXPECT_FALSE(app->closing());
  EXPECT_TRUE(isAsked());
  openAnything(app->studio(), {"sbm:120,degree=6", {}, {}, 1});
  settle(*app);
  EXPECT_TRUE(app->runAction("Quit"));
  app->frame();
  EXPECT_FALSE(app->closing());
  app->save(folder_.file("mine.json"));
  EXPECT_TRUE(app->runAction("Quit"));  // waits for the file
  EXPECT_FALSE(app->closing());
  settle(*app);
  EXPECT_TRUE(app->closing());
  EXPECT_TRUE(loadWorkspace(folder_.file("mine.json")).has_value());
}

TEST_F(RestartTest, SavingOverAWorkspaceLosesNoRunThatIsNotBackYet) {
  const std::string path = folder_.file("mine.json");
  {
    const auto app = start("sbm:120,degree=6");
    train(*app, 2);
    settle(*app);
    app->save(path);
    settle(*app);
  }
  const auto app = start("karate");
  Studio& studio = app->studio();
  openAnything(studio, {path, {}, {}, 1});
  while (studio.training.runs().empty()) app->frame();
  ASSERT_EQ(studio.training.runs().size(), 2u);
  EXPECT_EQ(studio.training.runs()[1]->run, nullptr);
  app->save(path);
  settle(*app);
  settle(*app);
  for (const auto& run : studio.training.runs()) {
    EXPECT_EQ(run->trouble, "");
    EXPECT_TRUE(run->finalScored);
  }
  // Opened again, they are there once.
  openAnything(studio, {"karate", {}, {}, 1});
  settle(*app);
  openAnything(studio, {path, {}, {}, 1});
  settle(*app);
  EXPECT_EQ(studio.training.runs().size(), 2u);
  app->save(path);
  settle(*app);
  const SavedWorkspace saved = loadWorkspace(path).value();
  ASSERT_EQ(saved.runs.size(), 2u);
  for (const SavedRun& run : saved.runs) EXPECT_TRUE(readCheckpoint(run.checkpoint).has_value());
}

TEST_F(RestartTest, SavingDeletesNothingOfTheUsers) {
  const std::string folder = folder_.file("mine.json.runs");
  fs::create_directories(folder);
  folder_.write("mine.json.runs/run-1-1.npz", "mine");
  folder_.write("other.json.runs", "a file");
  const auto app = start("sbm:120,degree=6");
  app->save(folder_.file("other.json"));
  settle(*app);
  EXPECT_EQ(readFile(folder_.file("other.json.runs")).value_or(""), "a file");
  train(*app, 1);
  settle(*app);
  for (int i = 0; i < 2; ++i) {
    app->save(folder_.file("mine.json"));
    settle(*app);
  }
  EXPECT_EQ(readFile(folder + "/run-1-1.npz").value_or(""), "mine");
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& each : fs::directory_iterator(folder)) ++files;
  EXPECT_EQ(files, 2u);
}

TEST_F(RestartTest, WhatIsInNoFileIsAskedForBeforeItIsLost) {
  const auto app = start("sbm:120,degree=6");
  Studio& studio = app->studio();
  studio.editGraph("Dropped an edge", {studio.document->edges[3]}, {});
  settle(*app);
  EXPECT_TRUE(app->runAction("Quit"));
  app->frame();
  EXPECT_FALSE(app->closing());
  EXPECT_TRUE(isAsked());
  app->save(folder_.file("mine.json"));
  settle(*app);
  EXPECT_FALSE(fs::exists(folder_.file("mine.json.runs")));  // there is no run
  EXPECT_TRUE(app->runAction("Quit"));
  EXPECT_TRUE(app->closing());
}

TEST_F(RestartTest, TheWorkspaceComesBackAfterACrash) {
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

TEST_F(RestartTest, RunsOfAllDataComeBackAfterACrash) {
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

TEST_F(RestartTest, WhatACrashLeftIsOfferedInABarThatFits) {
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

TEST_F(RestartTest, AGoodEndLeavesNothingToBringBack) {
  {
    const auto app = start();
    app->keepNow();
    settle(*app);
  }
  EXPECT_FALSE(start()->recovery());
}

TEST_F(RestartTest, AnEndWhileAnAutosaveIsWrittenLeavesNothingBehind) {
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

TEST_F(RestartTest, ADamagedArrangementDoesNotStopTheProgram) {
  { start(); }
  const std::string path = folder_.file("config") + "/arrangement.ini";
  const std::string good = readFile(path).value();
  ASSERT_GT(good.size(), 200u);
  Random random(7);
  for (int round = 0; round < 12; ++round) {
    std::string bad = good;
    for (int i = 0; i < 30; ++i)
      bad[static_cast<std::size_t>(random.below(bad.size()))] = static_cast<char>(32 + random.below(95));
    folder_.write("config/arrangement.ini", bad.substr(0, bad.size() - random.below(bad.size() / 2)));
    const auto app = start();
    EXPECT_EQ(app->studio().document->data.nodeCount(), 34) << "round " << round;
  }
}

}  // namespace
}  // namespace sispde::studio
