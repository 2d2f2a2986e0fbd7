// What is kept between two starts of the program: settings, arrangement, recent data and eigenpairs; and what of a start is measured.

#include <chrono>
#include <filesystem>
#include <thread>

#include <GLFW/glfw3.h>
#include <imgui_internal.h>
#include <nlohmann/json.hpp>

#include "core/base/atomic_file.h"
#include "core/base/file.h"
#include "tests/gui/restart_steps.h"

namespace sispde::studio {
namespace {

namespace fs = std::filesystem;

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
