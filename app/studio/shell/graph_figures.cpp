// Figures of the two graphs, declared in figures_of.h.

#include <algorithm>
#include <limits>

#include "app/studio/figure/csv_export.h"
#include "app/studio/panels/node_names.h"
#include "app/studio/panels/placed_graph.h"
#include "app/studio/shell/colour_legend.h"
#include "app/studio/shell/figures_of.h"

namespace sispde::studio {
namespace {

// Squares and rings where the view has them, and what they mean.
void addShapes(const std::vector<NodeShape>& shapes, GraphFigure& figure) {
  figure.shapes = shapes;
  const auto has = [&](NodeShape flag) {
    return std::ranges::any_of(figure.shapes, [&](NodeShape shape) { return (shape & flag) != 0; });
  };
  if (!has(squareShape) && !has(ringShape)) return;
  Legend legend = figure.frame.legend.value_or(Legend{"nodes", {}});
  const FigureColours& colours = figure.frame.colours;
  if (has(squareShape)) {
    legend.entries.push_back({"ID", colours.quiet, LegendMark::Disc});
    legend.entries.push_back({"OOD", colours.quiet, LegendMark::Square});
  }
  if (has(ringShape)) legend.entries.push_back({"flagged", colours.warning, LegendMark::Ring});
  figure.frame.legend = std::move(legend);
}

// What the colours mean, where they are no scale.
void addLegend(const Studio& studio, GraphFigure& figure) {
  constexpr std::size_t most = 24;
  std::optional<Legend> legend = colourLegend(studio, most);
  if (!legend) return;
  if (figure.frame.legend)
    std::ranges::copy(figure.frame.legend->entries, std::back_inserter(legend->entries));
  figure.frame.legend = std::move(legend);
}

// Nodes that the view hides are left out, and their edges.
void hideOthers(const Studio& studio, GraphFigure& figure) {
  if (!studio.workspace().selectionAlone) return;
  constexpr float nowhere = std::numeric_limits<float>::quiet_NaN();
  for (NodeId u = 0; u < std::ssize(figure.positions); ++u)
    if (!studio.isShown(u)) figure.positions[static_cast<std::size_t>(u)] = {nowhere, nowhere};
  for (EdgeGroup& group : figure.edges)
    std::erase_if(group.edges,
                  [&](const Edge& edge) { return !studio.isShown(edge.u) || !studio.isShown(edge.v); });
}

// Edges that come and go, over the others and in their own colours.
void addChanges(const Studio& studio, const std::vector<Edge>& added, const std::vector<Edge>& dropped,
                GraphFigure& figure) {
  const auto add = [&](const std::vector<Edge>& edges, const ImVec4& colour, double alpha, const char* name) {
    if (edges.empty()) return;
    figure.edges.push_back({edges, colourOf(colour, alpha), 1.5});
    if (!figure.frame.legend) figure.frame.legend = Legend{"", {}};
    figure.frame.legend->entries.push_back(
        {fmt::format("{} {}", edges.size(), name), colourOf(colour), LegendMark::Line});
  };
  add(dropped, studio.theme.palette.bad, 0.45, "dropped");
  add(added, studio.theme.palette.good, 0.9, "added");
}

// What the view draws over its nodes: rings of the watched ones, and names where the nodes are few.
void addMarks(const Studio& studio, GraphFigure& figure) {
  const Workspace& w = studio.workspace();
  std::string words;
  for (std::size_t i = 0; i < w.watched.size(); ++i) {
    if (w.watched[i] >= std::ssize(figure.positions)) continue;
    words += (words.empty() ? "" : ", ") + studio.document->nodeName(w.watched[i]);
    if (w.watched[i] != w.picked) figure.rings.push_back({w.watched[i], studio.watchColour(w.watched[i])});
  }
  if (!words.empty()) figure.frame.captions.push_back("Rings: the watched nodes " + words + ".");
  if (figure.positions.size() > mostNamed) return;
  for (NodeId u = 0; u < std::ssize(figure.positions); ++u)
    figure.names.push_back(studio.document->nodeName(u));
}

}  // namespace

Result<Figure> graphFigure(const Studio& studio) {
  if (studio.layout.positions().empty()) return usageError("The graph has no places yet");
  SISPDE_CHECK(isOfNow(studio.shownIsFormer()));
  if (studio.overlayIsFormer())
    return usageError(
        "The plan over the graph is of before the last change; export it when the new one is there, "
        "or take it off the graph in the Rewiring window");
  const Document& d = *studio.document;
  const Shown& shown = studio.shown();
  GraphFigure figure;
  const std::string truth = studio.shownTruth();
  figure.frame =
      frameFor(studio, fmt::format("{} by {}", d.data.name, colourByName(studio.workspace().colourBy)),
               truth.empty() ? "" : fmt::format("Colours: {}.", truth));
  figure.frame.plot = studio.view.graphSize;
  figure.graph = d.data.graph;
  figure.edges = plainEdges(d.data.graph, figure.frame.colours);
  figure.positions = studio.layout.positions();
  figure.nodeColours = studio.nodeColours();
  for (NodeId u = 0; u < d.data.nodeCount(); ++u)
    figure.radii.push_back(nodeRadius(studio, u) / studio.theme.scale);
  figure.picked = studio.workspace().picked;
  figure.camera = studio.view.camera;
  addChanges(studio, studio.overlayAdded, studio.overlayDropped, figure);
  if (!shown.values.empty()) figure.frame.colourBar = ColourBar{shown.scale(), shown.name};
  addLegend(studio, figure);
  hideOthers(studio, figure);
  addShapes(studio.nodeShapes(), figure);
  addMarks(studio, figure);
  figure.pinned = studio.layout.pinnedNodes();
  return Figure(std::move(figure));
}

Result<Figure> secondFigure(const Studio& studio) {
  const SecondScene* scene = studio.second();
  const auto& positions = studio.layoutOfSecond().positions();
  if (scene == nullptr || positions.size() != static_cast<std::size_t>(scene->graph->nodeCount()))
    return usageError("There is no second graph to show yet");
  if (!studio.secondIsCurrent())
    return usageError(
        "{}", scene->planned ? "The plan beside the graph is of before the last change; export it when the "
                               "new one is there"
                             : "Open the window of the second graph: what it showed last is of other scores");
  GraphFigure figure;
  figure.frame = frameFor(studio, fmt::format("{}, {}", studio.document->data.name, scene->title), "");
  figure.frame.captions[0] = fmt::format("{}, {}: {} nodes, {} edges", studio.document->data.name,
                                         scene->title, scene->graph->nodeCount(), scene->graph->edgeCount());
  figure.frame.plot = studio.view.second.size;
  figure.graph = *scene->graph;
  figure.edges = plainEdges(*scene->graph, figure.frame.colours);
  figure.edges.front().edges = *scene->edges;
  figure.positions = positions;
  figure.nodeColours = scene->colours;
  const PlacedGraph placed = secondGraph(studio, {{}, figure.frame.plot});
  for (NodeId u = 0; u < scene->graph->nodeCount(); ++u)
    figure.radii.push_back(nodeRadius(studio, placed, u) / studio.theme.scale);
  figure.picked = studio.workspace().picked;
  figure.camera = placed.camera;
  addChanges(studio, scene->added, scene->dropped, figure);
  if (!scene->values.empty() && !studio.shown().values.empty())
    figure.frame.colourBar = ColourBar{studio.shown().scale(), scene->valueName};
  if (scene->values.empty()) addLegend(studio, figure);
  addShapes(scene->shapes, figure);
  addMarks(studio, figure);
  return Figure(std::move(figure));
}

ValuesWriter secondValues(const Studio& studio) {
  const SecondScene& scene = *studio.second();
  return [document = studio.document, name = "shown: " + scene.valueName, values = scene.values,
          places = studio.layoutOfSecond().positions()](const std::string& path, const Progress& progress) {
    std::vector<ValueColumn> columns;
    if (!values.empty()) columns.push_back({name, values});
    // The nodes, with their names and classes, are those of the first graph.
    return writeNodeValues(document->data, places, columns, path, progress);
  };
}

}  // namespace sispde::studio
