// How the windows stand.

#include <imgui_internal.h>

#include "tests/gui/gui_test.h"

namespace sispde::studio {
namespace {

// Of all windows, open or not.
std::vector<std::string> windowTitles(ImGuiTestContext* context) {
  constexpr std::string_view head = "Window: ";
  std::vector<std::string> titles;
  for (const Action& action : appOf(context).actions())
    if (action.words.starts_with(head)) titles.push_back(action.words.substr(head.size()));
  return titles;
}

void allWindowsStandSideBySide(ImGuiTestContext* context) {
  App& app = appOf(context);
  openData(context, "sbm:200,degree=8");
  app.resize(2560, 1440);
  context->Yield(3);
  IM_CHECK(app.runAction("All windows side by side"));
  settle(context);
  std::vector<ImRect> places;
  for (const std::string& title : windowTitles(context)) {
    const ImGuiWindow* window = ImGui::FindWindowByName(title.c_str());
    IM_CHECK(window != nullptr);
    IM_CHECK(window->Active && window->DockTabIsVisible);
    IM_CHECK_GT(window->Size.x, 300.0f);
    IM_CHECK_GT(window->Size.y, 200.0f);
    for (const ImRect& other : places) IM_CHECK(!other.Overlaps(window->Rect()));
    places.push_back(window->Rect());
  }
  IM_CHECK_EQ(places.size(), 18u);
  screenshot(context, "all-windows");
  app.resize(1280, 800);
  IM_CHECK(app.runAction("Reset the arrangement"));
  settle(context);
  const ImGuiWindow* rewiring = ImGui::FindWindowByName("Rewiring");
  IM_CHECK(!rewiring->Active);
}

}  // namespace

void registerArrangementTests(ImGuiTestEngine* engine, App& app) {
  ImGuiTest* made = IM_REGISTER_TEST(engine, "arrangement", "all windows stand side by side");
  made->UserData = &app;
  made->TestFunc = allWindowsStandSideBySide;
}

}  // namespace sispde::studio
