// Runs in the files of workspaces, and what is asked for before it would be lost.

#include <filesystem>

#include <imgui_internal.h>

#include "app/studio/shell/saving.h"
#include "core/base/file.h"
#include "tests/gui/restart_steps.h"

namespace sispde::studio {
namespace {

namespace fs = std::filesystem;

class SavedRunsTest : public RestartTest {};

TEST_F(SavedRunsTest, RunsAreSavedWithTheirWorkspace) {
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

TEST_F(SavedRunsTest, ATrainedRunIsAskedForBeforeTheEnd) {
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

TEST_F(SavedRunsTest, SavingOverAWorkspaceLosesNoRunThatIsNotBackYet) {
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

TEST_F(SavedRunsTest, SavingDeletesNothingOfTheUsers) {
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

TEST_F(SavedRunsTest, WhatIsInNoFileIsAskedForBeforeItIsLost) {
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

}  // namespace
}  // namespace sispde::studio
