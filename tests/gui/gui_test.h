#pragma once
// A test of the windows: a function that is given the test engine's context and the program. Registered by its file's function below.

#include <chrono>

#include <imgui_te_context.h>
#include <imgui_te_engine.h>

#include "app/studio/shell/app.h"

namespace sispde::studio {

// The program under test.
inline App& appOf(ImGuiTestContext* context) {
  return *static_cast<App*>(context->Test->UserData);
}
inline Studio& studioOf(ImGuiTestContext* context) {
  return appOf(context).studio();
}

// Frames until `done`, or very long: sanitized programs take some ten times as long.
template <class Done>
void until(ImGuiTestContext* context, const Done& done) {
#ifdef SISPDE_SANITIZED
  constexpr auto patience = std::chrono::minutes(20);
#else
  constexpr auto patience = std::chrono::minutes(2);
#endif
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!done() && std::chrono::steady_clock::now() < end) context->Yield();
}

// Frames until all background work is done and shown.
inline void settle(ImGuiTestContext* context) {
  context->Yield(2);  // what the last edit asks for is started
  until(context, [&] { return appOf(context).complete(); });
  context->Yield(3);
}

// Opens a data set and waits until its views are complete.
inline void openData(ImGuiTestContext* context, const std::string& data) {
  // What a test before chose to see, or was told, is of no account; eigenvectors would be computed anew.
  studioOf(context).log.putAway();
  studioOf(context).history.adjust([](Workspace& w) {
    w.colourBy = ColourBy::Correlation;
    w.sizeBy = SizeBy::Degree;
    w.rangeLocked = w.compared = false;
  });
  studioOf(context).open({data, {}, {}, 1});
  settle(context);
}

// Two Matérn kernels, A shown: what a test before left is of no account.
inline void resetKernels(ImGuiTestContext* context) {
  studioOf(context).history.edit("Kernels", [](Workspace& w) {
    w.kernels = {KernelSpec{.nu = 1.5, .kappa = 4}, KernelSpec{.nu = 0.5, .kappa = 2}};
    w.active = 0;
  });
  settle(context);
}

// Takes a docked window out, to a place and size of its own.
inline void detach(ImGuiTestContext* context, const char* title, ImVec2 at, ImVec2 size) {
  context->UndockWindow(title);
  context->WindowMove(title, at);
  context->WindowResize(title, size);
  context->Yield(2);
}

// All text that one frame draws, line by line.
std::string textOfFrame(ImGuiTestContext* context);

// Writes what is seen to out/screenshots/NAME.png, the mouse out of the way; it must not be blank.
void screenshot(ImGuiTestContext* context, const std::string& name);

// The same in the dark and in the light theme; the dark one is there before and after.
inline void inBothThemes(ImGuiTestContext* context, const std::string& name) {
  App& app = appOf(context);
  screenshot(context, name + "-dark");
  app.runAction("Light theme");
  context->Yield(3);
  screenshot(context, name + "-light");
  app.runAction("Light theme");
  context->Yield(3);
}

// A window by itself in both themes, and back to where it was.
// `title` begins with "//".
inline void floating(ImGuiTestContext* context, const char* title, ImVec2 size, const std::string& name) {
  detach(context, title, {300, 60}, size);
  inBothThemes(context, name);
  appOf(context).runAction("Reset the arrangement");
  context->Yield(3);
  // That closes what is closed at first.
  if (ImGuiWindow* window = context->GetWindowByRef(title); window == nullptr || !window->WasActive)
    appOf(context).runAction(std::string("Window: ") + (title + 2));
  context->Yield(3);
}

// Where a node is on the screen.
ImVec2 screenPlace(ImGuiTestContext* context, NodeId node);

void registerKernelTests(ImGuiTestEngine* engine, App& app);
void registerSliderTests(ImGuiTestEngine* engine, App& app);
void registerGraphTests(ImGuiTestEngine* engine, App& app);
void registerShellTests(ImGuiTestEngine* engine, App& app);
void registerKeysTests(ImGuiTestEngine* engine, App& app);
void registerMenuTests(ImGuiTestEngine* engine, App& app);
void registerLeavingTests(ImGuiTestEngine* engine, App& app);
void registerPracticeTests(ImGuiTestEngine* engine, App& app);
void registerHeatmapTests(ImGuiTestEngine* engine, App& app);
void registerTrainingTests(ImGuiTestEngine* engine, App& app);
void registerTroubleTests(ImGuiTestEngine* engine, App& app);
void registerRunsTests(ImGuiTestEngine* engine, App& app);
void registerRewiringTests(ImGuiTestEngine* engine, App& app);
void registerRewiringViewTests(ImGuiTestEngine* engine, App& app);
void registerWhatIfTests(ImGuiTestEngine* engine, App& app);
void registerArrangementTests(ImGuiTestEngine* engine, App& app);
void registerSoakTests(ImGuiTestEngine* engine, App& app);
void registerTourTests(ImGuiTestEngine* engine, App& app);
void registerViewTests(ImGuiTestEngine* engine, App& app);
void registerDialogTests(ImGuiTestEngine* engine, App& app);
void registerSecondTests(ImGuiTestEngine* engine, App& app);
void registerLessonTests(ImGuiTestEngine* engine, App& app);
void registerFigureTests(ImGuiTestEngine* engine, App& app);
void registerNodeTests(ImGuiTestEngine* engine, App& app);
void registerSteadyTests(ImGuiTestEngine* engine, App& app);

}  // namespace sispde::studio
