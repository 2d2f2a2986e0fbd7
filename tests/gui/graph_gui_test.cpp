#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "app/studio/panels/graph_overlay.h"
#include "app/studio/panels/node_names.h"
#include "app/studio/shell/colour_legend.h"
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

PlacedGraph placedNow(const Studio& studio) {
  const ViewState& view = studio.view;
  return firstGraph(
      studio, {{static_cast<float>(view.graphAt.x), static_cast<float>(view.graphAt.y)}, view.graphSize});
}

// A node in the middle, so near that it and a few others are all that is seen.
void lookAt(ImGuiTestContext* context, NodeId node, double scale) {
  Studio& studio = studioOf(context);
  const Point p = studio.layout.positions()[static_cast<std::size_t>(node)];
  studio.view.followLayout = false;
  studio.view.camera = {p.x, p.y, scale};
  settle(context);
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
  // Rings and what the mouse finds have the radii of the picture.
  const PlacedGraph placed = placedNow(studio);
  IM_CHECK_EQ(studio.density.drawn()->nodeRadius, baseRadius(studio, placed));
  IM_CHECK(studio.density.drawn()->sizing.by == SizeBy::Degree);
  studio.select({}, "All");
  lookAt(context, studio.workspace().picked, 100 * studio.view.camera.scale);
  IM_CHECK_GT(baseRadius(studio, placedNow(studio)), baseRadius(studio, placed));
  IM_CHECK_EQ(nodeAt(studio, placedNow(studio),
                     {0.5 * studio.view.graphSize.width, 0.5 * studio.view.graphSize.height}),
              studio.workspace().picked);
  screenshot(context, "density-near");
}

// Of a large graph none are named, of the few that a near camera sees all that have room, hubs first.
void fewNodesInTheViewAreNamed(ImGuiTestContext* context) {
  openData(context, "sbm:1500,degree=6");
  Studio& studio = studioOf(context);
  IM_CHECK(nodesToName(studio, placedNow(studio)).empty());
  lookAt(context, studio.workspace().picked, 20 * studio.view.camera.scale);
  const PlacedGraph placed = placedNow(studio);
  const std::vector<NodeId> nodes = nodesToName(studio, placed);
  IM_CHECK(!nodes.empty() && nodes.size() <= mostNamed);
  for (std::size_t i = 1; i < nodes.size(); ++i)
    IM_CHECK_GE(placed.graph->degree(nodes[i - 1]), placed.graph->degree(nodes[i]));
  const std::vector<NodeName> names = namesOf(studio, placed, nodes);
  IM_CHECK_EQ(names.front().node, nodes.front());
  IM_CHECK_STR_EQ(names.front().text.c_str(), studio.document->nodeName(nodes.front()).c_str());
  for (const NodeName& a : names)
    for (const NodeName& b : names)
      IM_CHECK(a.node == b.node || a.at.x >= b.end.x || b.at.x >= a.end.x || a.at.y >= b.end.y ||
               b.at.y >= a.end.y);
  // One place for all: one name.
  IM_CHECK_EQ(namesOf(studio, placed, std::vector<NodeId>(5, nodes.front())).size(), 1u);
  inBothThemes(context, "names");
  studio.view.fitWanted = true;
  context->Yield(2);
}

void hiddenNodesHaveNoNames(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  IM_CHECK_EQ(nodesToName(studio, placedNow(studio)).size(), 34u);
  studio.pin(20, true);
  studio.select({0, 1, 2, 3}, "Selected");
  studio.history.edit("Hid", [](Workspace& w) { w.selectionAlone = true; });
  context->Yield(2);
  std::vector<NodeId> named = nodesToName(studio, placedNow(studio));
  std::sort(named.begin(), named.end());
  IM_CHECK(named == (std::vector<NodeId>{0, 1, 2, 3}));
  screenshot(context, "names-alone");
  studio.select({}, "Cleared");
  studio.pin(20, false);
  context->Yield(2);
}

// Without a GPU a camera that moves sees a sample of many long edges, and some frames later all of them.
void manyEdgesComeBitByBit(ImGuiTestContext* context) {
  openData(context, "sbm:3000,degree=30");
  Studio& studio = studioOf(context);
  IM_CHECK(!studio.drawsDensity());
  IM_CHECK(!studio.view.refining);
  studio.view.followLayout = false;
  studio.view.camera = studio.view.camera.pan(3, 1);
  context->Yield();
  IM_CHECK_EQ(studio.view.refining, studio.emulated);
  int frames = 0;
  for (; studio.view.refining && frames < 100; ++frames) context->Yield();
  IM_CHECK_LT(frames, 60);
  context->Yield(2);
  IM_CHECK(!studio.view.refining);
}

void aNodeKeepsItsColourWhileItIsWatched(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const std::vector<NodeId> before = studio.workspace().watched;
  std::vector<Colour> colours;
  for (const NodeId node : before) colours.push_back(studio.watchColour(node));
  NodeId other = 0;
  while (std::find(before.begin(), before.end(), other) != before.end()) ++other;
  studio.pick(other);
  context->Yield(2);
  IM_CHECK_EQ(studio.workspace().watched.front(), other);
  for (std::size_t i = 0; i < before.size(); ++i) IM_CHECK(studio.watchColour(before[i]) == colours[i]);
  IM_CHECK(std::find(colours.begin(), colours.end(), studio.watchColour(other)) == colours.end());
}

void coloursWithoutAScaleHaveALegend(ImGuiTestContext* context) {
  openData(context, "sbm:300,degree=2");
  Studio& studio = studioOf(context);
  studio.colourBy(ColourBy::Class);
  context->Yield(2);
  auto legend = colourLegend(studio, 14);
  IM_CHECK(legend.has_value());
  IM_CHECK_EQ(legend->entries.size(), studio.document->classSizes.size());
  IM_CHECK(legend->entries[1].colour == classColour(1, studio.theme.dark()));
  inBothThemes(context, "legend-classes");
  studio.colourBy(ColourBy::Component);
  context->Yield(2);
  legend = colourLegend(studio, 5);
  IM_CHECK_GT(studio.document->components.count, 5);
  IM_CHECK_EQ(legend->entries.size(), 5u);
  const std::string rest = fmt::format("and {} more", studio.document->components.count - 4);
  IM_CHECK_STR_EQ(legend->entries.back().name.c_str(), rest.c_str());
  const auto size =
      std::ranges::count(studio.document->components.ofNode, studio.document->components.ofNode[7]);
  IM_CHECK_STR_EQ(cardLines(studio, 7).back().c_str(),
                  fmt::format("component of {} node{}", size, size == 1 ? "" : "s").c_str());
  screenshot(context, "legend-components");
  studio.colourBy(ColourBy::Degree);
  context->Yield(2);
  IM_CHECK(!colourLegend(studio, 14).has_value());
}

void aGraphWithoutLabelsSaysSo(ImGuiTestContext* context) {
  const std::string path = std::filesystem::temp_directory_path() / "sispde_without_labels.csv";
  std::ofstream(path) << "source,target\na,b\nb,c\nc,d\nd,a\na,c\n";
  openData(context, path);
  std::filesystem::remove(path);
  Studio& studio = studioOf(context);
  IM_CHECK(studio.document->data.labels.empty());
  studio.colourBy(ColourBy::Class);
  context->Yield(2);
  IM_CHECK_STR_EQ(studio.shown().missing.c_str(), "the data have no labels");
  IM_CHECK(!colourLegend(studio, 14).has_value());
  studio.colourBy(ColourBy::Correlation);
  context->Yield(2);
}

// In a narrow view too, where the graph is as wide as the view.
void theFittedGraphLiesBesideTheTools(ImGuiTestContext* context) {
  openData(context, "ring:12");
  Studio& studio = studioOf(context);
  for (const int width : {1000, 1280}) {
    appOf(context).resize(width, 800);
    context->Yield(4);
    studio.view.fitWanted = true;
    context->Yield(2);
    const ViewSize view = studio.view.graphSize;
    const float margin = toolsMargin(studio.theme, view);
    IM_CHECK_GT(margin, 0.0f);
    for (NodeId u = 0; u < 12; ++u) {
      const float x = screenPlace(context, u).x - static_cast<float>(studio.view.graphAt.x);
      IM_CHECK_GE(x, margin - 0.5f);
      IM_CHECK_LE(x, static_cast<float>(view.width) - studio.theme.px(35));
    }
    screenshot(context, fmt::format("graph-fitted-{}", width));
  }
}

// Where the words of the head have no room its menu can still be opened.
void theColoursAreChosenInASmallWindowToo(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  appOf(context).resize(640, 400);
  context->Yield(4);
  context->SetRef("Graph");
  context->ItemClick("##summary");
  context->Yield(2);
  context->ItemClick("//$FOCUSED/variance");
  context->Yield(2);
  IM_CHECK(studio.workspace().colourBy == ColourBy::Variance);
  screenshot(context, "graph-narrow");
  appOf(context).resize(1280, 800);
  context->Yield(4);
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
  add("few nodes in the view are named", fewNodesInTheViewAreNamed);
  add("hidden nodes have no names", hiddenNodesHaveNoNames);
  add("many edges come bit by bit", manyEdgesComeBitByBit);
  add("a node keeps its colour while it is watched", aNodeKeepsItsColourWhileItIsWatched);
  add("colours without a scale have a legend", coloursWithoutAScaleHaveALegend);
  add("a graph without labels says so", aGraphWithoutLabelsSaysSo);
  add("the fitted graph lies beside the tools", theFittedGraphLiesBesideTheTools);
  add("the colours are chosen in a small window too", theColoursAreChosenInASmallWindowToo);
  add("a large graph shows a first look and its selection", aLargeGraphShowsAFirstLookAndItsSelection);
}

}  // namespace sispde::studio
