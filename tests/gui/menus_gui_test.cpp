// Menus, the palette, the search, and windows that are asked for.

#include <algorithm>
#include <cmath>

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

void everyMenuIsLowerThanTheWindow(ImGuiTestContext* context) {
  openData(context, "karate");
  for (const char* menu : {"File", "Edit", "View", "Kernel", "Run", "Rewire", "Lessons", "Help"}) {
    context->SetRef("##MainMenuBar");
    context->MenuClick(menu);
    context->Yield(2);
    const ImGuiWindow* window = ImGui::GetCurrentContext()->OpenPopupStack.back().Window;
    IM_CHECK_EQ(window->ScrollMax.y, 0.0f);
    IM_CHECK_LE(window->Size.y, 480.0f);
    context->PopupCloseAll();
  }
  context->SetRef("##MainMenuBar");
  context->MenuAction(ImGuiTestAction_Hover, "View/Windows");
  context->Yield(2);
  inBothThemes(context, "menu-windows");
  context->MenuClick("View/Windows/###Window: History");
  context->Yield(3);
  IM_CHECK(isInFront(context, "//History"));
  context->SetRef("##MainMenuBar");
  context->MenuClick("View/Windows/###Window: History");
  context->Yield(3);
  IM_CHECK(!isInFront(context, "//History"));
  context->MenuClick("View/Colour by/###Colour by degree");
  IM_CHECK(studioOf(context).workspace().colourBy == ColourBy::Degree);
}

std::string firstFor(ImGuiTestContext* context, const char* text) {
  const auto fitting = fittingActions(appOf(context).actions(), text);
  return fitting.empty() ? "" : fitting[0]->words;
}

void thePaletteFindsWordsInAnyOrder(ImGuiTestContext* context) {
  openData(context, "karate");
  IM_CHECK_STR_EQ(firstFor(context, "colour by degree").c_str(), "Colour by degree");
  IM_CHECK_STR_EQ(firstFor(context, "degree colour").c_str(), "Colour by degree");
  IM_CHECK_STR_EQ(firstFor(context, "clrdegr").c_str(), "Colour by degree");
  IM_CHECK_STR_EQ(firstFor(context, "palet").c_str(), "Command palette");
  IM_CHECK_STR_EQ(firstFor(context, "zzz").c_str(), "");
  // Letters count where no words fit.
  for (const Action* action : fittingActions(appOf(context).actions(), "degree"))
    IM_CHECK(action->words.find("degree") != std::string::npos);
}

void thePaletteFollowsWhatIsChosen(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_P);
  context->Yield(3);
  const auto list = [&] { return context->WindowInfo("//$FOCUSED/##actions").Window; };
  IM_CHECK(list() != nullptr);
  IM_CHECK_EQ(list()->Scroll.y, 0.0f);
  context->KeyPress(ImGuiKey_DownArrow, 40);
  context->Yield(2);
  IM_CHECK_GT(list()->Scroll.y, 300.0f);
  // What cannot be done now is there, and does nothing.
  IM_CHECK(ImGui::GetIO().WantTextInput);  // the line is still typed into
  context->KeyCharsReplace("as it was opened");
  context->Yield(2);
  IM_CHECK_EQ(list()->Scroll.y, 0.0f);  // the list is short now
  inBothThemes(context, "palette-missing");
  const std::size_t entries = studio.history.doneCount();
  context->KeyPress(ImGuiKey_Enter);
  context->Yield(3);
  IM_CHECK(ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
  IM_CHECK_EQ(studio.history.doneCount(), entries);
  // And an arrow and Enter run what is chosen: the second of the tools.
  context->KeyCharsReplace("tool:");
  context->KeyPress(ImGuiKey_DownArrow);
  context->KeyPress(ImGuiKey_Enter);
  context->Yield(3);
  IM_CHECK(studio.view.tool == Tool::Rectangle);
  IM_CHECK(!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup));
  studio.view.tool = Tool::Pick;
}

void everyActionThatIsNotEnabledSaysWhy(ImGuiTestContext* context) {
  openData(context, "karate");
  for (const Action& action : appOf(context).actions())
    if (!action.enabled()) {
      if (action.missing().empty()) context->LogError("%s", action.words.c_str());
      IM_CHECK(!action.missing().empty());
    }
}

void theListOfKeysLeavesOutWhatComesAndGoes(ImGuiTestContext* context) {
  openData(context, "karate");
  for (const Action& action : appOf(context).actions())
    IM_CHECK_EQ(action.listed,
                !action.words.starts_with("Example: ") && !action.words.starts_with("Recent: "));
  IM_CHECK(appOf(context).runAction("Keys"));
  context->Yield(3);
  context->SetRef("Keys");
  IM_CHECK(context->ItemExists("**/Ctrl+S##Save workspace …"));
  IM_CHECK(!context->ItemExists("**/–##Example: Karate club"));
  inBothThemes(context, "keys-grouped");
  context->WindowClose("");
}

void anExampleBecomesARecentOne(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  std::erase(studio.settings.recent, "sbm:1000,degree=12");
  context->ItemClick("//Data/communities");
  settle(context);
  IM_CHECK(!studio.settings.recent.empty());
  IM_CHECK_STR_EQ(studio.settings.recent[0].c_str(), "sbm:1000,degree=12");
}

void type(ImGuiTestContext* context, const char* words) {
  context->KeyPress(ImGuiMod_Ctrl | ImGuiKey_F);
  context->Yield(4);
  context->KeyCharsReplace(words);
  context->Yield(3);
}

void whatIsSoughtIsListedAndSeen(ImGuiTestContext* context) {
  openData(context, "sbm:400,degree=8");
  Studio& studio = studioOf(context);
  const auto selected = [&] { return studio.workspace().selection; };
  studio.select({}, "None");
  // Classes without names, where every number is a node's too.
  type(context, "class 1");
  context->KeyPress(ImGuiKey_Enter);
  context->Yield(3);
  IM_CHECK(selected() != nullptr);
  for (const NodeId u : *selected()) IM_CHECK_EQ(studio.document->data.labels[u], 1);
  // The second of the list is the class: by an arrow, and by a click.
  for (const bool click : {false, true}) {
    studio.select({}, "None");
    type(context, "2");
    if (click) {
      inBothThemes(context, "search-list");
      context->ItemClick("//##hits/$$1/###hit");
    } else {
      context->KeyPress(ImGuiKey_DownArrow);
      context->KeyPress(ImGuiKey_Enter);
    }
    context->Yield(3);
    IM_CHECK(selected() != nullptr);
    IM_CHECK_EQ(studio.document->data.labels[selected()->front()], 2);
  }
  // A node is in the middle, and its neighbours are seen around it.
  studio.view.camera.scale *= 1e-3;
  type(context, "node 2");
  context->KeyPress(ImGuiKey_Enter);
  context->Yield(3);
  IM_CHECK_EQ(studio.workspace().picked, 2);
  const ViewSize view = studio.view.graphSize;
  const auto placeOf = [&](NodeId u) {
    const Point p = studio.layout.positions().at(u);
    return studio.view.camera.toScreen({p.x, p.y}, view);
  };
  IM_CHECK_LT(std::abs(placeOf(2).x - view.width / 2), 2);
  IM_CHECK_LT(std::abs(placeOf(2).y - view.height / 2), 2);
  double farthest = 0;
  for (const NodeId u : surroundings(studio.document->data.graph, 2)) {
    const DoublePoint p = placeOf(u);
    IM_CHECK(p.x > 0 && p.y > 0 && p.x < view.width && p.y < view.height);
    farthest = std::max({farthest, std::abs(p.x - view.width / 2), std::abs(p.y - view.height / 2)});
  }
  IM_CHECK_GT(farthest, 0.3 * std::min(view.width, view.height));
  screenshot(context, "search-node");
  studio.select({}, "None");
  studio.view.fitWanted = true;
  context->Yield(2);
}

}  // namespace

void registerMenuTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, void (*test)(ImGuiTestContext*)) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "menus", name);
    made->TestFunc = test;
    made->UserData = &app;
  };
  add("a window that is asked for comes to the front", aWindowThatIsAskedForComesToTheFront);
  add("what is sought is listed and seen", whatIsSoughtIsListedAndSeen);
  add("every menu is lower than the window", everyMenuIsLowerThanTheWindow);
  add("the palette finds words in any order", thePaletteFindsWordsInAnyOrder);
  add("the palette follows what is chosen", thePaletteFollowsWhatIsChosen);
  add("every action that is not enabled says why", everyActionThatIsNotEnabledSaysWhy);
  add("the list of keys leaves out what comes and goes", theListOfKeysLeavesOutWhatComesAndGoes);
  add("an example becomes a recent one", anExampleBecomesARecentOne);
}

}  // namespace sispde::studio
