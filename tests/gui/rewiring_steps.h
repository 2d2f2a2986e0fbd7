#pragma once
// What tests with a rewiring have in common.

#include "tests/gui/gui_test.h"

namespace sispde::studio {

inline void openRewiring(ImGuiTestContext* context, const char* data) {
  openData(context, data);
  Studio& studio = studioOf(context);
  while (!studio.training.runs().empty()) studio.training.remove(studio.training.runs().back().get());
  studio.history.edit("Start", [](Workspace& w) {
    w.rewire = {};
    w.training = {};
    w.kernels = {KernelSpec{.nu = 1.5, .kappa = 4}, KernelSpec{.nu = 0.5, .kappa = 2}};
    w.active = 0;
  });
  appOf(context).runAction("Rewiring window");
  settle(context);
}

inline void closeRewiring(ImGuiTestContext* context) {
  // Behind another tab it comes to the front first.
  do {
    appOf(context).runAction("Window: Rewiring");
    settle(context);
  } while (studioOf(context).inForce("Window: Rewiring"));
}

}  // namespace sispde::studio
