#include <algorithm>
#include <cmath>
#include <filesystem>

#include "tests/gui/held_lane.h"

namespace sispde::studio {

ImVec2 screenPlace(ImGuiTestContext* context, NodeId node) {
  const Studio& studio = studioOf(context);
  const Point p = studio.layout.positions()[node];
  const DoublePoint place = studio.view.camera.toScreen({p.x, p.y}, studio.view.graphSize);
  return {static_cast<float>(studio.view.graphAt.x + place.x),
          static_cast<float>(studio.view.graphAt.y + place.y)};
}

namespace {

void clickNode(ImGuiTestContext* context, NodeId node) {
  context->MouseMoveToPos(screenPlace(context, node));
  context->Yield();
  context->MouseClick();
  context->Yield(2);
}

void clickingPicks(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  for (const NodeId node : {33, 5, 16}) {
    clickNode(context, node);
    IM_CHECK_EQ(studio.workspace().picked, node);
    settle(context);
    IM_CHECK_EQ(studio.kernel.correlation().values.size(), 34u);
    IM_CHECK_LT(std::abs(studio.kernel.correlation().values[node] - 1), 1e-4f);
  }
}

void shiftAddsAndGrowGoesOneHop(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  context->KeyDown(ImGuiMod_Shift);
  clickNode(context, 16);
  clickNode(context, 9);
  context->KeyUp(ImGuiMod_Shift);
  IM_CHECK(studio.workspace().selection != nullptr);
  IM_CHECK(*studio.workspace().selection == (std::vector<NodeId>{9, 16}));
  context->KeyPress(ImGuiKey_G);
  context->Yield(2);
  std::vector<NodeId> expected{9, 16};
  for (const NodeId u : {9, 16})
    for (const NodeId v : studio.document->data.graph.neighbours(u)) expected.push_back(v);
  std::sort(expected.begin(), expected.end());
  expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
  IM_CHECK(*studio.workspace().selection == expected);
  context->KeyPress(ImGuiKey_Escape);
  context->Yield(2);
  IM_CHECK(studio.workspace().selection == nullptr);
}

void dragWith(ImGuiTestContext* context, const std::vector<ImVec2>& path) {
  context->MouseMoveToPos(path[0]);
  context->MouseDown();
  for (const ImVec2& place : path) context->MouseMoveToPos(place);
  context->MouseUp();
  context->Yield(2);
}

// A rectangle and a lasso around the same part of the view select the same nodes.
void rectangleAndLassoSelectWhatTheyEnclose(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const auto& view = studio.view;
  const ImVec2 a{static_cast<float>(view.graphAt.x) + 60, static_cast<float>(view.graphAt.y) + 120};
  const ImVec2 b{a.x + static_cast<float>(view.graphSize.width) * 0.45f,
                 a.y + static_cast<float>(view.graphSize.height) * 0.6f};
  std::vector<NodeId> expected;
  for (NodeId u = 0; u < 34; ++u) {
    const ImVec2 p = screenPlace(context, u);
    if (p.x >= a.x && p.x <= b.x && p.y >= a.y && p.y <= b.y) expected.push_back(u);
  }
  IM_CHECK(!expected.empty());
  context->SetRef("Graph");
  context->ItemClick("box");
  dragWith(context, {a, b});
  IM_CHECK(studio.workspace().selection != nullptr && *studio.workspace().selection == expected);
  context->KeyPress(ImGuiKey_Escape);
  context->ItemClick("lasso");
  dragWith(context, {a, {b.x, a.y}, b, {a.x, b.y}});
  IM_CHECK(studio.workspace().selection != nullptr && *studio.workspace().selection == expected);
  context->ItemClick("pick");
  context->KeyPress(ImGuiKey_Escape);
}

void theWheelZoomsAtTheCursor(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const ImVec2 place = screenPlace(context, 0);
  context->MouseMoveToPos(place);
  const double scale = studio.view.camera.scale;
  context->MouseWheelY(3);
  context->Yield(2);
  IM_CHECK_GT(studio.view.camera.scale, 1.5 * scale);
  const ImVec2 after = screenPlace(context, 0);
  IM_CHECK_LT(std::hypot(after.x - place.x, after.y - place.y), 3.0f);
  context->KeyPress(ImGuiKey_F);
  context->Yield(2);
  IM_CHECK_LT(std::abs(studio.view.camera.scale / scale - 1), 0.02);
}

void aDraggedNodeFollows(ImGuiTestContext* context) {
  openData(context, "karate");
  const ImVec2 from = screenPlace(context, 11);
  const ImVec2 to{from.x + 30, from.y + 20};
  context->MouseMoveToPos(from);
  context->Yield();
  dragWith(context, {from, {from.x + 10, from.y + 5}, to});
  const ImVec2 now = screenPlace(context, 11);
  IM_CHECK_LT(std::hypot(now.x - to.x, now.y - to.y), 3.0f);
}

// A drag and a pin are entries of the history: undo brings the node back, redo forth.
void dragsAndPinsAreUndone(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const auto at = [&](NodeId u) { return studio.layout.positions()[static_cast<std::size_t>(u)]; };
  const std::size_t entries = studio.history.doneCount();
  const Point before = at(11);
  const ImVec2 from = screenPlace(context, 11);
  context->MouseMoveToPos(from);
  context->Yield();
  dragWith(context, {from, {from.x + 10, from.y + 5}, {from.x + 30, from.y + 20}});
  const Point dragged = at(11);
  IM_CHECK(dragged != before);
  IM_CHECK_EQ(studio.history.doneCount(), entries + 1);
  IM_CHECK_STR_EQ(studio.history.entries().back().words.c_str(), "Moved node 11");
  // A workspace with nodes that were moved is saved as any other.
  const std::string path = fmt::format("{}/moved.json", SISPDE_SCREENSHOTS);
  IM_CHECK(saveWorkspace(path, appOf(context).saved()).has_value());
  IM_CHECK(loadWorkspace(path)->positions[11] == dragged);
  std::filesystem::remove(path);
  // With the pin tool: nailed where it is let go.
  studio.view.tool = Tool::Pin;
  const Point free = at(16);
  const ImVec2 place = screenPlace(context, 16);
  context->MouseMoveToPos(place);
  context->Yield();
  dragWith(context, {place, {place.x - 9, place.y}, {place.x - 20, place.y - 20}});
  IM_CHECK(studio.layout.isPinned(16));
  IM_CHECK_STR_EQ(studio.history.entries().back().words.c_str(), "Moved and pinned node 16");
  const Point nailed = at(16);
  clickNode(context, 16);
  IM_CHECK(!studio.layout.isPinned(16));
  IM_CHECK_STR_EQ(studio.history.entries().back().words.c_str(), "Freed node 16");
  const auto key = [&](ImGuiKeyChord chord) {
    context->KeyPress(chord);
    context->Yield(2);
  };
  key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK(studio.layout.isPinned(16));
  IM_CHECK(at(16) == nailed);
  key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK(!studio.layout.isPinned(16));
  IM_CHECK(at(16) == free);
  IM_CHECK(at(11) == dragged);
  key(ImGuiMod_Ctrl | ImGuiKey_Z);
  IM_CHECK(at(11) == before);
  for (int i = 0; i < 3; ++i) key(ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_Z);
  IM_CHECK(at(11) == dragged);
  IM_CHECK(at(16) == nailed);
  IM_CHECK(!studio.layout.isPinned(16));
  // After another layout the place of a free node means nothing; that of a pinned one does.
  key(ImGuiMod_Ctrl | ImGuiKey_Z);
  key(ImGuiKey_R);
  settle(context);
  const Point anew = at(11);
  IM_CHECK(at(16) == nailed);
  studio.history.goTo(entries);
  context->Yield(2);
  IM_CHECK(at(11) == anew);
  IM_CHECK(!studio.layout.isPinned(16));
  studio.view.tool = Tool::Pick;
}

void theMenuSpeaksOfTheNodeUnderTheCursor(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  studio.pick(0);
  context->Yield(2);
  context->MouseMoveToPos(screenPlace(context, 16));
  context->Yield();
  context->MouseClick(ImGuiMouseButton_Right);
  context->Yield(2);
  context->ItemClick("//$FOCUSED/Pick");
  context->Yield(2);
  IM_CHECK_EQ(studio.workspace().picked, 16);
}

void theSelectionCanBeShownAlone(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  studio.select({0, 1, 2, 3}, "Selected");
  context->Yield(2);
  context->MouseMoveToPos(screenPlace(context, 0));
  context->Yield();
  context->MouseClick(ImGuiMouseButton_Right);
  context->Yield(2);
  context->ItemClick("//$FOCUSED/Hide others");
  context->Yield(2);
  IM_CHECK(studio.workspace().selectionAlone);
  const NodeId picked = studio.workspace().picked;
  clickNode(context, 25);  // hidden: nothing is there
  IM_CHECK_EQ(studio.workspace().picked, picked);
  IM_CHECK(studio.workspace().selection == nullptr);  // a click on nothing clears, and all are back
  IM_CHECK(!studio.workspace().selectionAlone);
}

// Drags from one place of the colour bar to another, as shares of its width.
void dragBar(ImGuiTestContext* context, float from, float to) {
  context->SetRef("Graph");
  const ImRect bar = context->ItemInfo("##bar").RectFull;
  const auto at = [&](float share) { return ImVec2(bar.Min.x + share * bar.GetWidth(), bar.Min.y + 4); };
  context->MouseMoveToPos(at(from));
  context->MouseDown();
  context->MouseMoveToPos(at((from + to) / 2));
  context->MouseMoveToPos(at(to));
  context->MouseUp();
  context->Yield(2);
}

void theColourBarsEndsAreDragged(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  settle(context);
  const double low = studio.shown().low, high = studio.shown().high;
  const std::size_t edits = studio.history.entries().size();
  dragBar(context, 0.97f, 0.6f);
  IM_CHECK(studio.workspace().rangeLocked);
  IM_CHECK_LT(studio.shown().high, high);
  IM_CHECK_EQ(studio.shown().low, low);
  IM_CHECK_EQ(studio.history.entries().size(), edits + 1);
  context->ItemDoubleClick("##bar");
  context->Yield(2);
  IM_CHECK(!studio.workspace().rangeLocked);
  IM_CHECK_EQ(studio.shown().high, high);
}

// The colours of a field have zero in their middle, whichever end is dragged, and keep it while the range is held.
void signedColoursStayCentred(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  studio.colourBy(ColourBy::Field);
  settle(context);
  IM_CHECK(studio.shown().centred);
  const double high = studio.shown().high;
  IM_CHECK_EQ(studio.shown().low, -high);
  dragBar(context, 0.03f, 0.3f);
  IM_CHECK_LT(studio.shown().high, high);
  IM_CHECK_EQ(studio.shown().low, -studio.shown().high);
  const double held = studio.shown().high;
  dragBar(context, 0.97f, 0.8f);
  IM_CHECK_LT(studio.shown().high, held);
  IM_CHECK_EQ(studio.shown().low, -studio.shown().high);
  studio.newNoise();
  settle(context);
  IM_CHECK_EQ(studio.shown().low, -studio.shown().high);
  studio.colourBy(ColourBy::Correlation);
  settle(context);
}

void coloursAreChosenInTheHead(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  context->SetRef("Graph");
  context->ItemClick("##summary");
  context->Yield(2);
  context->ItemClick("//$FOCUSED/variance");
  context->Yield(2);
  IM_CHECK(studio.workspace().colourBy == ColourBy::Variance);
  context->ItemClick("##summary");
  context->Yield(2);
  context->ItemClick("//$FOCUSED/k/+");
  settle(context);
  IM_CHECK(studio.workspace().colourBy == ColourBy::Eigenvector);
  IM_CHECK_EQ(studio.workspace().eigenvector, 2);
  IM_CHECK_EQ(studio.shown().values.size(), 34u);
  context->ItemClick("//$FOCUSED/by value");
  context->Yield(2);
  IM_CHECK(studio.workspace().sizeBy == SizeBy::Value);
}

// Above 20 000 nodes a node's row takes a while: a partial sum is there before it, and what is shown is always of the node that is named.
void aLargeGraphShowsAFirstLookAndItsSelection(ImGuiTestContext* context) {
  openData(context, "sbm:25000,degree=8");
  resetKernels(context);
  Studio& studio = studioOf(context);
  const auto isNamed = [&] {
    const auto& row = studio.kernel.row().values;
    return !row.empty() && std::ranges::max_element(row) - row.begin() == studio.kernel.rowNode();
  };
  for (const NodeId node : {77, 20'000, 5}) {
    const HeldLane kernel(studio, "kernel");  // where rows are prepared
    studio.pick(node);
    context->Yield();
    IM_CHECK(isNamed());  // of the node before, until there are numbers of this one
    IM_CHECK_EQ(studio.kernel.isFormer(KernelPart::Row), studio.kernel.rowNode() != node);
    until(context, [&] { return studio.kernel.rowNode() == node; });
    IM_CHECK_EQ(studio.kernel.rowNode(), node);
    IM_CHECK(!studio.kernel.row().info.ready);
    IM_CHECK(isNamed());
  }
  settle(context);
  IM_CHECK(studio.kernel.row().info.ready);
  IM_CHECK(isNamed());
  IM_CHECK_EQ(studio.shownNode(), 5);
  IM_CHECK(!studio.kernel.isFormer(KernelPart::Correlation));
  // Variances rest on random vectors here, and the line says so.
  IM_CHECK_GT(studio.kernel.correlation().info.standardError, 0.0);
  IM_CHECK(studio.shownTruth().find(" ± ") != std::string::npos);
  std::vector<NodeId> half;
  for (NodeId u = 0; u < 12'500; ++u) half.push_back(u);
  studio.select(half, "Half");
  settle(context);
  IM_CHECK(studio.density.drawn() != nullptr);
  IM_CHECK(studio.density.drawn()->selection == studio.workspace().selection);
  screenshot(context, "density-selection");
}

}  // namespace

void registerGraphTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, void (*test)(ImGuiTestContext*)) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "graph", name);
    made->TestFunc = test;
    made->UserData = &app;
  };
  add("clicking picks the node, and its correlations are shown", clickingPicks);
  add("Shift adds to the selection, G grows it", shiftAddsAndGrowGoesOneHop);
  add("rectangle and lasso select what they enclose", rectangleAndLassoSelectWhatTheyEnclose);
  add("the wheel zooms at the cursor, F fits", theWheelZoomsAtTheCursor);
  add("a dragged node follows", aDraggedNodeFollows);
  add("drags and pins are undone", dragsAndPinsAreUndone);
  add("the menu speaks of the node under the cursor", theMenuSpeaksOfTheNodeUnderTheCursor);
  add("the selection can be shown alone", theSelectionCanBeShownAlone);
  add("the colour bar's ends are dragged", theColourBarsEndsAreDragged);
  add("signed colours stay centred on zero", signedColoursStayCentred);
  add("colours, eigenvector and sizes are chosen in the head", coloursAreChosenInTheHead);
  add("a large graph shows a first look and its selection", aLargeGraphShowsAFirstLookAndItsSelection);
}

}  // namespace sispde::studio
