#include "app/studio/shell/commands_of.h"

#include <filesystem>

#include "core/base/option_table.h"
#include "core/detect/option_use.h"
#include "core/detect/presets.h"
#include "core/shift/calibration_split.h"

namespace sispde::studio {
namespace {

// As one word of a shell.
std::string shellWord(const std::string& text) {
  std::string made = "'";
  for (const char c : text) made += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return made + "'";
}

// What is a file or folder from here is one from everywhere; names and generators stay.
std::string absolute(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return path;
  const std::filesystem::path whole = std::filesystem::absolute(path, ignored);
  return ignored ? path : whole.lexically_normal().string();
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

// How a line begins: what makes its data, and the words for them.
struct Source {
  std::string before, data;
};

// One seed serves the generator of a data set and what the verb does: where they differ, the data set is made first.
Source sourceOf(const Studio& studio, std::uint64_t seed) {
  const DataRequest& data = studio.opened->request;
  Source source{{}, shellWord(absolute(data.data))};
  if (!data.nodes.empty()) source.data += " --nodes " + shellWord(absolute(data.nodes));
  if (!data.dataDir.empty()) source.data += " --data-dir " + shellWord(absolute(data.dataDir));
  std::error_code ignored;
  const bool generated = !std::filesystem::exists(data.data, ignored) && data.seed != seed;
  if (studio.workspace().edits || generated) {
    source.before = editCommand(data, source.data, studio.workspace().edits.get());
    source.data = "data.npz";
  }
  return source;
}

std::string kernelOptions(const KernelSpec& spec) {
  return fmt::format(" --kernel {} --nu {} --kappa {} --sigma {} --laplacian {} --normalise {}",
                     kernelName(spec.kind), spec.nu, spec.kappa, spec.sigma, laplacianName(spec.laplacian),
                     spec.normalisation == Normalisation::Trace ? "trace" : "none");
}

// What is OOD where the user says it.
std::string markOptions(const Studio& studio, const TrainingChoice& choice, std::string& before) {
  std::string text;
  if (const std::string& column = studio.opened->request.oodColumn; !column.empty())
    text += " --ood-column " + shellWord(column);
  if (choice.shift != ShiftKind::Given) return text;
  if (!choice.oodClasses.empty()) text += fmt::format(" --ood-classes {}", fmt::join(choice.oodClasses, ","));
  const std::vector<NodeId>& nodes = *choice.oodNodes;
  constexpr std::size_t most = 200;  // nodes that a line can name
  if (nodes.size() > most) {
    before = "# First write the marked nodes to nodes.txt, one per line.\n" + before;
    return text + " --ood-nodes nodes.txt";
  }
  std::string names;
  for (const NodeId u : nodes) names += (names.empty() ? "" : ",") + studio.document->nodeName(u);
  return names.empty() ? text : text + " --ood-nodes " + shellWord(names);
}

// Detector, shift and every option that differs from the preset's.
std::string trainingOptions(const TrainingChoice& choice, const KernelSpec& kernel) {
  std::string text = fmt::format(" --detector {} --shift {} --preset {}", choice.detector,
                                 shiftName(choice.shift), choice.preset);
  const Result<DetectorOptions> options = optionsOf(choice, kernel),
                                preset = withPreset(choice.detector, choice.preset);
  if (!options || !preset) return text;
  for (const auto& field : detectorOptionTable().fields)
    if (const OptionValue value = field.get(*options);
        value != field.get(*preset) && usesOption(choice.detector, field.info.key))
      text += fmt::format(" --set {}={}", field.info.key, valueText(value));
  return text;
}

// What makes the line's calibration nodes those of the run: the verb takes another split where the data have none, and holds out as many
// as its level needs, where the run was begun with another one.
std::string calibrationOptions(const TrainedRun& run, double alpha) {
  std::string text = run.document->data.splits.empty() ? " --random-split" : "";
  const auto held = static_cast<std::int64_t>(run.task->calibration.size());
  const std::int64_t validation = held + count(run.data->training.splits.front().validation);
  if (calibrationCount(validation, alpha) != held)
    text += fmt::format(" --calibrate-for {}", run.choice.calibrationAlpha);
  return text;
}

std::string trainingCommand(const Studio& studio, bool detection) {
  const Workspace& w = studio.workspace();
  // The list of flagged nodes is of the shown run; a training is what Start would begin.
  const TrainedRun* run = detection ? studio.scoredRun() : nullptr;
  const TrainingChoice& choice = run != nullptr ? run->choice : w.training;
  Source source = sourceOf(studio, choice.seed);
  const std::string marks = markOptions(studio, choice, source.before);
  const std::string line =
      fmt::format("{} --seed {}{}{}", source.data, choice.seed,
                  trainingOptions(choice, run != nullptr ? run->kernel : w.kernel()), marks);
  if (!detection) return fmt::format("{}sispde train {} --out run", source.before, line);
  return fmt::format("{}sispde detect {}{} --alpha {} --control {} --score {} --out flagged.csv",
                     source.before, line, calibrationOptions(*run, w.score.alpha), w.score.alpha,
                     w.score.discovery ? "fdr" : "false-alarm", w.score.name);
}

std::string rewireCommand(const Studio& studio) {
  const Workspace& w = studio.workspace();
  const RewireChoice& choice = w.rewire;
  const std::uint64_t seed = studio.opened->request.seed;
  const Source source = sourceOf(studio, seed);
  const std::string amounts = choice.percentiles
                                  ? fmt::format(" --drop-percentile {} --add-percentile {}",
                                                choice.dropPercent, 100 - choice.addPercent)
                                  : fmt::format(" --drop {} --add {}", choice.drop, choice.add);
  return fmt::format("{}sispde rewire {} --seed {}{}{} --scope {}{} --out rewired.npz --edges changes.csv",
                     source.before, source.data, seed, kernelOptions(w.kernel()), amounts,
                     choice.hops == 0 ? "all" : fmt::format("{}", choice.hops),
                     choice.guard ? "" : " --no-guard");
}

}  // namespace

bool hasCommand(const Studio& studio, Verbed what) {
  if (!studio.document) return false;
  switch (what) {
    case Verbed::Row: return studio.workspace().picked >= 0;
    case Verbed::Noise: return studio.kernel.steps() > 0;
    // Of an edited graph the list is by weights that were trained on the graph before; the line would train anew.
    case Verbed::Detection:
      return studio.scores.detection().has_value() && studio.scoredRun() == studio.training.shown();
    default: return true;
  }
}

std::string commandOf(const Studio& studio, Verbed what) {
  if (!hasCommand(studio, what)) return {};
  const Workspace& w = studio.workspace();
  switch (what) {
    case Verbed::Training: return trainingCommand(studio, false);
    case Verbed::Detection: return trainingCommand(studio, true);
    case Verbed::Rewiring: return rewireCommand(studio);
    default: break;
  }
  const bool noise = what == Verbed::Noise;
  // The first layout; "lay out anew" goes on from where the nodes are.
  const std::uint64_t seed = noise ? w.seed : what == Verbed::Layout ? 1 : studio.opened->request.seed;
  const Source source = sourceOf(studio, seed);
  const char* verb = noise ? "sample" : what == Verbed::Layout ? "layout" : "kernel";
  const std::string line = fmt::format("{}sispde {} {} --seed {}", source.before, verb, source.data, seed);
  if (what == Verbed::Layout) return line + " --out places.npy";
  if (noise)
    return line + kernelOptions(w.kernel()) +
           fmt::format(" --count {} --out fields.npy", studio.kernel.steps());
  return line + kernelOptions(w.kernel()) + fmt::format(" --rows {} --out rows.npy", w.picked);
}

}  // namespace sispde::studio
