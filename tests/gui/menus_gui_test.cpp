// Menus, the palette, the search, and windows that are asked for.

#include <imgui_internal.h>

#include "tests/gui/gui_test.h"

namespace sispde::studio {
namespace {

// Open, and the one of its place that is seen.
bool isInFront(ImGuiTestContext* context, const char* title) {
  const ImGuiWindow* window = context->GetWindowByRef(title);
  return window != nullptr && window->WasActive && (!window->DockIsActive || window->DockTabIsVisible);
}

void aWindowThatIsAskedForComesToTheFront(ImGuiTestContext* context) {
  openData(context, "karate");
  App& app = appOf(context);
  app.runAction("Reset the arrangement");
  context->Yield(3);
  const auto run = [&](const char* words) {
    IM_CHECK(app.runAction(words));
    context->Yield(4);
  };
  const auto isOpen = [&](const std::string& words) {
    const auto found = std::find_if(app.actions().begin(), app.actions().end(),
                                    [&](const Action& action) { return action.words == words; });
    return found->checked();
  };
  run("Window: Log");
  IM_CHECK(isInFront(context, "//Log"));
  run("Window: History");  // at the same place
  IM_CHECK(isInFront(context, "//History") && !isInFront(context, "//Log"));
  run("Window: Log");
  IM_CHECK(isOpen("Window: Log") && isInFront(context, "//Log"));
  run("Window: Log");
  IM_CHECK(!isOpen("Window: Log"));
  run("Window: Log");
  run("Window: History");
  studioOf(context).log.trouble("Something went astray.");
  context->Yield(3);
  context->ItemClick("//##banner/details");
  context->Yield(4);
  IM_CHECK(isInFront(context, "//Log"));
  screenshot(context, "log-in-front");
  studioOf(context).log.putAway();
  run("Rewiring window");
  IM_CHECK(isInFront(context, "//Rewiring") && !isInFront(context, "//Kernel"));
  run("Window: Kernel");
  IM_CHECK(isInFront(context, "//Kernel"));
  run("Rewiring window");
  IM_CHECK(isInFront(context, "//Rewiring"));
  app.runAction("Reset the arrangement");
  context->Yield(3);
}

}  // namespace

void registerMenuTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, void (*test)(ImGuiTestContext*)) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "menus", name);
    made->TestFunc = test;
    made->UserData = &app;
  };
  add("a window that is asked for comes to the front", aWindowThatIsAskedForComesToTheFront);
}

}  // namespace sispde::studio
