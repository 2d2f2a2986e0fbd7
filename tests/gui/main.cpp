// Runs all tests of the windows on GLFW's null platform with real OpenGL. An argument is a filter of their names.

#include <cstdlib>
#include <filesystem>

#include <fmt/core.h>

#include "tests/gui/gui_test.h"

namespace {

using namespace sispde;
using namespace sispde::studio;

int runTests(std::unique_ptr<App> owned, const char* filter) {
  App& app = *owned;
  ImGuiTestEngine* engine = ImGuiTestEngine_CreateContext();
  ImGuiTestEngineIO& io = ImGuiTestEngine_GetIO(engine);
  io.ConfigRunSpeed = ImGuiTestRunSpeed_Fast;
  io.ConfigVerboseLevel = ImGuiTestVerboseLevel_Warning;
  io.ConfigVerboseLevelOnError = ImGuiTestVerboseLevel_Info;
  io.ConfigLogToTTY = true;
  io.ConfigNoThrottle = true;
  io.ConfigMouseDrawCursor = false;  // it would be in the pictures
  // The two clicks are some frames apart, and on a busy machine one frame may take longer than ImGui's 0.3 s. A slider of the settings
  // waits for that time.
  ImGui::GetIO().MouseDoubleClickTime = 2;
  // For tests that hang, not for slow ones: a machine may be busy, and under a sanitizer a frame takes some ten times as long.
#ifdef SISPDE_SANITIZED
  io.ConfigWatchdogWarning = 600;
#else
  io.ConfigWatchdogWarning = 120;
#endif
  io.ConfigWatchdogKillTest = 1800;
  if (std::getenv("SISPDE_SOAK_SECONDS") != nullptr)  // see soak_gui_test.cpp
    io.ConfigWatchdogWarning = io.ConfigWatchdogKillTest = 10'000;
  registerKernelTests(engine, app);
  registerSliderTests(engine, app);
  registerGraphTests(engine, app);
  registerHeatmapTests(engine, app);
  registerTrainingTests(engine, app);
  registerTroubleTests(engine, app);
  registerRunsTests(engine, app);
  registerRewiringTests(engine, app);
  registerRewiringViewTests(engine, app);
  registerWhatIfTests(engine, app);
  registerTourTests(engine, app);
  registerSecondTests(engine, app);
  registerNodeTests(engine, app);
  registerShellTests(engine, app);
  registerKeysTests(engine, app);
  registerMenuTests(engine, app);
  registerLeavingTests(engine, app);
  registerPracticeTests(engine, app);
  registerViewTests(engine, app);
  registerDialogTests(engine, app);
  registerLessonTests(engine, app);
  registerFigureTests(engine, app);
  registerArrangementTests(engine, app);
  registerSoakTests(engine, app);
  registerSteadyTests(engine, app);
  ImGuiTestEngine_Start(engine, ImGui::GetCurrentContext());
  ImGuiTestEngine_QueueTests(engine, ImGuiTestGroup_Tests, filter, ImGuiTestRunFlags_RunFromCommandLine);
  while (!ImGuiTestEngine_IsTestQueueEmpty(engine)) {
    app.frame();
    ImGuiTestEngine_PostSwap(engine);
  }
  ImGuiTestEngineResultSummary summary{};
  ImGuiTestEngine_GetResultSummary(engine, &summary);
  ImVector<ImGuiTest*> tests;
  ImGuiTestEngine_GetTestList(engine, &tests);
  for (const ImGuiTest* test : tests)
    if (test->Output.Status == ImGuiTestStatus_Error)
      fmt::print("failed: {}.{}\n", test->Category.c_str(), test->Name.c_str());
  fmt::print("{} of {} tests of the windows passed\n", summary.CountSuccess, summary.CountTested);
  ImGuiTestEngine_Stop(engine);
  const bool good = summary.CountTested > 0 && summary.CountSuccess == summary.CountTested;
  owned.reset();  // the engine must outlive its context
  ImGuiTestEngine_DestroyContext(engine);
  return good ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  std::filesystem::create_directories(SISPDE_SCREENSHOTS);
  Options options;
  options.headless = true;
  options.data = "karate";
  auto app = App::make(options);
  if (!app) {
    fmt::print(stderr, "{}\n", app.error().sentence());
    return 1;
  }
  return runTests(std::move(*app), argc > 1 ? argv[1] : nullptr);
}
