// Nodes by shape, the second graph beside the first, and edges laid over the first.

#include <algorithm>
#include <cmath>

#include "app/studio/panels/graph_overlay.h"
#include "app/studio/shell/colour_legend.h"
#include "app/studio/shell/figures_of.h"
#include "core/base/option_table.h"
#include "tests/gui/gui_test.h"

namespace sispde::studio {
namespace {

// A short training under a shift, coloured by its score.
void trainUnder(ImGuiTestContext* context, ShiftKind shift, const std::string& data = "sbm:300,degree=8") {
  openData(context, data);
  Studio& studio = studioOf(context);
  while (!studio.training.runs().empty()) studio.training.remove(studio.training.runs().back().get());
  studio.view.epoch.reset();
  studio.history.edit("Training", [&](Workspace& w) {
    w.training = {};
    w.training.shift = shift;
    w.training.set = {{"epochs", "10"}, {"score_every", "5"}, {"hidden", "16"}};
    w.score = {};
    w.colourBy = ColourBy::Score;
    w.selection = nullptr;
  });
  studio.startTraining();
  settle(context);
}

bool isOpen(ImGuiTestContext* context) {
  const auto& actions = appOf(context).actions();
  const auto found = std::find_if(actions.begin(), actions.end(),
                                  [](const Action& a) { return a.words == "Window: Second graph"; });
  return found != actions.end() && found->checked();
}

void showSecond(ImGuiTestContext* context, bool shown) {
  if (shown)
    appOf(context).runAction("Show ID and shifted graph side by side");
  else if (isOpen(context))
    appOf(context).runAction("Window: Second graph");
  settle(context);
}

ImVec2 placeInSecond(const Studio& studio, NodeId node) {
  const SecondView& view = studio.view.second;
  const Point p = studio.layoutOfSecond().positions()[static_cast<std::size_t>(node)];
  const DoublePoint at = secondCamera(studio, view.size).toScreen({p.x, p.y}, view.size);
  return {static_cast<float>(view.at.x + at.x), static_cast<float>(view.at.y + at.y)};
}

std::int64_t countOf(const std::vector<NodeShape>& shapes, NodeShape flag) {
  return std::count_if(shapes.begin(), shapes.end(), [&](NodeShape s) { return (s & flag) != 0; });
}

void shapesTellOodAndFlaggedNodesApart(ImGuiTestContext* context) {
  trainUnder(context, ShiftKind::Label);
  Studio& studio = studioOf(context);
  IM_CHECK(studio.scores.valid());
  const ShiftedData& data = *studio.scores.data();
  IM_CHECK_EQ(studio.nodeShapes().size(), 300u);
  IM_CHECK_EQ(countOf(studio.nodeShapes(), squareShape), count(data.oodTest));
  const OperatingPoint& point = studio.scores.point();
  IM_CHECK_EQ(countOf(studio.nodeShapes(), ringShape), point.flaggedId + point.flaggedOod);
  screenshot(context, "shapes");
  // A threshold above all scores: no rings; squares stay.
  const std::uint64_t before = studio.shapesRevision();
  studio.history.edit("Threshold", [](Workspace& w) { w.score.threshold = 1e9; });
  context->Yield(2);
  IM_CHECK_GT(studio.shapesRevision(), before);
  IM_CHECK_EQ(countOf(studio.nodeShapes(), ringShape), 0);
  IM_CHECK_EQ(countOf(studio.nodeShapes(), squareShape), count(data.oodTest));
  studio.history.undo();
  context->Yield(2);
  // In a figure too, with their meaning.
  const auto figure = figureOf(studio, Exported::Graph);
  IM_CHECK(figure.has_value());
  const auto& graph = std::get<GraphFigure>(*figure);
  IM_CHECK(graph.shapes == studio.nodeShapes());
  IM_CHECK(graph.frame.legend.has_value());
  IM_CHECK_STR_EQ(graph.frame.legend->entries.back().name.c_str(), "flagged");
  // The card says in words what a colour without a scale says.
  const auto& labels = studio.document->data.labels;
  const auto& predicted = studio.scores.scoring()->evaluation.prediction;
  for (const NodeId u : {3, 100, 250}) {
    studio.colourBy(ColourBy::Prediction);
    context->Yield(2);
    const std::string words = fmt::format(
        "predicted {}", studio.document->data.classNames.empty()
                            ? fmt::format("{}", predicted[u])
                            : studio.document->data.classNames[static_cast<std::size_t>(predicted[u])]);
    IM_CHECK_STR_EQ(cardLines(studio, u).back().c_str(), words.c_str());
    studio.colourBy(ColourBy::Error);
    context->Yield(2);
    IM_CHECK_STR_EQ(cardLines(studio, u).back().c_str(),
                    (words + (predicted[u] == labels[u] ? " · right" : " · wrong")).c_str());
    IM_CHECK_STR_EQ(colourLegend(studio, 14)->entries[1].name.c_str(), "wrong");
    studio.colourBy(ColourBy::Flagged);
    context->Yield(2);
    const bool ringed = (studio.nodeShapes()[static_cast<std::size_t>(u)] & ringShape) != 0;
    IM_CHECK_EQ(cardLines(studio, u).back() == "flagged", ringed);
  }
  screenshot(context, "legend-flagged");
  // The model has no say in the degrees.
  studio.colourBy(ColourBy::Degree);
  context->Yield(2);
  IM_CHECK(studio.nodeShapes().empty());
}

void theSecondWindowSaysWhatToDo(ImGuiTestContext* context) {
  openData(context, "karate");
  showSecond(context, true);
  IM_CHECK(isOpen(context));
  IM_CHECK(studioOf(context).second() == nullptr);
  screenshot(context, "second-empty");
  showSecond(context, false);
}

void aFeatureShiftIsSeenOnTheSamePlacesWithOneCamera(ImGuiTestContext* context) {
  trainUnder(context, ShiftKind::Feature);
  showSecond(context, true);
  Studio& studio = studioOf(context);
  const SecondScene* scene = studio.second();
  IM_CHECK(scene != nullptr);
  IM_CHECK_STR_EQ(scene->title.c_str(), "shifted: feature");
  IM_CHECK(scene->linkedCamera);
  IM_CHECK(*scene->edges == studio.document->edges);
  IM_CHECK(&studio.layoutOfSecond() == &studio.layout);
  // Scores of the shifted copy in the range of the first graph.
  const Shown& shown = studio.shown();
  const ShiftedData& data = *studio.scores.data();
  std::int64_t flagged = 0;
  for (std::size_t u = 0; u < scene->colours.size(); ++u) {
    const double share = (static_cast<float>(studio.scores.ood()[u]) - shown.low) / (shown.high - shown.low);
    IM_CHECK(scene->colours[u] == colourAt(shown.map, share));
    flagged += data.oodTest[u] != 0 && studio.scores.flagged(studio.scores.ood()[u]);
  }
  IM_CHECK_EQ(countOf(scene->shapes, ringShape), flagged);
  IM_CHECK_EQ(countOf(scene->shapes, squareShape), count(data.oodTest));
  IM_CHECK_EQ(countOf(studio.nodeShapes(), squareShape), 0);  // in the first graph all are ID
  screenshot(context, "second-feature");
  // A click picks in both; the wheel and a drag move both.
  context->MouseMoveToPos(placeInSecond(studio, 17));
  context->Yield(2);
  IM_CHECK_EQ(studio.view.hovered, 17);
  context->MouseClick();
  context->Yield(2);
  IM_CHECK_EQ(studio.workspace().picked, 17);
  const Camera before = studio.view.camera;
  const ImVec2 place = placeInSecond(studio, 17);
  context->MouseWheelY(2);
  context->Yield(2);
  IM_CHECK_GT(studio.view.camera.scale, 1.3 * before.scale);
  const ImVec2 after = placeInSecond(studio, 17);
  IM_CHECK_LT(std::hypot(after.x - place.x, after.y - place.y), 3.0f);
  context->MouseDown();
  context->MouseMoveToPos({place.x + 40, place.y + 25});
  context->Yield();
  context->MouseUp();
  context->Yield(2);
  const ImVec2 moved = placeInSecond(studio, 17);
  IM_CHECK_LT(std::hypot(moved.x - after.x - 40, moved.y - after.y - 25), 4.0f);
  IM_CHECK_EQ(studio.workspace().picked, 17);
  // Away from both graphs nothing is pointed at.
  context->MouseMoveToPos({5, 5});
  context->Yield(3);
  IM_CHECK_EQ(studio.view.hovered, -1);
  context->KeyPress(ImGuiKey_F);
  showSecond(context, false);
}

// A second graph that is too large for lines is drawn by density, as the first one.
void aLargeSecondGraphIsDrawnByDensity(ImGuiTestContext* context) {
  openData(context, "grid:180x180");
  Studio& studio = studioOf(context);
  if (!studio.emulated) return;  // with a GPU it is not too large
  auto scene = std::make_shared<SecondScene>();
  scene->title = "the same";
  scene->graph = std::shared_ptr<const Graph>(studio.document, &studio.document->data.graph);
  scene->edges = std::shared_ptr<const std::vector<Edge>>(studio.document, &studio.document->edges);
  scene->colours = studio.nodeColours();
  scene->linkedCamera = true;
  studio.compareWith(scene);
  showSecond(context, true);
  settle(context);
  const DensityLive::Look* drawn = studio.secondDensity.drawn();
  IM_CHECK(drawn != nullptr);
  IM_CHECK(drawn->camera == secondCamera(studio, studio.view.second.size));
  screenshot(context, "second-density");
  studio.compareWith(nullptr);
  showSecond(context, false);
}

void aStructureShiftHasALayoutOfItsOwn(ImGuiTestContext* context) {
  trainUnder(context, ShiftKind::Structure);
  Studio& studio = studioOf(context);
  const std::vector<Point> first = studio.layout.positions();
  showSecond(context, true);
  const SecondScene* scene = studio.second();
  IM_CHECK(scene != nullptr);
  IM_CHECK_STR_EQ(scene->title.c_str(), "shifted: structure");
  IM_CHECK(!scene->linkedCamera);
  IM_CHECK(*scene->edges == studio.scores.data()->test.graph.edges());
  IM_CHECK(*scene->edges != studio.document->edges);
  IM_CHECK(studio.layout.positions() == first);
  IM_CHECK(studio.secondLayout.positions() ==
           layoutGraph(studio.scores.data()->test.graph, {.seed = 1}).value());
  // Fitted: every node is in the view.
  const SecondView& view = studio.view.second;
  for (NodeId u = 0; u < 300; ++u) {
    const ImVec2 p = placeInSecond(studio, u);
    IM_CHECK(p.x > view.at.x && p.x < view.at.x + view.size.width && p.y > view.at.y &&
             p.y < view.at.y + view.size.height);
  }
  // Its camera is its own.
  const Camera camera = studio.view.camera;
  context->MouseMoveToPos(placeInSecond(studio, 5));
  context->MouseWheelY(1);
  context->Yield(2);
  IM_CHECK(studio.view.camera == camera);
  context->MouseClick();
  context->Yield(2);
  IM_CHECK_EQ(studio.workspace().picked, 5);
  context->KeyPress(ImGuiKey_F);
  context->Yield(2);
  showSecond(context, false);
}

// Every fifth edge goes, and as many between nodes far apart come.
std::pair<std::vector<Edge>, std::vector<Edge>> somePlan(const Studio& studio) {
  std::vector<Edge> added, dropped;
  const auto& edges = studio.document->edges;
  for (std::size_t i = 0; i < edges.size(); i += 5) {
    dropped.push_back(edges[i]);
    const NodeId v = edges[edges.size() - 1 - i].v;
    if (v != edges[i].u) added.push_back({edges[i].u, v});
  }
  return {added, dropped};
}

void aPlanIsSeenOverTheGraphAndBesideIt(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const auto [added, dropped] = somePlan(studio);
  studio.showOverlay(added, dropped);
  IM_CHECK_EQ(studio.overlayPhase, 1.0);  // without motion at once
  auto scene = std::make_shared<SecondScene>();
  scene->title = "rewired";
  scene->graph = std::shared_ptr<const Graph>(studio.document, &studio.document->data.graph);
  scene->edges = std::make_shared<const std::vector<Edge>>(studio.document->edges);
  scene->added = added;
  scene->dropped = dropped;
  scene->colours = studio.nodeColours();
  scene->linkedCamera = true;
  studio.compareWith(scene);
  showSecond(context, true);
  IM_CHECK(studio.second() == scene.get());
  screenshot(context, "second-plan");
  studio.compareWith(nullptr);
  context->Yield(2);
  IM_CHECK(studio.second() == nullptr);
  showSecond(context, false);
  // With motion the phase runs to its end within frames.
  studio.headless = false;
  studio.showOverlay(added, dropped);
  IM_CHECK_EQ(studio.overlayPhase, 0.0);
  double last = 0;
  bool rises = true;
  for (int i = 0; i < 20'000 && studio.overlayPhase < 1; ++i) {
    context->Yield();
    rises = rises && studio.overlayPhase >= last;
    last = studio.overlayPhase;
  }
  studio.headless = true;
  IM_CHECK(rises);
  IM_CHECK_EQ(studio.overlayPhase, 1.0);
  openData(context, "karate");
  IM_CHECK(studio.overlayAdded.empty() && studio.overlayDropped.empty());
}

// Screenshots of both themes and sizes; the whole graph stays in view without being asked for.
void drawnInBothThemesAndSizes(ImGuiTestContext* context, ShiftKind shift) {
  App& app = appOf(context);
  Studio& studio = studioOf(context);
  const ThemeKind kept = studio.theme.kind;
  trainUnder(context, shift, "sbm:500,degree=7");
  studio.view.fitWanted = true;
  showSecond(context, shift != ShiftKind::Label);
  for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
    studio.theme.kind = kind;
    applyTheme(studio.theme);
    for (const auto& [width, height] : {std::pair(1280, 800), std::pair(2560, 1440)}) {
      app.resize(width, height);
      context->Yield(3);
      const auto& view = studio.view;
      for (NodeId u = 0; u < studio.document->data.nodeCount(); u += 7) {
        const ImVec2 p = screenPlace(context, u);
        IM_CHECK(p.x > view.graphAt.x && p.x < view.graphAt.x + view.graphSize.width &&
                 p.y > view.graphAt.y && p.y < view.graphAt.y + view.graphSize.height);
      }
      screenshot(context, fmt::format("second-{}-{}-{}", shiftName(shift),
                                      kind == ThemeKind::Light ? "light" : "dark", width));
    }
  }
  studio.theme.kind = kept;
  applyTheme(studio.theme);
  app.resize(1280, 800);
  showSecond(context, false);
}

}  // namespace

void registerSecondTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, ImGuiTestTestFunc* test) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "second", name);
    made->UserData = &app;
    made->TestFunc = test;
  };
  add("shapes tell OOD and flagged nodes apart", shapesTellOodAndFlaggedNodesApart);
  add("the second window says what to do", theSecondWindowSaysWhatToDo);
  add("a feature shift is seen on the same places with one camera",
      aFeatureShiftIsSeenOnTheSamePlacesWithOneCamera);
  add("a structure shift has a layout of its own", aStructureShiftHasALayoutOfItsOwn);
  add("a large second graph is drawn by density", aLargeSecondGraphIsDrawnByDensity);
  add("a plan is seen over the graph and beside it", aPlanIsSeenOverTheGraphAndBesideIt);
  add("a structure shift is drawn in both themes and sizes",
      [](ImGuiTestContext* context) { drawnInBothThemesAndSizes(context, ShiftKind::Structure); });
  add("a feature shift is drawn in both themes and sizes",
      [](ImGuiTestContext* context) { drawnInBothThemesAndSizes(context, ShiftKind::Feature); });
  add("a label shift is drawn in both themes and sizes",
      [](ImGuiTestContext* context) { drawnInBothThemesAndSizes(context, ShiftKind::Label); });
}

}  // namespace sispde::studio
