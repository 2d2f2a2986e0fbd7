// What the windows show, as figures and as tables.

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "app/studio/figure/write_figure.h"
#include "app/studio/live/metric_curves.h"
#include "app/studio/shell/figures_of.h"
#include "core/base/file.h"
#include "tests/gui/held_lane.h"
#include "tests/gui/training_steps.h"

namespace sispde::studio {
namespace {

// The lines of a CSV file that the program itself wrote, without quotes in them.
std::vector<std::vector<std::string>> linesOf(const Studio& studio, Exported what) {
  const std::string path = fmt::format("{}/values.csv", SISPDE_SCREENSHOTS);
  const auto writer = valuesOf(studio, what);
  if (!writer || !(*writer)(path, {})) return {};
  std::vector<std::vector<std::string>> lines;
  std::istringstream text(readFile(path).value());
  for (std::string line; std::getline(text, line);) {
    std::istringstream cells(line);
    lines.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) lines.back().push_back(cell);
  }
  std::filesystem::remove(path);
  return lines;
}

std::vector<std::string> captionsOf(const Studio& studio, Exported what) {
  const auto figure = figureOf(studio, what);
  return figure ? frameOf(*figure).captions : std::vector<std::string>(2);
}

void everyViewIsAFigure(ImGuiTestContext* context) {
  openForTraining(context, 10);
  Studio& studio = studioOf(context);
  studio.compareWith(nullptr);
  for (const Exported what : {Exported::Metrics, Exported::Scores, Exported::Compare, Exported::Node,
                              Exported::Second, Exported::Flagged}) {
    IM_CHECK(!figureOf(studio, what).has_value());
    IM_CHECK(!valuesOf(studio, what).has_value());
  }
  studio.history.edit("Shift", [](Workspace& w) { w.training.shift = ShiftKind::Structure; });
  studio.startTraining();
  settle(context);
  appOf(context).runAction("Show ID and shifted graph side by side");
  appOf(context).runAction("Rewiring window");
  settle(context);
  for (std::size_t i = 0; i < exportedNames.size(); ++i) {
    const auto what = static_cast<Exported>(i);
    const auto figure = figureOf(studio, what);
    IM_CHECK(figure.has_value());
    IM_CHECK(checkFigure(*figure).has_value());
    IM_CHECK(writeFigure(*figure, fmt::format("{}/figure-{}.png", SISPDE_SCREENSHOTS, exportedNames[i]))
                 .has_value());
    IM_CHECK_GT(linesOf(studio, what).size(), 2u);
  }
  const auto second = figureOf(studio, Exported::Second);
  IM_CHECK(std::get<GraphFigure>(*second).positions == studio.layoutOfSecond().positions());
  IM_CHECK(std::get<GraphFigure>(*second).edges.front().edges == *studio.second()->edges);
  // Its values are its own, not the first graph's.
  studio.colourBy(ColourBy::Score);
  settle(context);
  const SecondScene& scene = *studio.second();
  IM_CHECK(scene.values != studio.shown().values);
  const auto lines = linesOf(studio, Exported::Second);
  IM_CHECK_EQ(lines.size(), scene.values.size() + 1);
  IM_CHECK_EQ(lines[0].size(), 6u);  // nothing of the kernel, which is of the first
  IM_CHECK_STR_EQ(lines[0][5].c_str(), csvCell("shown: " + scene.valueName).c_str());
  const std::vector<Point>& places = studio.layoutOfSecond().positions();
  for (std::size_t u = 0; u < scene.values.size(); ++u) {
    IM_CHECK_SILENT(std::stof(lines[u + 1][3]) == places[u].x);
    IM_CHECK_SILENT(std::stof(lines[u + 1][4]) == places[u].y);
    IM_CHECK_SILENT(std::stof(lines[u + 1][5]) == scene.values[u]);
  }
  studio.colourBy(ColourBy::Correlation);
  settle(context);
  appOf(context).runAction("Window: Second graph");
  appOf(context).runAction("Window: Rewiring");
  settle(context);
  // Nobody looks at it: what it showed last is no figure of other scores.
  IM_CHECK(figureOf(studio, Exported::Second).has_value());
  studio.history.edit("Threshold", [](Workspace& w) { w.score.threshold = 1e9; });
  settle(context);
  IM_CHECK(!figureOf(studio, Exported::Second).has_value());
}

// The curves that are switched on and no others, the loss on its own axis, smoothed, the part before a fork pale.
void theFigureOfTheMetricsHasTheCurvesThatAreOn(ImGuiTestContext* context) {
  openForTraining(context, 40);
  Studio& studio = studioOf(context);
  studio.startTraining();
  until(context, [&] {
    const auto& shot = studio.training.shown()->snapshot;
    return shot && shot->epoch > 10;
  });
  studio.history.edit("ν", [](Workspace& w) { w.kernel().nu = 0.3; });
  settle(context);
  const std::size_t forks = studio.training.shown()->snapshot->history->forks.size();
  const MetricsView before = studio.view.metrics;
  studio.view.metrics = {.auroc = false, .auprIn = true, .accuracy = false, .loss = true, .smoothing = 0.5f};
  const auto of = [&] { return std::get<CurvesFigure>(*figureOf(studio, Exported::Metrics)); };
  CurvesFigure figure = of();
  IM_CHECK_EQ(figure.marks.size(), forks);
  std::vector<std::string> listed;
  for (const FigureLine& line : figure.lines) {
    if (line.listed) listed.push_back(line.name);
    IM_CHECK_EQ(line.right, line.name.find("loss") != std::string::npos);
  }
  IM_CHECK(listed == (std::vector<std::string>{metricName(Metric::AuprIn), metricName(Metric::TrainLoss),
                                               metricName(Metric::ValidationLoss)}));
  if (forks > 0) IM_CHECK_GT(figure.lines.size(), listed.size());  // ghosts
  const FigureLine& loss = figure.lines[figure.lines.size() - 1];
  const Curve plain = metricCurve(*studio.training.shown(), Metric::ValidationLoss, "");
  IM_CHECK_EQ(loss.y.back(), smoothed(plain, 0.5).y.back());
  IM_CHECK_NE(loss.y.back(), plain.y.back());
  IM_CHECK(figure.right.has_value());
  studio.view.metrics.logarithmic = true;
  figure = of();
  IM_CHECK(figure.right->logarithmic);
  IM_CHECK(checkFigure(figure).has_value());
  IM_CHECK(writeFigure(figure, fmt::format("{}/figure-loss.png", SISPDE_SCREENSHOTS)).has_value());
  studio.view.metrics = {.auroc = false, .accuracy = false};
  IM_CHECK(!figureOf(studio, Exported::Metrics).has_value());
  studio.view.metrics = before;
  // A second seed of the same kind: a band.
  studio.history.edit("Seeds", [](Workspace& w) { w.training.repeats = 2; });
  studio.startTraining();
  settle(context);
  IM_CHECK_GE(of().bands.size(), 1u);
  IM_CHECK(writeFigure(of(), fmt::format("{}/figure-band.png", SISPDE_SCREENSHOTS)).has_value());
}

// Other runs are beside the first curve that is on; where that is the loss, by their losses and on its axis, which holds them.
void lossesOfSeveralRunsAreCompared(ImGuiTestContext* context) {
  trainTwoKinds(context, 2);
  Studio& studio = studioOf(context);
  studio.training.show(studio.training.runs().back().get());
  const MetricsView before = studio.view.metrics;
  const auto of = [&] { return std::get<CurvesFigure>(*figureOf(studio, Exported::Metrics)); };
  studio.view.metrics = {.auroc = true, .accuracy = false, .loss = true};
  CurvesFigure figure = of();
  IM_CHECK_EQ(figure.bands.size(), 1u);
  IM_CHECK(!figure.bands[0].right);
  studio.view.metrics = {.auroc = false, .accuracy = false, .loss = true};
  figure = of();
  IM_CHECK_EQ(figure.bands.size(), 1u);
  IM_CHECK(figure.bands[0].right);
  for (const FigureLine& line : figure.lines) IM_CHECK(line.right);
  const auto& runs = studio.training.runs();
  const double mean = (metricCurve(*runs[0], Metric::TrainLoss, "").y[3] +
                       metricCurve(*runs[1], Metric::TrainLoss, "").y[3]) /
                      2;
  const FigureLine& others = figure.lines[0];  // under those of the shown run
  IM_CHECK_LT(std::abs(others.y[3] - mean), 1e-12);
  IM_CHECK_GE(figure.right->high, std::ranges::max(figure.bands[0].high));
  IM_CHECK(checkFigure(figure).has_value());
  for (const bool logarithmic : {false, true}) {
    studio.view.metrics.logarithmic = logarithmic;
    context->Yield(3);
    screenshot(context, logarithmic ? "metrics-losses-log" : "metrics-losses");
    IM_CHECK(writeFigure(of(), fmt::format("{}/figure-losses.png", SISPDE_SCREENSHOTS)).has_value());
  }
  studio.view.metrics = before;
}

// What else the windows draw: class boundaries, both kernels' paths, the ROC curve, rings, pins and names.
void figuresHaveWhatTheWindowsDraw(ImGuiTestContext* context) {
  openForTraining(context, 6);
  Studio& studio = studioOf(context);
  studio.startTraining();
  studio.history.edit("Order", [](Workspace& w) { w.order = NodeOrder::Class; });
  settle(context);
  const auto heatmap = std::get<HeatmapFigure>(*figureOf(studio, Exported::Covariance));
  IM_CHECK_EQ(heatmap.boundaries.size(), studio.document->classSizes.size() - 1);
  IM_CHECK(heatmap.rowBoundaries == heatmap.boundaries);
  IM_CHECK_LT(std::abs(heatmap.boundaries[0] - static_cast<double>(studio.document->classSizes[0]) / 200),
              1e-9);
  const auto scores = std::get<CurvesFigure>(*figureOf(studio, Exported::Scores));
  IM_CHECK(scores.inset.has_value());
  IM_CHECK_EQ(scores.inset->pointX, studio.scores.point().fpr);
  IM_CHECK_EQ(scores.inset->pointY, studio.scores.point().tpr);
  const auto lines = [&] { return std::get<CurvesFigure>(*figureOf(studio, Exported::Noise)).lines; };
  const std::size_t watched = studio.workspace().watched.size();
  IM_CHECK_EQ(lines().size(), watched);
  studio.history.edit("Compared", [](Workspace& w) { w.compared = true; });
  settle(context);
  IM_CHECK_EQ(lines().size(), 2 * watched);
  IM_CHECK_EQ(std::ranges::count_if(lines(), [](const FigureLine& line) { return line.dashed; }),
              static_cast<std::ptrdiff_t>(watched));
  IM_CHECK(
      writeFigure(*figureOf(studio, Exported::Noise), fmt::format("{}/figure-both.png", SISPDE_SCREENSHOTS))
          .has_value());
  studio.history.edit("Compared", [](Workspace& w) { w.compared = false; });
  openData(context, "karate");
  studio.pin(5, true);
  settle(context);
  const auto graph = std::get<GraphFigure>(*figureOf(studio, Exported::Graph));
  IM_CHECK(graph.pinned == std::vector<NodeId>{5});
  IM_CHECK_EQ(graph.names.size(), 34u);
  IM_CHECK_EQ(graph.rings.size(), studio.workspace().watched.size() - 1);  // the picked one has its own
  studio.pin(5, false);
  settle(context);
}

// A pick comes first among the watched; the others keep the colours of their paths and of their rings.
void ringsHaveTheColoursOfTheirPaths(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  for (const NodeId node : {20, 24}) {
    studio.pick(node);
    settle(context);
  }
  const auto rings = std::get<GraphFigure>(*figureOf(studio, Exported::Graph)).rings;
  const auto paths = std::get<CurvesFigure>(*figureOf(studio, Exported::Noise)).lines;
  IM_CHECK_GE(rings.size(), 1u);
  for (const NodeRing& ring : rings) {
    const auto path =
        std::ranges::find(paths, "node " + studio.document->nodeName(ring.node), &FigureLine::name);
    IM_CHECK(path != paths.end());
    IM_CHECK(ring.colour == path->colour);
    IM_CHECK(ring.colour == studio.watchColour(ring.node));
  }
}

// Paths of a kernel before are no figure, those of the other kernel as little.
void pathsOfAFormerOtherKernelAreNoFigure(ImGuiTestContext* context) {
  openData(context, "sbm:600,degree=8");
  resetKernels(context);
  Studio& studio = studioOf(context);
  studio.history.edit("Compared", [](Workspace& w) { w.compared = true; });
  settle(context);
  IM_CHECK(figureOf(studio, Exported::Noise).has_value());
  {
    const HeldLane kernel(studio, "kernel");
    studio.history.edit("Laplacian",
                        [](Workspace& w) { w.kernels[1].laplacian = LaplacianKind::Combinatorial; });
    context->Yield(2);
    IM_CHECK(studio.kernel.otherNoise().valid());  // of before
    IM_CHECK(!figureOf(studio, Exported::Noise).has_value());
    IM_CHECK(!valuesOf(studio, Exported::Noise).has_value());
  }
  settle(context);
  IM_CHECK(figureOf(studio, Exported::Noise).has_value());
  studio.history.edit("Compared", [](Workspace& w) { w.compared = false; });
  resetKernels(context);
}

// The dialog begins with the window that was clicked last.
void theExportBeginsWithTheWindowInUse(ImGuiTestContext* context) {
  openData(context, "karate");
  const std::string path = fmt::format("{}/used.csv", SISPDE_SCREENSHOTS);
  const auto firstLine = [&](const char* clicked) {
    context->SetRef("");
    context->ItemClick(clicked);
    settle(context);  // noise that is being computed is no figure
    appOf(context).runAction("Export figure …");
    context->Yield(3);
    context->ItemInput("//Export figure/##path");
    context->KeyCharsReplaceEnter(path.c_str());
    settle(context);
    const auto text = readFile(path);
    std::filesystem::remove(path);
    return text ? text->substr(0, text->find('\n', text->find('\n') + 1)) : std::string();
  };
  IM_CHECK(firstLine("//Noise/New noise").starts_with("line,x,y\n\"± 2 standard deviations"));
  IM_CHECK(firstLine("//Spectrum/correlation by hops").starts_with("line,x,y\n\"± standard deviation"));
  context->ItemClick("//Spectrum/density");
  IM_CHECK(firstLine("//Covariance/##heatmap").starts_with("row,column,value"));
}

// The table says what the windows say.
void tablesHaveTheNumbersOfTheirWindows(ImGuiTestContext* context) {
  openForTraining(context, 10);
  Studio& studio = studioOf(context);
  studio.startTraining();
  settle(context);
  const auto compare = linesOf(studio, Exported::Compare);
  const std::vector<ScoreRow> rows = studio.scores.table();
  IM_CHECK_EQ(compare.size(), rows.size() + 1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    IM_CHECK_STR_EQ(compare[i + 1][0].c_str(), rows[i].name.c_str());
    if (rows[i].metrics) IM_CHECK_EQ(std::stod(compare[i + 1][1]), rows[i].metrics->auroc);
    if (rows[i].control) IM_CHECK_EQ(std::stod(compare[i + 1][6]), rows[i].control->auroc);
  }
  double sum = 0;
  int neighbours = 0;
  for (const auto& line : linesOf(studio, Exported::Node)) {
    if (line[0] == "probability") sum += std::stod(line[2]);
    neighbours += line[0] == "neighbour" ? 1 : 0;
  }
  IM_CHECK_LT(std::abs(sum - 1), 1e-5);
  IM_CHECK_EQ(neighbours, studio.document->data.graph.degree(studio.workspace().picked));
}

// A figure says what its numbers rest on as its window does: no bound where there is none, and the error of what was probed.
void boundsAreThoseOfTheWindows(ImGuiTestContext* context) {
  Answer answer;
  answer.info = {.ready = true, .bound = 2e-6, .standardError = 0.03, .terms = 24};
  IM_CHECK_STR_EQ(boundOf(answer).c_str(), "Rank 24, error ≤ 2e-06 ± 3 %.");
  answer.info = {.bound = std::numeric_limits<double>::infinity(), .terms = 40};
  IM_CHECK_STR_EQ(boundOf(answer).c_str(), "Partial sum of degree 40, no bound on the error yet.");
  // So many nodes have probed variances, on which the correlations rest and the row does not.
  openData(context, "grid:70x70");
  resetKernels(context);
  Studio& studio = studioOf(context);
  studio.pick(2485);
  settle(context);
  const std::string bound = boundOf(studio.kernel.correlation());
  IM_CHECK(bound != boundOf(studio.kernel.row()));
  IM_CHECK(captionsOf(studio, Exported::Hops)[1].ends_with(bound));
  // Fields of the Laplacian kernel are exact.
  studio.history.edit("Kernel", [](Workspace& w) { w.kernel() = {.kind = KernelKind::Laplacian}; });
  settle(context);
  IM_CHECK(captionsOf(studio, Exported::Noise)[1].ends_with("By the incidence matrix, exact."));
  resetKernels(context);
}

// What the colours rest on stands under the figure of the graph, as in its window.
void theFigureOfTheGraphSaysWhatItsColoursRestOn(ImGuiTestContext* context) {
  openData(context, "karate");
  resetKernels(context);
  Studio& studio = studioOf(context);
  for (const ColourBy by : {ColourBy::Correlation, ColourBy::Covariance, ColourBy::Field}) {
    studio.colourBy(by);
    settle(context);
    const std::string caption = captionsOf(studio, Exported::Graph)[1];
    IM_CHECK(caption.ends_with("Colours: " + studio.shownTruth() + "."));
    IM_CHECK(caption.find("error ≤") != std::string::npos);
  }
  studio.colourBy(ColourBy::Class);  // the data say them
  settle(context);
  IM_CHECK(captionsOf(studio, Exported::Graph)[1].find("Colours") == std::string::npos);
  studio.colourBy(ColourBy::Correlation);
  settle(context);
}

// A heatmap that is zoomed gives the part that is seen, pair by pair.
void aZoomedHeatmapIsExportedAsItIsSeen(ImGuiTestContext* context) {
  openData(context, "minesweeper:36x36");
  Studio& studio = studioOf(context);
  resetKernels(context);
  studio.history.edit("Quantity", [](Workspace& w) { w.quantity = HeatmapQuantity::Correlation; });
  settle(context);
  const auto whole = linesOf(studio, Exported::Covariance);
  IM_CHECK_EQ(whole.size(), 512u * 512u + 1);
  const auto bins = static_cast<std::size_t>(studio.kernel.bins());
  for (std::size_t i = 1; i < whole.size(); i += 997)
    IM_CHECK_EQ(std::stof(whole[i][2]), studio.kernel.image().values[i - 1]);
  IM_CHECK(whole[1][3].empty());  // a mean over pairs is no pair
  for (std::size_t i = 1; i < whole.size(); ++i)
    IM_CHECK_SILENT(binOf(std::stoul(whole[i][1]), bins, 1296) == (i - 1) % bins);
  studio.view.heatmap = studio.view.heatmap.zoomAt(0.3, 0.3, 20, 1296);
  settle(context);
  IM_CHECK(studio.block.shown());
  const PlaceRange rows = studio.view.heatmap.rows().visible(1296);
  const PlaceRange columns = studio.view.heatmap.columns().visible(1296);
  const auto part = linesOf(studio, Exported::Covariance);
  const std::size_t side = std::max(rows.count, columns.count);
  IM_CHECK_EQ(part.size(), side * side + 1);
  IM_CHECK_EQ(std::stoul(part[1][0]), rows.first);
  IM_CHECK_EQ(std::stoul(part[1][1]), columns.first);
  // Against the row of a node that is seen.
  const std::size_t place = rows.first + 3;
  context->MouseMoveToPos({2, 2});  // on no node, whose row would be shown
  studio.pick((*studio.kernel.order())[place]);
  settle(context);
  IM_CHECK_EQ(studio.kernel.correlationNode(), studio.workspace().picked);
  int compared = 0;
  for (std::size_t i = 1; i < part.size(); ++i) {
    if (std::stoul(part[i][0]) != place) continue;
    const NodeId other = (*studio.kernel.order())[std::stoul(part[i][1])];
    IM_CHECK_SILENT(std::stol(part[i][3]) == studio.workspace().picked);
    IM_CHECK_SILENT(std::stol(part[i][5]) == other);
    const float wanted = studio.kernel.correlation().values[static_cast<std::size_t>(other)];
    IM_CHECK_SILENT(std::abs(std::stof(part[i][2]) - wanted) < 1e-3f);
    ++compared;
  }
  IM_CHECK_GE(compared, static_cast<int>(columns.count));
  const auto figure = figureOf(studio, Exported::Covariance);
  IM_CHECK(figure.has_value());
  IM_CHECK_EQ(std::get<HeatmapFigure>(*figure).bins, static_cast<int>(side));
  IM_CHECK(captionsOf(studio, Exported::Covariance)[1].ends_with(boundOf(studio.block.answer())));
  IM_CHECK(writeFigure(*figure, fmt::format("{}/figure-block.png", SISPDE_SCREENSHOTS)).has_value());
  studio.view.heatmap = studio.view.heatmap.reset();
}

// Where both kernels are one, or nearly, what is left is rounding: colours begin where a change is one.
void theChangeOfEqualKernelsIsNoPattern(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  for (const HeatmapQuantity quantity :
       {HeatmapQuantity::CorrelationChange, HeatmapQuantity::CovarianceChange}) {
    studio.history.edit("Kernels", [&](Workspace& w) {
      w.quantity = quantity;
      w.kernels[0] = w.kernels[1] = {.nu = 1.5, .kappa = 4, .sigma = 3};
    });
    settle(context);
    const double bound = studio.kernel.image().info.bound;
    IM_CHECK(bound > 0 && std::isfinite(bound));
    const auto figure = figureOf(studio, Exported::Covariance);
    IM_CHECK(figure.has_value());
    IM_CHECK_EQ(frameOf(*figure).colourBar->scale.high, 4 * bound * (isCorrelation(quantity) ? 1 : 9));
  }
  studio.history.edit("Quantity", [](Workspace& w) { w.quantity = HeatmapQuantity::Correlation; });
  resetKernels(context);
}

// Edges that a plan drops and adds are in the figure of the graph, with their meaning.
void plannedEdgesAreInTheFigure(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  studio.showOverlay({{0, 9}, {4, 20}}, {{0, 1}});
  const auto figure = figureOf(studio, Exported::Graph);
  IM_CHECK(figure.has_value());
  const auto& graph = std::get<GraphFigure>(*figure);
  IM_CHECK_EQ(graph.edges.size(), 3u);
  IM_CHECK(graph.edges[1].edges == studio.overlayDropped);
  IM_CHECK(graph.edges[2].edges == studio.overlayAdded);
  IM_CHECK(graph.frame.legend.has_value());
  IM_CHECK_STR_EQ(graph.frame.legend->entries[0].name.c_str(), "1 dropped");
  IM_CHECK(writeFigure(*figure, fmt::format("{}/figure-plan.png", SISPDE_SCREENSHOTS)).has_value());
  studio.showOverlay({}, {});
}

// What the colours mean stands beside the figure, and what the view hides is not in it.
void legendsAndHiddenNodesAreAsInTheView(ImGuiTestContext* context) {
  openForTraining(context, 6);
  Studio& studio = studioOf(context);
  studio.startTraining();
  settle(context);
  const auto entries = [&](ColourBy by) {
    studio.colourBy(by);
    settle(context);
    const auto figure = figureOf(studio, Exported::Graph);
    if (!figure) return std::size_t{0};
    const auto& legend = std::get<GraphFigure>(*figure).frame.legend;
    return legend ? legend->entries.size() : std::size_t{0};
  };
  const auto shapes = entries(ColourBy::Score);  // ID, OOD, flagged
  IM_CHECK_EQ(entries(ColourBy::Class), 4u);
  IM_CHECK_EQ(entries(ColourBy::Prediction), 4 + shapes);
  IM_CHECK_EQ(entries(ColourBy::Error), 2 + shapes);
  IM_CHECK_EQ(entries(ColourBy::Component), static_cast<std::size_t>(studio.document->components.count));
  studio.select({0, 1, 2, 3}, "Selected");
  studio.history.edit("Hid all but the selection", [](Workspace& w) { w.selectionAlone = true; });
  context->Yield(2);
  const GraphFigure figure = std::get<GraphFigure>(*figureOf(studio, Exported::Graph));
  NodeId finite = 0;
  for (const Point& p : figure.positions) finite += std::isfinite(p.x) && std::isfinite(p.y);
  IM_CHECK_EQ(finite, 4);
  for (const EdgeGroup& group : figure.edges)
    for (const Edge& edge : group.edges) IM_CHECK(edge.u <= 3 && edge.v <= 3);
  IM_CHECK(checkFigure(figure).has_value());
  studio.select({}, "Cleared");
  studio.colourBy(ColourBy::Correlation);
  settle(context);
}

// The mean of the selection's paths is that of the field on its nodes, in the window and in the figure.
void theSelectionIsInNoiseAndSpectrum(ImGuiTestContext* context) {
  openData(context, "karate");
  Studio& studio = studioOf(context);
  const auto lines = [&](Exported what) { return std::get<CurvesFigure>(*figureOf(studio, what)).lines; };
  const std::size_t before = lines(Exported::Noise).size();
  studio.select({4, 9, 20}, "Selected");
  settle(context);
  const auto after = lines(Exported::Noise);
  IM_CHECK_EQ(after.size(), before + 1);
  const auto field = studio.kernel.fieldAt(1);
  IM_CHECK_LT(std::abs(after.back().y.back() - (field[4] + field[9] + field[20]) / 3.0), 1e-6);
  IM_CHECK_EQ(std::get<CurvesFigure>(*figureOf(studio, Exported::Spectrum)).bands.size(), 2u);
  const auto hops = lines(Exported::Hops);
  IM_CHECK_EQ(hops.size(), 2u);
  inBothThemes(context, "selection-noise");
  context->SetRef("Spectrum");
  context->ItemClick("correlation by hops");
  context->Yield(2);
  inBothThemes(context, "selection-hops");
  context->SetRef("Spectrum");
  context->ItemClick("density");
  studio.select({}, "Cleared");
  settle(context);
  IM_CHECK_EQ(lines(Exported::Noise).size(), before);
}

}  // namespace

void registerFigureTests(ImGuiTestEngine* engine, App& app) {
  const auto add = [&](const char* name, void (*test)(ImGuiTestContext*)) {
    ImGuiTest* made = IM_REGISTER_TEST(engine, "figures", name);
    made->TestFunc = test;
    made->UserData = &app;
  };
  add("every view is a figure", everyViewIsAFigure);
  add("the figure of the metrics has the curves that are on", theFigureOfTheMetricsHasTheCurvesThatAreOn);
  add("losses of several runs are compared", lossesOfSeveralRunsAreCompared);
  add("figures have what the windows draw", figuresHaveWhatTheWindowsDraw);
  add("rings have the colours of their paths", ringsHaveTheColoursOfTheirPaths);
  add("paths of a former other kernel are no figure", pathsOfAFormerOtherKernelAreNoFigure);
  add("the export begins with the window in use", theExportBeginsWithTheWindowInUse);
  add("tables have the numbers of their windows", tablesHaveTheNumbersOfTheirWindows);
  add("bounds are those of the windows", boundsAreThoseOfTheWindows);
  add("the figure of the graph says what its colours rest on", theFigureOfTheGraphSaysWhatItsColoursRestOn);
  add("a zoomed heatmap is exported as it is seen", aZoomedHeatmapIsExportedAsItIsSeen);
  add("the change of equal kernels is no pattern", theChangeOfEqualKernelsIsNoPattern);
  add("planned edges are in the figure", plannedEdgesAreInTheFigure);
  add("legends and hidden nodes are as in the view", legendsAndHiddenNodesAreAsInTheView);
  add("the selection is in noise and spectrum", theSelectionIsInNoiseAndSpectrum);
}

}  // namespace sispde::studio
