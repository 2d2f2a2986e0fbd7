// What is being computed anew stays on the screen until the new is there, says what it is of, and gets into no file.

#include "app/studio/shell/figures_of.h"
#include "core/kernel/rows.h"
#include "tests/gui/held_lane.h"
#include "tests/gui/training_steps.h"

namespace sispde::studio {
namespace {

// All that the windows show of the kernel.
struct Seen {
  std::vector<float> row, correlation, variances, picture, noise, shown;
  std::vector<double> hops, bars;
  std::vector<NodeId> order;
  friend bool operator==(const Seen&, const Seen&) = default;
};

Seen seenOf(const Studio& studio) {
  const KernelLive& k = studio.kernel;
  return {
      k.row().values,   k.correlation().values, k.variances().values,
      k.image().values, k.noise().values,       studio.shown().values,
      k.hopMeans(),     k.eigenvalueBars(),     k.order() != nullptr ? *k.order() : std::vector<NodeId>{}};
}

constexpr KernelPart allParts[] = {KernelPart::Row,     KernelPart::Correlation, KernelPart::Variances,
                                   KernelPart::Picture, KernelPart::Noise,       KernelPart::Spectrum};

void untilStale(ImGuiTestContext* context, KernelPart part) {
  until(context, [&] { return studioOf(context).kernel.isStale(part); });
}

// Greatest difference between the row on the screen and the exact one of the present graph, relative to the largest entry.
double rowError(const Studio& studio) {
  RowsRequest request;
  request.spec = studio.workspace().kernel();
  request.tolerance = 1e-6;
  const NodeId node = studio.workspace().picked;
  const auto exact = kernelRows(Laplacian(studio.document->data.graph, request.spec.laplacian),
                                std::span(&node, 1), request);
  if (!exact) return 1e9;
  double most = 0, error = 0;
  for (std::size_t v = 0; v < exact->values.size(); ++v) {
    most = std::max(most, std::abs(static_cast<double>(exact->values[v])));
    error = std::max(error, std::abs(static_cast<double>(exact->values[v]) - studio.kernel.row().values[v]));
  }
  return error / most;
}

// What an edit or another Laplacian asks for is held back: all stays, of before by its own account.
void checkKept(ImGuiTestContext* context, const Seen& before, const char* words) {
  Studio& studio = studioOf(context);
  for (const KernelPart part : allParts) untilStale(context, part);
  IM_CHECK(seenOf(studio) == before);
  for (const KernelPart part : allParts)
    if (part != KernelPart::Noise) IM_CHECK_STR_EQ(studio.kernel.formerWords(part).c_str(), words);
  IM_CHECK(studio.shownIsStale());
  IM_CHECK(studio.shownTruth().starts_with(words));
  for (const Exported what :
       {Exported::Graph, Exported::Covariance, Exported::Noise, Exported::Spectrum, Exported::Hops})
    IM_CHECK(!figureOf(studio, what).has_value());
}

void checkPresent(ImGuiTestContext* context) {
  Studio& studio = studioOf(context);
  settle(context);
  for (const KernelPart part : allParts) {
    IM_CHECK(!studio.kernel.isFormer(part));
    IM_CHECK(!studio.kernel.isStale(part));
  }
  IM_CHECK(!studio.shownIsFormer());
  IM_CHECK(!studio.isLagging());
  IM_CHECK_LT(rowError(studio), 1e-4);
  IM_CHECK(figureOf(studio, Exported::Covariance).has_value());
}

void anEditOfTheGraphBlanksNothing(ImGuiTestContext* context) {
  openData(context, "sbm:600,degree=8");
  resetKernels(context);
  Studio& studio = studioOf(context);
  const Seen before = seenOf(studio);
  IM_CHECK(!before.row.empty() && !before.picture.empty() && !before.noise.empty() && !before.bars.empty());
  const Edge edge = studio.document->edges[3];
  {
    const HeldLane kernel(studio, "kernel");
    studio.toggleEdge(edge.u, edge.v);
    checkKept(context, before, "former graph");
    inBothThemes(context, "steady-edit");
  }
  checkPresent(context);
  IM_CHECK(seenOf(studio).row != before.row);
  studio.history.undo();
  context->Yield(2);
  IM_CHECK(!seenOf(studio).picture.empty());
  settle(context);
  IM_CHECK(seenOf(studio).row == before.row);
}

void anotherLaplacianBlanksNothing(ImGuiTestContext* context) {
  openData(context, "sbm:600,degree=8");
  resetKernels(context);
  Studio& studio = studioOf(context);
  const Seen before = seenOf(studio);
  {
    const HeldLane kernel(studio, "kernel");
    studio.history.edit("Laplacian",
                        [](Workspace& w) { w.kernel().laplacian = LaplacianKind::Combinatorial; });
    checkKept(context, before, "former Laplacian");
  }
  checkPresent(context);
  IM_CHECK(seenOf(studio).bars != before.bars);
  // Both are prepared now: nothing lags for a frame.
  studio.history.undo();
  context->Yield();
  for (const KernelPart part : allParts) IM_CHECK(!studio.kernel.isFormer(part));
  IM_CHECK(seenOf(studio).bars == before.bars);
}

// Eigenvectors as colours: they are of the graph, not of the kernel's sliders.
void anEditKeepsTheEigenvector(ImGuiTestContext* context) {
  openData(context, "sbm:600,degree=8");
  Studio& studio = studioOf(context);
  studio.history.edit("Eigenvector", [](Workspace& w) {
    w.colourBy = ColourBy::Eigenvector;
    w.eigenvector = 2;
  });
  settle(context);
  const std::vector<float> before = studio.shown().values;
  IM_CHECK_EQ(before.size(), 600u);
  const Edge edge = studio.document->edges[3];
  {
    const HeldLane kernel(studio, "kernel");
    studio.toggleEdge(edge.u, edge.v);
    until(context, [&] { return studio.shownIsStale(); });
    IM_CHECK(studio.shown().values == before);
    IM_CHECK(!figureOf(studio, Exported::Graph).has_value());
  }
  settle(context);
  IM_CHECK(!studio.shownIsFormer());
  IM_CHECK(studio.shown().values != before);
  studio.history.edit("Colour", [](Workspace& w) {
    w.colourBy = ColourBy::Correlation;
    w.eigenvector = 1;
  });
}

// Another data set has nothing to do with the last one, even where it has as many nodes.
void otherDataStartEmpty(ImGuiTestContext* context) {
  openData(context, "grid:6x6");
  Studio& studio = studioOf(context);
  const HeldLane kernel(studio, "kernel");
  const Document* last = studio.document.get();
  studio.open({"grid:4x9", {}, {}, 1});
  until(context, [&] { return studio.document.get() != last; });
  context->Yield(2);
  IM_CHECK_EQ(studio.document->data.nodeCount(), 36);
  IM_CHECK(seenOf(studio) == Seen{});
}

void thePictureSaysInWhichOrderItIs(ImGuiTestContext* context) {
  openData(context, "sbm:600,degree=8");
  Studio& studio = studioOf(context);
  studio.history.edit("Order", [](Workspace& w) { w.order = NodeOrder::Community; });
  settle(context);
  IM_CHECK(studio.kernel.orderShown() == NodeOrder::Community);
  const Seen before = seenOf(studio);
  {
    const HeldLane kernel(studio, "kernel");
    studio.history.edit("Order", [](Workspace& w) { w.order = NodeOrder::Class; });
    untilStale(context, KernelPart::Picture);
    // Lines between classes would be all over it.
    IM_CHECK(studio.kernel.orderShown() == NodeOrder::Community);
    IM_CHECK(seenOf(studio) == before);
    IM_CHECK_STR_EQ(studio.kernel.formerWords(KernelPart::Picture).c_str(), "former order");
  }
  settle(context);
  IM_CHECK(studio.kernel.orderShown() == NodeOrder::Class);
  IM_CHECK(seenOf(studio).order != before.order);
}

void newNoiseTakesThePlaceOfTheOld(ImGuiTestContext* context) {
  openData(context, "sbm:600,degree=8");
  Studio& studio = studioOf(context);
  const Seen before = seenOf(studio);
  {
    const HeldLane kernel(studio, "kernel");
    studio.newNoise();
    untilStale(context, KernelPart::Noise);
    IM_CHECK(seenOf(studio).noise == before.noise);
    IM_CHECK(!figureOf(studio, Exported::Noise).has_value());
  }
  settle(context);
  IM_CHECK(!studio.kernel.isFormer(KernelPart::Noise));
  IM_CHECK(seenOf(studio).noise != before.noise);
}

void anEditKeepsTheScoresUntilTheEditedGraphIsScored(ImGuiTestContext* context) {
  openForTraining(context, 6);
  Studio& studio = studioOf(context);
  studio.history.edit("Score", [](Workspace& w) {
    w.score.name = "energy";
    w.colourBy = ColourBy::Score;
  });
  studio.startTraining();
  settle(context);
  const std::vector<double> before = studio.scores.id();
  IM_CHECK(!before.empty());
  const Edge edge = studio.document->edges[5];
  {
    const HeldLane rescoring(studio, "rescoring");
    studio.toggleEdge(edge.u, edge.v);
    until(context, [&] { return studio.scores.isStale(); });
    IM_CHECK(studio.scores.id() == before);
    IM_CHECK(studio.shownIsStale());
    IM_CHECK(!figureOf(studio, Exported::Scores).has_value());
    IM_CHECK(!figureOf(studio, Exported::Graph).has_value());
  }
  settle(context);
  IM_CHECK(!studio.scores.isFormer());
  IM_CHECK(studio.scores.id() != before);
  IM_CHECK(figureOf(studio, Exported::Scores).has_value());
  // Back on the first graph nothing has to be scored.
  studio.history.undo();
  settle(context);
  IM_CHECK(!studio.scores.isFormer());
  IM_CHECK(studio.scores.id() == before);
  studio.history.edit("Score", [](Workspace& w) {
    w.score = {};
    w.colourBy = ColourBy::Correlation;
  });
  settle(context);
}

// A graph that nobody sees, behind another tab, moves nothing: the program rests.
void aHiddenGraphAsksForNoFrames(ImGuiTestContext* context) {
  openData(context, "karate");
  App& app = appOf(context);
  Studio& studio = studioOf(context);
  app.runAction("Window: History");
  context->Yield(2);
  context->DockInto("//History", "//Graph");
  context->WindowFocus("//History");
  context->MouseMoveToPos({2, 2});
  context->Yield(3);
  IM_CHECK(!context->GetWindowByRef("//Graph")->DockTabIsVisible);
  studio.view.followLayout = true;
  context->Yield(3);
  IM_CHECK(!app.moving());
  context->WindowFocus("//Graph");
  context->Yield(2);
  until(context, [&] { return !studio.view.followLayout; });
  IM_CHECK(!app.moving());
  app.runAction("Reset the arrangement");
  context->Yield(3);
}

// While the mouse rests on a node of the graph its covariances are shown, and the words say so.
void wordsNameTheNodeThatIsShown(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  studio.pick(0);
  settle(context);
  IM_CHECK_EQ(studio.shownNode(), 0);
  const std::vector<double> own = studio.kernel.hopMeans();
  context->MouseMoveToPos(screenPlace(context, 33));
  until(context, [&] { return studio.focus() == 33; });
  context->Yield();
  IM_CHECK_EQ(studio.workspace().picked, 0);
  IM_CHECK_EQ(studio.kernel.correlationNode(), 33);
  IM_CHECK_EQ(studio.shownNode(), 33);
  IM_CHECK(studio.kernel.hopMeans() != own);
  screenshot(context, "steady-hover");
  context->MouseMoveToPos({2, 2});
  until(context, [&] { return studio.focus() == 0; });
}

void anEmptyNodeListOffersThePreparation(ImGuiTestContext* context) {
  openData(context, "karate");
  App& app = appOf(context);
  Studio& studio = studioOf(context);
  app.runAction("Window: Node");
  context->Yield(3);
  {
    const HeldLane kernel(studio, "kernel");
    studio.open({"sbm:500,degree=8", {}, {}, 1});
    until(context, [&] { return studio.document->data.nodeCount() == 500; });
    context->Yield(2);
    context->ItemClick("##status/cancel");
  }
  settle(context);
  IM_CHECK(studio.kernel.wasStopped());
  context->ItemClick("//Node/Prepare again");
  settle(context);
  IM_CHECK(!studio.kernel.wasStopped());
  IM_CHECK(studio.kernel.correlation().valid());
  app.runAction("Window: Node");
  context->Yield(2);
}

// Other data begin with partial sums, which say so; the whole takes their place.
void otherDataBeginWithAFirstLook(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  studio.open({"grid:50x50", {}, {}, 1});
  until(context,
        [&] { return studio.opened->request.data == "grid:50x50" && studio.kernel.image().valid(); });
  IM_CHECK(!studio.kernel.image().info.ready);
  IM_CHECK(!studio.kernel.variances().info.ready);
  IM_CHECK(basisWords(studio.kernel.image().info).starts_with("partial sum"));
  IM_CHECK(!studio.kernel.correlation().valid());  // a quotient of first looks would say too little
  until(context, [&] { return studio.kernel.noise().valid(); });
  settle(context);
  IM_CHECK(studio.kernel.image().info.ready);
  IM_CHECK(studio.kernel.variances().info.ready);
  IM_CHECK(studio.kernel.noise().info.ready);
  IM_CHECK(studio.kernel.image().info.bound < 1e-4);
}

}  // namespace

void registerSteadyTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, ImGuiTestTestFunc* test) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "steady", name);
    made->UserData = &app;
    made->TestFunc = test;
  };
  add("an edit of the graph blanks nothing", anEditOfTheGraphBlanksNothing);
  add("another Laplacian blanks nothing", anotherLaplacianBlanksNothing);
  add("an edit keeps the eigenvector", anEditKeepsTheEigenvector);
  add("other data start empty", otherDataStartEmpty);
  add("other data begin with a first look", otherDataBeginWithAFirstLook);
  add("the picture says in which order it is", thePictureSaysInWhichOrderItIs);
  add("new noise takes the place of the old", newNoiseTakesThePlaceOfTheOld);
  add("a hidden graph asks for no frames", aHiddenGraphAsksForNoFrames);
  add("words name the node that is shown", wordsNameTheNodeThatIsShown);
  add("an empty list of the Node window offers the preparation", anEmptyNodeListOffersThePreparation);
  add("an edit keeps the scores until the edited graph is scored",
      anEditKeepsTheScoresUntilTheEditedGraphIsScored);
}

}  // namespace sispde::studio
