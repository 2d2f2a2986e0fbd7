#include "app/studio/shell/figures_of.h"

#include <algorithm>
#include <cctype>
#include <cmath>

#include "app/studio/figure/csv_export.h"
#include "app/studio/figure/heatmap_scale.h"
#include "app/studio/panels/heatmap_lists.h"
#include "app/studio/panels/heatmap_marks.h"
#include "app/studio/shell/widgets.h"
#include "core/base/atomic_file.h"

namespace sispde::studio {
namespace {

// The part of the heatmap that is in view: exact entries where the window has them, otherwise means over bins.
struct SeenHeatmap {
  HeatmapValues cells;      // equally many rows and columns
  PlaceRange down, across;  // all places that are seen
};

SeenHeatmap seenHeatmap(const Studio& studio) {
  const auto nodes = static_cast<std::size_t>(studio.document->data.nodeCount());
  const auto bins = static_cast<std::size_t>(studio.kernel.bins());
  const HeatmapView& view = studio.view.heatmap;
  const PlaceRange across = view.columns().visible(nodes), down = view.rows().visible(nodes);
  // A cell for every node where they are few or exact, otherwise one for every bin.
  const std::size_t places = std::max(across.count, down.count);
  const bool exact = studio.block.shown() || bins >= nodes;
  const std::size_t side = exact ? places : std::max<std::size_t>(1, places * bins / nodes);
  const auto cellsOf = [&](PlaceRange range) {
    std::vector<std::size_t> cells(side);
    for (std::size_t i = 0; i < side; ++i)
      cells[i] = std::min(range.first + (i * range.count + side - 1) / side, nodes - 1);
    return cells;
  };
  SeenHeatmap seen{{{}, cellsOf(down), cellsOf(across), {}, {}}, down, across};
  HeatmapValues& cells = seen.cells;
  for (const std::size_t row : cells.rows)
    for (const std::size_t column : cells.columns)
      cells.values.push_back(static_cast<float>(studio.block.cell(studio.kernel, row, column).value));
  const auto* order = studio.kernel.order();
  if (!exact || order == nullptr) return seen;
  for (const std::size_t row : cells.rows) cells.rowNodes.push_back((*order)[row]);
  for (const std::size_t column : cells.columns) cells.columnNodes.push_back((*order)[column]);
  return seen;
}

// Where classes begin among the places that are seen, as shares of the side.
std::vector<double> boundariesIn(const Studio& studio, PlaceRange range) {
  std::vector<double> shares;
  const auto* order = studio.kernel.order();
  if (studio.workspace().order != NodeOrder::Class || order == nullptr) return shares;
  for (const std::size_t place : classBoundaries(*order, studio.document->data.labels))
    if (place > range.first && place < range.end())
      shares.push_back(static_cast<double>(place - range.first) / static_cast<double>(range.count));
  return shares;
}

// As the window has it (HeatmapPicture).
HeatmapScaleOptions scaleOptions(const Studio& studio, const Answer& drawn) {
  const Workspace& w = studio.workspace();
  HeatmapScaleOptions options{studio.theme.dark(), isChange(w.quantity)};
  // Two kernels that are nearly the same differ by rounding alone.
  if (options.change)
    options.smallest =
        4 * drawn.info.bound * (isCorrelation(w.quantity) ? 1 : w.kernel().sigma * w.kernel().sigma);
  return options;
}

Result<Figure> heatmapFigure(const Studio& studio) {
  const Answer& image = studio.kernel.image();
  if (!image.valid()) return usageError("The heatmap is not there yet");
  SISPDE_CHECK(isOfNow(studio.kernel.isFormer(KernelPart::Picture)));
  const Workspace& w = studio.workspace();
  const std::string words = quantityWords(w, w.quantity);
  HeatmapFigure figure;
  const Answer& drawn = studio.block.shown() ? studio.block.answer() : image;
  figure.frame = frameFor(studio, isCorrelation(w.quantity) ? "Correlation" : "Covariance", boundOf(drawn));
  if (isChange(w.quantity)) {
    figure.frame.title += w.active == 0 ? ", A − B" : ", B − A";
    figure.frame.captions.push_back("Less the kernel " + kernelWords(w.otherKernel()) + ".");
  }
  figure.frame.plot = {480, 480};
  const SeenHeatmap seen = seenHeatmap(studio);
  figure.bins = static_cast<int>(seen.cells.rows.size());
  const ColourScale scale = heatmapScale(drawn.values, scaleOptions(studio, drawn));
  figure.cells = coloursOf(scale, seen.cells.values);
  figure.boundaries = boundariesIn(studio, seen.across);
  figure.rowBoundaries = boundariesIn(studio, seen.down);
  figure.frame.colourBar = ColourBar{scale, words};
  const auto axis = [&](const std::vector<std::size_t>& places) {
    std::string name = fmt::format("nodes by {}", nodeOrderName(w.order));
    if (!studio.view.heatmap.whole()) name += fmt::format(", places {} to {}", places.front(), places.back());
    return name;
  };
  figure.xName = axis(seen.cells.columns);
  figure.yName = axis(seen.cells.rows);
  return Figure(std::move(figure));
}

}  // namespace

std::string kernelWords(const KernelSpec& spec) {
  std::string words = kernelName(spec.kind);
  if (spec.kind == KernelKind::Matern) words += fmt::format(", ν = {}", significant(spec.nu));
  if (spec.kind == KernelKind::Matern || spec.kind == KernelKind::Heat)
    words += fmt::format(", κ = {}", significant(spec.kappa));
  return fmt::format("{}, σ = {}, {} Laplacian", words, significant(spec.sigma),
                     spec.laplacian == LaplacianKind::Symmetric ? "symmetric" : "combinatorial");
}

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
  std::string words = basisWords(answer.info);
  words[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(words[0])));
  return fmt::format("{}, {}.", words, errorWords(answer.info));
}

Result<void> isOfNow(bool former) {
  if (former)
    return usageError("What is shown is of before the last change; export it when the new is computed");
  return {};
}

Result<Figure> figureOf(const Studio& studio, Exported what) {
  if (!studio.document) return usageError("Nothing is open");
  switch (what) {
    case Exported::Graph: return graphFigure(studio);
    case Exported::Second: return secondFigure(studio);
    case Exported::Covariance: return heatmapFigure(studio);
    case Exported::Noise: return noiseFigure(studio);
    case Exported::Spectrum: return spectrumFigure(studio);
    case Exported::Hops: return hopsFigure(studio);
    case Exported::Degrees: return degreesFigure(studio);
    case Exported::Metrics: return metricsFigure(studio);
    case Exported::Scores: return scoresFigure(studio);
    case Exported::Compare: return compareFigure(studio);
    case Exported::Rewiring: return rewiringFigure(studio);
    case Exported::Flagged: return flaggedFigure(studio);
    case Exported::Node: break;
  }
  return nodeFigure(studio);
}

std::optional<Exported> exportedBy(const Studio& studio, std::string_view window) {
  if (window == "Spectrum") return studio.view.spectrumByHops ? Exported::Hops : Exported::Spectrum;
  static constexpr std::pair<std::string_view, Exported> views[] = {{"Graph", Exported::Graph},
                                                                    {"Second graph", Exported::Second},
                                                                    {"Covariance", Exported::Covariance},
                                                                    {"Noise", Exported::Noise},
                                                                    {"Data", Exported::Degrees},
                                                                    {"Metrics", Exported::Metrics},
                                                                    {"Training", Exported::Metrics},
                                                                    {"Runs", Exported::Metrics},
                                                                    {"Scores", Exported::Scores},
                                                                    {"Compare", Exported::Compare},
                                                                    {"Node", Exported::Node},
                                                                    {"Rewiring", Exported::Rewiring},
                                                                    {"Flagged", Exported::Flagged},
                                                                    {"Kernel", Exported::Spectrum}};
  for (const auto& [title, what] : views)
    if (title == window) return what;
  return std::nullopt;
}

Result<ValuesWriter> valuesOf(const Studio& studio, Exported what) {
  if (!studio.document) return usageError("Nothing is open");
  if (what == Exported::Rewiring || what == Exported::Flagged) {
    SISPDE_TRY(std::string text, what == Exported::Rewiring ? rewiringCsv(studio) : flaggedCsv(studio));
    return ValuesWriter(
        [text = std::move(text)](const std::string& path, const Progress&) { return writeFile(path, text); });
  }
  if (what == Exported::Compare || what == Exported::Node) {
    SISPDE_TRY(CsvTable table, what == Exported::Node ? nodeTable(studio) : compareTable(studio));
    return ValuesWriter([table = std::move(table)](const std::string& path, const Progress&) {
      return writeFile(path, csvOf(table));
    });
  }
  SISPDE_TRY(const Figure figure, figureOf(studio, what));
  if (const auto* curves = std::get_if<CurvesFigure>(&figure))
    return ValuesWriter(
        [copy = *curves](const std::string& path, const Progress&) { return writeCurveValues(copy, path); });
  if (what == Exported::Second) return secondValues(studio);
  if (what == Exported::Covariance) {
    return ValuesWriter([document = studio.document, cells = seenHeatmap(studio).cells](
                            const std::string& path, const Progress& progress) {
      return writeHeatmapValues(document->data, cells, path, progress);
    });
  }
  std::vector<std::pair<std::string, std::vector<float>>> kept;
  const auto keep = [&](const char* name, const Answer& answer, KernelPart part) {
    if (answer.valid() && !studio.kernel.isFormer(part)) kept.emplace_back(name, answer.values);
  };
  if (const Shown& shown = studio.shown(); !shown.values.empty())
    kept.emplace_back("shown: " + shown.name, shown.values);
  keep("covariance", studio.kernel.row(), KernelPart::Row);
  keep("correlation", studio.kernel.correlation(), KernelPart::Correlation);
  keep("variance", studio.kernel.variances(), KernelPart::Variances);
  return ValuesWriter([kept, document = studio.document, places = studio.layout.positions()](
                          const std::string& path, const Progress& progress) {
    std::vector<ValueColumn> columns;
    for (const auto& [name, values] : kept) columns.push_back({name, values});
    return writeNodeValues(document->data, places, columns, path, progress);
  });
}

}  // namespace sispde::studio
