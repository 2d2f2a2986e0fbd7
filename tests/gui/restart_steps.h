#pragma once
// A program that is started again and again on the same folders.

#include <memory>
#include <stdexcept>

#include <gtest/gtest.h>

#include "app/studio/shell/app.h"
#include "tests/unit/temporary_folder.h"

namespace sispde::studio {

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
  // Some epochs to the end.
  static void train(App& app, int repeats) {
    app.studio().history.edit("Training", [&](Workspace& w) {
      w.training.set = {{"epochs", "12"}, {"hidden", "8"}};
      w.training.repeats = repeats;
    });
    app.studio().startTraining();
  }
  sispde::testing::TemporaryFolder folder_;
};

}  // namespace sispde::studio
