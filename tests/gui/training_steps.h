#pragma once
// What tests with a training have in common.

#include "core/base/option_table.h"
#include "tests/gui/gui_test.h"

namespace sispde::studio {

// A small graph with classes, and a training of some epochs.
inline void openForTraining(ImGuiTestContext* context, int epochs,
                            const std::string& data = "sbm:200,degree=8") {
  openData(context, data);
  Studio& studio = studioOf(context);
  while (!studio.training.runs().empty()) studio.training.remove(studio.training.runs().back().get());
  studio.view.epoch.reset();
  studio.history.edit("Training", [&](Workspace& w) {
    w.training = {};
    w.training.set = {{"epochs", valueText(std::int64_t{epochs})}, {"score_every", "2"}, {"hidden", "16"}};
    w.score = {};
    w.kernels = {KernelSpec{.nu = 1.5, .kappa = 4}, KernelSpec{.nu = 0.5, .kappa = 2}};
    w.active = 0;
  });
  settle(context);
}

// Runs of the first detector over `seeds` seeds, then one of MSP.
inline void trainTwoKinds(ImGuiTestContext* context, int seeds) {
  openForTraining(context, 6);
  Studio& studio = studioOf(context);
  studio.history.edit("Seeds", [&](Workspace& w) { w.training.repeats = seeds; });
  studio.startTraining();
  settle(context);
  studio.history.edit("Detector", [](Workspace& w) {
    w.training.detector = "msp";
    w.training.repeats = 1;
  });
  studio.startTraining();
  settle(context);
}

}  // namespace sispde::studio
