#include "app/studio/shell/figures_of.h"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "app/studio/figure/csv_export.h"
#include "app/studio/figure/heatmap_scale.h"
#include "app/studio/panels/graph_overlay.h"
#include "app/studio/panels/heatmap_lists.h"
#include "app/studio/shell/widgets.h"

namespace sispde::studio {
namespace {

std::string kernelWords(const KernelSpec& spec) {
  std::string words = kernelName(spec.kind);
  if (spec.kind == KernelKind::Matern) words += fmt::format(", ν = {}", significant(spec.nu));
  if (spec.kind == KernelKind::Matern || spec.kind == KernelKind::Heat)
    words += fmt::format(", κ = {}", significant(spec.kappa));
  return fmt::format("{}, σ = {}, {} Laplacian", words, significant(spec.sigma),
                     spec.laplacian == LaplacianKind::Symmetric ? "symmetric" : "combinatorial");
}

// Squares and rings where the view has them, and what they mean.
void addShapes(const Studio& studio, GraphFigure& figure) {
  figure.shapes = studio.nodeShapes();
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

Result<Figure> graphFigure(const Studio& studio) {
  if (studio.layout.positions().empty()) return usageError("The graph has no places yet");
  const Document& d = *studio.document;
  const Shown& shown = studio.shown();
  GraphFigure figure;
  figure.frame =
      frameFor(studio, fmt::format("{} by {}", d.data.name, colourByName(studio.workspace().colourBy)), "");
  figure.frame.plot = studio.view.graphSize;
  figure.graph = d.data.graph;
  figure.edges = plainEdges(d.data.graph, figure.frame.colours);
  figure.positions = studio.layout.positions();
  figure.nodeColours = studio.nodeColours();
  for (NodeId u = 0; u < d.data.nodeCount(); ++u)
    figure.radii.push_back(nodeRadius(studio, u) / studio.theme.scale);
  figure.picked = studio.workspace().picked;
  figure.camera = studio.view.camera;
  if (!shown.values.empty()) {
    figure.frame.colourBar = ColourBar{shown.scale(), shown.name};
  } else if (studio.workspace().colourBy == ColourBy::Class && !d.classSizes.empty()) {
    Legend legend{"class", {}};
    for (std::size_t c = 0; c < std::min<std::size_t>(d.classSizes.size(), 24); ++c)
      legend.entries.push_back({c < d.data.classNames.size() ? d.data.classNames[c] : fmt::format("{}", c),
                                classColour(static_cast<int>(c), studio.theme.dark())});
    figure.frame.legend = std::move(legend);
  }
  addShapes(studio, figure);
  return Figure(std::move(figure));
}

Result<Figure> heatmapFigure(const Studio& studio) {
  const Answer& image = studio.kernel.image();
  if (!image.valid()) return usageError("The heatmap is not there yet");
  const Workspace& w = studio.workspace();
  const std::string words = quantityWords(w, w.quantity);
  HeatmapFigure figure;
  figure.frame = frameFor(studio, isCorrelation(w.quantity) ? "Correlation" : "Covariance", boundOf(image));
  if (isChange(w.quantity)) {
    figure.frame.title += w.active == 0 ? ", A − B" : ", B − A";
    figure.frame.captions.push_back("Less the kernel " + kernelWords(w.otherKernel()) + ".");
  }
  figure.frame.plot = {480, 480};
  figure.bins = studio.kernel.bins();
  const ColourScale scale = heatmapScale(image.values, {studio.theme.dark(), isChange(w.quantity)});
  figure.cells = coloursOf(scale, image.values);
  figure.frame.colourBar = ColourBar{scale, words};
  figure.xName = figure.yName = fmt::format("nodes by {}", nodeOrderName(studio.workspace().order));
  return Figure(std::move(figure));
}

}  // namespace

FigureFrame frameFor(const Studio& studio, const std::string& title, const std::string& truth) {
  FigureFrame frame;
  frame.title = title;
  frame.colours = figureColours(studio.theme.dark());
  frame.captions = {fmt::format("{}: {} nodes, {} edges", studio.document->data.name,
                                studio.document->data.nodeCount(), studio.document->data.graph.edgeCount()),
                    "Kernel: " + kernelWords(studio.workspace().kernel()) + ". " + truth};
  return frame;
}

std::string boundOf(const Answer& answer) {
  return fmt::format("Rank {}, error ≤ {:.0e}.", answer.info.terms, answer.info.bound);
}

Result<Figure> figureOf(const Studio& studio, Exported what) {
  if (!studio.document) return usageError("Nothing is open");
  switch (what) {
    case Exported::Graph: return graphFigure(studio);
    case Exported::Covariance: return heatmapFigure(studio);
    case Exported::Noise: return noiseFigure(studio);
    case Exported::Spectrum: return spectrumFigure(studio);
    case Exported::Hops: return hopsFigure(studio);
    case Exported::Degrees: return degreesFigure(studio);
    case Exported::Metrics: return metricsFigure(studio);
    case Exported::Scores: break;
  }
  return scoresFigure(studio);
}

Result<ValuesWriter> valuesOf(const Studio& studio, Exported what) {
  SISPDE_TRY(const Figure figure, figureOf(studio, what));
  if (const auto* curves = std::get_if<CurvesFigure>(&figure))
    return ValuesWriter(
        [copy = *curves](const std::string& path, const Progress&) { return writeCurveValues(copy, path); });
  if (what == Exported::Covariance)
    return ValuesWriter([values = studio.kernel.image().values, bins = studio.kernel.bins()](
                            const std::string& path, const Progress& progress) {
      return writeHeatmapValues(values, bins, path, progress);
    });
  std::vector<std::pair<std::string, std::vector<float>>> kept;
  const auto keep = [&](const char* name, const Answer& answer) {
    if (answer.valid()) kept.emplace_back(name, answer.values);
  };
  if (const Shown& shown = studio.shown(); !shown.values.empty())
    kept.emplace_back("shown: " + shown.name, shown.values);
  keep("covariance", studio.kernel.row());
  keep("correlation", studio.kernel.correlation());
  keep("variance", studio.kernel.variances());
  return ValuesWriter([kept, document = studio.document, places = studio.layout.positions()](
                          const std::string& path, const Progress& progress) {
    std::vector<ValueColumn> columns;
    for (const auto& [name, values] : kept) columns.push_back({name, values});
    return writeNodeValues(document->data, places, columns, path, progress);
  });
}

namespace {

// As one word of a shell.
std::string quoted(const std::string& text) {
  std::string made = "'";
  for (const char c : text) made += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return made + "'";
}

std::string edgeOptions(const char* option, const std::vector<Edge>& edges) {
  std::string text;
  for (const Edge& edge : edges) text += fmt::format(" {} {},{}", option, edge.u, edge.v);
  return text;
}

// The line that makes data.npz: the opened data with the edits of their graph.
std::string editCommand(const DataRequest& data, const std::string& source, const GraphEdits* edits) {
  constexpr std::size_t most = 200;  // edges that a line can name
  if (edits != nullptr && edits->dropped.size() + edits->added.size() > most)
    return "# First export the rewired graph as data.npz (Rewiring window).\n";
  const std::string how = edits == nullptr || edits->empty() ? " --drop 0 --add 0"
                                                             : edgeOptions("--drop-edge", edits->dropped) +
                                                                   edgeOptions("--add-edge", edits->added);
  return fmt::format("sispde rewire {} --seed {}{} --out data.npz && ", source, data.seed, how);
}

}  // namespace

std::string commandOf(const Studio& studio, bool noise) {
  if (!studio.document) return {};
  const Workspace& w = studio.workspace();
  const KernelSpec& spec = w.kernel();
  const DataRequest& data = studio.opened->request;
  std::string source = quoted(data.data), before;
  if (!data.nodes.empty()) source += " --nodes " + quoted(data.nodes);
  if (!data.dataDir.empty()) source += " --data-dir " + quoted(data.dataDir);
  // One seed serves the generator of a data set and the noise: where they differ, the data set is made first.
  const bool generated = !std::filesystem::exists(data.data) && noise && data.seed != w.seed;
  if (w.edits || generated) {
    before = editCommand(data, source, w.edits.get());
    source = "data.npz";
  }
  std::string line = fmt::format(
      "{}sispde {} {} --seed {} --kernel {} --nu {} --kappa {} --sigma {} --laplacian {} --normalise {}",
      before, noise ? "sample" : "kernel", source, noise ? w.seed : data.seed, kernelName(spec.kind), spec.nu,
      spec.kappa, spec.sigma, laplacianName(spec.laplacian),
      spec.normalisation == Normalisation::Trace ? "trace" : "none");
  if (noise) return line + fmt::format(" --count {} --out fields.npy", studio.kernel.steps());
  if (w.picked >= 0) line += fmt::format(" --rows {}", w.picked);
  return line + " --out rows.npy";
}

}  // namespace sispde::studio
