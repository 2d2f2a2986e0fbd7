// Figures and tables of the Compare and the Node window, declared in figures_of.h.

#include <algorithm>

#include "app/studio/panels/node_lists.h"
#include "app/studio/shell/figures_of.h"
#include "app/studio/shell/widgets.h"
#include "core/experiment/paper_tables.h"

namespace sispde::studio {
namespace {

std::string exactly(double value) {
  return fmt::format("{}", value);
}
std::string percent(double share) {
  return fixed(100 * share, 1);
}

// The picked node of the shown run, and its way through the SPDE where that is known.
struct NodeShown {
  NodeId node = -1;
  const TrainedRun* run = nullptr;
  NodeReport report;
  const WatchedPath* path = nullptr;
};

Result<NodeShown> nodeShown(const Studio& studio) {
  NodeShown shown{studio.workspace().picked, studio.scoredRun(), {}, nullptr};
  if (shown.node < 0) return usageError("No node is picked");
  if (shown.run == nullptr || !studio.scores.valid() || studio.scores.data() == nullptr)
    return usageError("There are no scores of node {} yet", studio.document->nodeName(shown.node));
  SISPDE_CHECK(isOfNow(studio.scores.isFormer()));
  const Scoring& scoring = *studio.scores.scoring();
  shown.path = pathOf(scoring.evaluation, shown.node);
  const Rescoring* again = studio.rescore.latest().get();
  if (shown.path == nullptr && again != nullptr && again->run == shown.run->id &&
      again->epoch == scoring.epoch && !again->edited)
    shown.path = pathOf(again->evaluation, shown.node);
  shown.report = nodeReport(questionOf(studio, shown.path), shown.node);
  return shown;
}

void addPaths(const NodeShown& shown, CurvesFigure& figure) {
  const WatchedPath& path = *shown.path;
  const double end = shown.run->config.options.time;
  const auto steps = static_cast<double>(std::max<std::size_t>(path.times - 1, 1));
  Colour colour = figure.frame.colours.accent;
  colour.a = 150;
  for (std::size_t s = 0; s < path.samples; ++s) {
    FigureLine line{s == 0 ? fmt::format("{} sample path{}", path.samples, path.samples == 1 ? "" : "s") : "",
                    colour,
                    1,
                    {},
                    probabilityPath(path, s, shown.report.prediction)};
    for (std::size_t k = 0; k < line.y.size(); ++k) line.x.push_back(end * static_cast<double>(k) / steps);
    figure.lines.push_back(std::move(line));
  }
  figure.x = {"t", 0, std::max(end, 1e-9)};
}

void addClasses(const Studio& studio, const NodeShown& shown, CurvesFigure& figure) {
  double at = 0;
  for (const ClassShare& share : shown.report.classes) {
    figure.bands.push_back(
        barsBand(fmt::format("{} {}", labelTitle(*studio.document, share.label), fixed(share.mean, 3)),
                 classColour(share.label, studio.theme.dark()), {share.mean}, at + 0.1, 0.8));
    at += 1;
  }
  figure.x = {"class", 0, std::max(at, 1.0), false};
}

}  // namespace

// The probability of the predicted class along the sample paths; without paths those of all classes.
Result<Figure> nodeFigure(const Studio& studio) {
  SISPDE_TRY(const NodeShown shown, nodeShown(studio));
  const NodeReport& report = shown.report;
  const std::string name = studio.document->nodeName(shown.node);
  CurvesFigure figure;
  figure.frame = frameFor(studio,
                          shown.path != nullptr ? fmt::format("Node {}: probability of {}", name,
                                                              labelTitle(*studio.document, report.prediction))
                                                : fmt::format("Node {}: class probabilities", name),
                          "");
  figure.frame.captions.push_back(runWords(*shown.run) + fmt::format(" Epoch {}.", studio.scores.epoch()));
  figure.frame.captions.push_back(inWords(report));
  figure.frame.plot = {520, 260};
  figure.y = {"probability", -0.02, 1.02};
  if (shown.path != nullptr)
    addPaths(shown, figure);
  else
    addClasses(studio, shown, figure);
  return Figure(std::move(figure));
}

Result<CsvTable> nodeTable(const Studio& studio) {
  SISPDE_TRY(const NodeShown shown, nodeShown(studio));
  const NodeReport& report = shown.report;
  CsvTable table{"node", {"what", "name", "value", "low", "high"}, {}};
  const auto add = [&](const char* what, const std::string& name, const std::string& value,
                       const std::string& low = "", const std::string& high = "") {
    table.rows.push_back({what, name, value, low, high});
  };
  const auto orEmpty = [](const std::optional<double>& value) {
    return value ? exactly(*value) : std::string();
  };
  add("node", studio.document->nodeName(shown.node), std::to_string(shown.node));
  add("class", "data", labelName(*studio.document, report.label));
  add("class", "predicted", labelName(*studio.document, report.prediction));
  add("set", "", nodeSetName(report.set));
  add("flagged", "", report.flagged ? "yes" : "no");
  add("threshold", studio.workspace().score.name, exactly(report.threshold));
  for (const ClassShare& share : report.classes)
    add("probability", labelName(*studio.document, share.label), exactly(share.mean), orEmpty(share.low),
        orEmpty(share.high));
  for (const NodeScore& score : report.scores) add("score", score.name, exactly(score.value));
  for (const Neighbour& neighbour : report.neighbours)
    add("neighbour", studio.document->nodeName(neighbour.node), exactly(neighbour.score));
  if (const Answer& row = studio.kernel.correlation();
      studio.kernel.correlationNode() == shown.node && !studio.kernel.isFormer(KernelPart::Correlation))
    for (const Correlated& each : mostCorrelated(row.values, shown.node, 100)) {
      const std::vector<float>& covariance = studio.kernel.row().values;
      const std::string name = studio.document->nodeName(each.node);
      add("correlation", name, exactly(each.correlation));
      if (covariance.size() == row.values.size())
        add("covariance", name,
            exactly(static_cast<double>(covariance[static_cast<std::size_t>(each.node)])));
    }
  return table;
}

bool hasPaperFigures(const TrainedRun& run) {
  const ShiftKind shift = run.choice.shift;
  return isPaperData(run.document->data.name) && run.graph.empty() &&
         (shift == ShiftKind::Label || shift == ShiftKind::Structure || shift == ShiftKind::Feature);
}

// AUROC of every score as a bar, that of its shuffled control as a line across it.
Result<Figure> compareFigure(const Studio& studio) {
  const TrainedRun* run = studio.scoredRun();
  if (run == nullptr || studio.scores.table().empty())
    return usageError("There are no scores to compare yet");
  CurvesFigure figure;
  figure.frame = frameFor(studio, "AUROC of all scores, %", "");
  figure.frame.captions.push_back(runWords(*run) +
                                  fmt::format(" Epoch {}. In brackets, and as a line across the bar: "
                                              "the same with energies shuffled over the nodes first.",
                                              studio.scores.epoch()));
  figure.frame.plot = {520, 260};
  double at = 0;
  for (const ScoreRow& row : studio.scores.table()) {
    if (!row.metrics) continue;
    const Colour colour = classColour(static_cast<int>(at), studio.theme.dark());
    std::string name = fmt::format("{} {}", row.name, percent(row.metrics->auroc));
    if (row.control) {
      name += fmt::format(" ({})", percent(row.control->auroc));
      figure.lines.push_back({"",
                              figure.frame.colours.text,
                              1.5,
                              {at + 0.1, at + 0.9},
                              {100 * row.control->auroc, 100 * row.control->auroc}});
    }
    figure.bands.push_back(barsBand(name, colour, {100 * row.metrics->auroc}, at + 0.1, 0.8));
    at += 1;
  }
  if (at == 0) return usageError("There are no OOD nodes to compare the scores on");
  figure.x = {"score", 0, at, false};
  figure.y = {"AUROC, %", 0, 102};
  return Figure(std::move(figure));
}

Result<CsvTable> compareTable(const Studio& studio) {
  const TrainedRun* run = studio.scoredRun();
  if (run == nullptr || studio.scores.table().empty())
    return usageError("There are no scores to compare yet");
  CsvTable table{"compare",
                 {"score", "auroc", "fpr95", "det_acc", "aupr_in", "aupr_out", "shuffled_auroc",
                  "std_of_auroc", "std_of_fpr95", "std_of_det_acc"},
                 {}};
  for (const ScoreRow& row : studio.scores.table()) {
    std::vector<std::string> cells(table.columns.size());
    cells[0] = row.name;
    if (row.metrics) {
      const OodMetrics& m = *row.metrics;
      const double values[] = {m.auroc, m.fpr95, m.detAcc, m.auprIn, m.auprOut};
      std::ranges::transform(values, cells.begin() + 1, exactly);
    }
    if (row.control) cells[6] = exactly(row.control->auroc);
    table.rows.push_back(std::move(cells));
  }
  const std::string& data = run->document->data.name;
  if (!hasPaperFigures(*run)) return table;
  for (const std::string& method : {std::string("SISPDE"), paperMethod(run->choice.detector)}) {
    if (method.empty() || table.rows.back().front() == "paper: " + method) continue;
    std::vector<std::string> cells(table.columns.size());
    cells[0] = "paper: " + method;
    const PaperMetric metrics[] = {PaperMetric::Auroc, PaperMetric::Fpr95, PaperMetric::DetAcc};
    for (std::size_t i = 0; i < std::size(metrics); ++i)
      if (const auto figure = paperFigure(data, method, run->choice.shift, metrics[i])) {
        cells[1 + i] = exactly(figure->mean / 100);
        cells[7 + i] = exactly(figure->std / 100);
      }
    table.rows.push_back(std::move(cells));
  }
  return table;
}

}  // namespace sispde::studio
