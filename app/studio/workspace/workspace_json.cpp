// The JSON text of a SavedWorkspace.
#include <algorithm>
#include <cmath>
#include <limits>

#include "app/studio/workspace/kernel_json.h"
#include "app/studio/workspace/node_text.h"
#include "app/studio/workspace/training_json.h"
#include "app/studio/workspace/workspace_file.h"

namespace sispde::studio {
namespace {

constexpr const char* formatName = "sispde workspace";
constexpr int formatVersion = 1;

constexpr std::array orders{NodeOrder::File, NodeOrder::Class, NodeOrder::Community, NodeOrder::Spectral,
                            NodeOrder::Degree};
constexpr std::array kernelLetters{"A", "B"};
constexpr std::array kernelNumbers{0, 1};
constexpr IntegerRange anyNode{0, std::numeric_limits<NodeId>::max() - 1};

const char* kernelLetter(int kernel) {
  return kernel == 0 ? "A" : "B";
}

Result<void> readData(const JsonFields& fields, SavedWorkspace& saved) {
  constexpr std::size_t most = SavedWorkspace::largestText;
  SISPDE_CHECK(fields.read("source", saved.data.data, most));
  SISPDE_CHECK(fields.read("nodes", saved.data.nodes, most));
  SISPDE_CHECK(fields.read("ood_column", saved.data.oodColumn, most));
  SISPDE_CHECK(fields.read("seed", saved.data.seed));
  SISPDE_CHECK(fields.read("name", saved.dataName, most));
  return fields.read("hash", saved.dataHash, most);
}

Result<void> checkNoneTwice(std::vector<NodeId> nodes, const Place& place) {
  std::sort(nodes.begin(), nodes.end());
  const auto twice = std::adjacent_find(nodes.begin(), nodes.end());
  if (twice != nodes.end()) return inputError(place, "Node {} is listed twice", *twice);
  return {};
}

Result<void> readNodes(const JsonFields& fields, const char* key, std::vector<NodeId>& nodes) {
  std::string text;
  SISPDE_CHECK(fields.read(key, text, SavedWorkspace::largestFile));
  auto read = nodesOf(text, SavedWorkspace::mostNodes);
  if (!read)
    return fields.refuse(key, fmt::format("a text of node numbers such as \"3 5-9 12\", at most {} of them",
                                          SavedWorkspace::mostNodes));
  nodes = std::move(*read);
  return checkNoneTwice(nodes, fields.place(key));
}

Result<void> readWatched(const JsonFields& fields, std::vector<NodeId>& watched) {
  const Json* list = fields.find("watched");
  if (list == nullptr) return {};
  if (!list->is_array()) return fields.refuse("watched", "a list of node numbers");
  if (list->size() > Workspace::mostWatched)
    return inputError(fields.place("watched"), "{} nodes are watched; at most {} can be", list->size(),
                      Workspace::mostWatched);
  for (const Json& entry : *list) {
    const auto node = option_table::parsed(anyNode, entry);
    if (!node || !isAllowed(anyNode, *node))
      return inputError(fields.place("watched"), "An entry is {}; it must be {}", option_table::shown(entry),
                        rangeText(anyNode));
    watched.push_back(static_cast<NodeId>(std::get<std::int64_t>(*node)));
  }
  return checkNoneTwice(watched, fields.place("watched"));
}

Result<void> readMarks(const JsonFields& fields, SavedWorkspace& saved) {
  Workspace& workspace = saved.workspace;
  if (const Json* picked = fields.find("picked"); picked != nullptr && !picked->is_null())
    SISPDE_CHECK(fields.read("picked", workspace.picked, anyNode));
  SISPDE_CHECK(readWatched(fields, workspace.watched));
  std::vector<NodeId> selection;
  SISPDE_CHECK(readNodes(fields, "selection", selection));
  if (!std::is_sorted(selection.begin(), selection.end()))
    return inputError(fields.place("selection"), "The selected nodes do not ascend");
  SISPDE_CHECK(fields.read("selection_alone", workspace.selectionAlone));
  if (!selection.empty())
    workspace.selection = std::make_shared<const std::vector<NodeId>>(std::move(selection));
  return readNodes(fields, "pinned", saved.pinned);
}

Result<void> readColours(const JsonFields& fields, Workspace& workspace) {
  SISPDE_CHECK(fields.read("by", workspace.colourBy, allColours, colourByName));
  SISPDE_CHECK(fields.read("eigenvector", workspace.eigenvector, IntegerRange{1, anyNode.high}));
  SISPDE_CHECK(fields.read("locked", workspace.rangeLocked));
  SISPDE_CHECK(fields.read("low", workspace.range.low, anyNumber));
  SISPDE_CHECK(fields.read("high", workspace.range.high, anyNumber));
  if (workspace.range.low > workspace.range.high)
    return inputError(fields.place("low"), "The range begins at {} and ends at {}, which is lower",
                      workspace.range.low, workspace.range.high);
  bool byDegree = true;  // files of the first version have this alone
  SISPDE_CHECK(fields.read("size_by_degree", byDegree));
  if (!byDegree) workspace.sizeBy = SizeBy::Nothing;
  return fields.read("size_by", workspace.sizeBy, allSizes, sizeByName);
}

// Older files say "correlation" alone, and older programs read nothing else.
Result<void> readQuantity(const JsonFields& fields, HeatmapQuantity& quantity) {
  bool correlation = isCorrelation(quantity);
  SISPDE_CHECK(fields.read("correlation", correlation));
  quantity = correlation ? HeatmapQuantity::Correlation : HeatmapQuantity::Covariance;
  return fields.read("quantity", quantity, allQuantities, heatmapQuantityName);
}

Result<void> readScore(const JsonFields& fields, ScoreChoice& score) {
  SISPDE_CHECK(fields.read("name", score.name, ScoreChoice::largestName));
  SISPDE_CHECK(fields.read("shuffled", score.shuffled));
  if (const Json* threshold = fields.find("threshold"); threshold != nullptr && !threshold->is_null()) {
    double value = 0;
    SISPDE_CHECK(fields.read("threshold", value, anyNumber));
    score.threshold = value;
  }
  SISPDE_CHECK(fields.read("by_alpha", score.byAlpha));
  SISPDE_CHECK(fields.read("discovery", score.discovery));
  return fields.read("alpha", score.alpha, RealRange{0, 1, true, true});
}

Result<void> readEdges(const JsonFields& fields, const char* key, std::vector<Edge>& edges) {
  std::string text;
  SISPDE_CHECK(fields.read(key, text, SavedWorkspace::largestFile));
  auto read = edgesOf(text, SavedWorkspace::mostNodes);
  if (!read) return fields.refuse(key, "a text of ascending pairs of nodes such as \"3-5 7-12\"");
  edges = std::move(*read);
  return {};
}

Result<void> readEdits(const JsonFields& fields, GraphEdits& edits) {
  SISPDE_CHECK(readEdges(fields, "dropped", edits.dropped));
  return readEdges(fields, "added", edits.added);
}

Result<void> readRewiring(const JsonFields& fields, Workspace& workspace) {
  SISPDE_CHECK(fields.read("drop", workspace.rewire.drop, RealRange{0, 1}));
  SISPDE_CHECK(fields.read("add", workspace.rewire.add, RealRange{0, 1}));
  SISPDE_CHECK(fields.read("percentiles", workspace.rewire.percentiles));
  SISPDE_CHECK(fields.read("drop_percent", workspace.rewire.dropPercent, RealRange{0, 100}));
  SISPDE_CHECK(fields.read("add_percent", workspace.rewire.addPercent, RealRange{0, 100}));
  SISPDE_CHECK(fields.read("hops", workspace.rewire.hops, IntegerRange{0, RewireChoice::mostHops}));
  if (workspace.rewire.hops == 1) return fields.refuse("hops", "0 or at least 2");
  SISPDE_CHECK(fields.read("guard", workspace.rewire.guard));
  GraphEdits edits;
  SISPDE_CHECK(readEdits(fields, edits));
  if (!edits.empty()) workspace.edits = std::make_shared<const GraphEdits>(std::move(edits));
  return {};
}

Json runsJson(const std::vector<SavedRun>& runs) {
  Json list = Json::array();
  for (const SavedRun& run : runs) {
    Json scored = Json::array();
    for (const SavedScoring& each : run.scored)
      scored.push_back({{"epoch", each.epoch}, {"accuracy", each.accuracy}, {"metrics", each.metrics}});
    list.push_back({{"name", run.name},
                    {"checkpoint", run.checkpoint},
                    {"kernel", kernelJson(run.kernel)},
                    {"training", trainingJson(run.choice)},
                    {"graph", run.graph},
                    {"dropped", edgesText(run.edits.dropped)},
                    {"added", edgesText(run.edits.added)},
                    {"scored", std::move(scored)}});
  }
  return list;
}

Result<void> readScored(const JsonFields& fields, const std::string& file,
                        std::vector<SavedScoring>& scored) {
  const Json* list = fields.find("scored");
  if (list == nullptr) return {};
  constexpr const char* must = "a list of objects with rising epochs, each score with five numbers";
  constexpr std::size_t mostScores = 256;
  if (!list->is_array() || list->size() > SavedWorkspace::mostScored) return fields.refuse("scored", must);
  for (const Json& entry : *list) {
    if (!entry.is_object()) return fields.refuse("scored", must);
    const JsonFields each(entry, file);
    SavedScoring point;
    SISPDE_CHECK(each.read("epoch", point.epoch, IntegerRange{0, 1'000'000'000}));
    SISPDE_CHECK(each.read("accuracy", point.accuracy, anyNumber));
    if (!scored.empty() && point.epoch <= scored.back().epoch) return fields.refuse("scored", must);
    const Json* metrics = each.find("metrics");
    if (metrics == nullptr || !metrics->is_object() || metrics->size() > mostScores)
      return fields.refuse("scored", must);
    for (const auto& [name, values] : metrics->items()) {
      const bool five =
          values.is_array() && values.size() == 5 &&
          std::all_of(values.begin(), values.end(), [](const Json& v) { return v.is_number(); });
      if (!five || name.size() > SavedWorkspace::largestText) return fields.refuse("scored", must);
      point.metrics[name] = values.get<std::array<double, 5>>();
    }
    scored.push_back(std::move(point));
  }
  return {};
}

Result<void> readRuns(const JsonFields& fields, const std::string& file, std::vector<SavedRun>& runs) {
  const Json* list = fields.find("runs");
  if (list == nullptr) return {};
  if (!list->is_array() || list->size() > SavedWorkspace::mostRuns)
    return fields.refuse("runs", fmt::format("a list of at most {} runs", SavedWorkspace::mostRuns));
  for (const Json& entry : *list) {
    if (!entry.is_object()) return fields.refuse("runs", "a list of objects");
    const JsonFields each(entry, file);
    SavedRun run;
    SISPDE_CHECK(each.read("name", run.name, SavedWorkspace::largestText));
    SISPDE_CHECK(each.read("checkpoint", run.checkpoint, SavedWorkspace::largestText));
    SISPDE_TRY(const JsonFields kernel, each.inside("kernel"));
    SISPDE_CHECK(readKernel(kernel, run.kernel));
    SISPDE_TRY(const JsonFields training, each.inside("training"));
    SISPDE_CHECK(readTraining(training, run.choice));
    SISPDE_CHECK(each.read("graph", run.graph, SavedWorkspace::largestText));
    SISPDE_CHECK(readEdits(each, run.edits));
    SISPDE_CHECK(readScored(each, file, run.scored));
    runs.push_back(std::move(run));
  }
  return {};
}

Result<void> readView(const JsonFields& fields, SavedWorkspace& saved) {
  SISPDE_TRY(const JsonFields camera, fields.inside("camera"));
  SISPDE_CHECK(camera.read("x", saved.camera.x, anyNumber));
  SISPDE_CHECK(camera.read("y", saved.camera.y, anyNumber));
  SISPDE_CHECK(camera.read("scale", saved.camera.scale, aboveZero));
  std::string text;
  SISPDE_CHECK(fields.read("positions", text, SavedWorkspace::largestFile));
  auto positions = positionsOf(text, SavedWorkspace::mostPositions);
  if (!positions)
    return fields.refuse("positions", fmt::format("base64 of x and y as float32, of at most {} nodes",
                                                  SavedWorkspace::mostPositions));
  const auto bad = std::find_if(positions->begin(), positions->end(),
                                [](Point p) { return !std::isfinite(p.x) || !std::isfinite(p.y); });
  if (bad != positions->end())
    return inputError(fields.place("positions"), "The position of node {} is not finite",
                      bad - positions->begin());
  saved.positions = std::move(*positions);
  SISPDE_CHECK(fields.read("dark", saved.dark));
  return fields.read("arrangement", saved.arrangement, SavedWorkspace::largestArrangement);
}

}  // namespace

std::string toJson(const SavedWorkspace& saved) {
  const Workspace& w = saved.workspace;
  const auto selection = w.selection ? std::span<const NodeId>(*w.selection) : std::span<const NodeId>();
  const Json json = {
      {"format", formatName},
      {"version", formatVersion},
      {"program", {{"name", saved.program}, {"version", saved.version}}},
      {"data",
       {{"source", saved.data.data},
        {"nodes", saved.data.nodes},
        {"ood_column", saved.data.oodColumn},
        {"seed", saved.data.seed},
        {"name", saved.dataName},
        {"hash", saved.dataHash}}},
      {"kernels",
       {{"A", kernelJson(w.kernels[0])},
        {"B", kernelJson(w.kernels[1])},
        {"active", kernelLetter(w.active)},
        {"compared", w.compared}}},
      {"noise", {{"seed", w.seed}, {"time", w.time}}},
      {"marks",
       {{"picked", w.picked < 0 ? Json(nullptr) : Json(w.picked)},
        {"watched", w.watched},
        {"selection", nodesText(selection)},
        {"selection_alone", w.selectionAlone},
        {"pinned", nodesText(saved.pinned)}}},
      {"colours",
       {{"by", colourByName(w.colourBy)},
        {"eigenvector", w.eigenvector},
        {"locked", w.rangeLocked},
        {"low", w.range.low},
        {"high", w.range.high},
        {"size_by", sizeByName(w.sizeBy)}}},
      {"heatmap",
       {{"order", nodeOrderName(w.order)},
        {"correlation", isCorrelation(w.quantity)},
        {"quantity", heatmapQuantityName(w.quantity)}}},
      {"rewiring",
       {{"drop", w.rewire.drop},
        {"add", w.rewire.add},
        {"percentiles", w.rewire.percentiles},
        {"drop_percent", w.rewire.dropPercent},
        {"add_percent", w.rewire.addPercent},
        {"hops", w.rewire.hops},
        {"guard", w.rewire.guard},
        {"dropped", w.edits ? edgesText(w.edits->dropped) : ""},
        {"added", w.edits ? edgesText(w.edits->added) : ""}}},
      {"training", trainingJson(w.training)},
      {"runs", runsJson(saved.runs)},
      {"score",
       {{"name", w.score.name},
        {"shuffled", w.score.shuffled},
        {"threshold", w.score.threshold ? Json(*w.score.threshold) : Json(nullptr)},
        {"by_alpha", w.score.byAlpha},
        {"discovery", w.score.discovery},
        {"alpha", w.score.alpha}}},
      {"view",
       {{"camera", {{"x", saved.camera.x}, {"y", saved.camera.y}, {"scale", saved.camera.scale}}},
        {"dark", saved.dark},
        {"arrangement", saved.arrangement},
        {"positions", positionsText(saved.positions)}}}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Result<SavedWorkspace> fromJson(std::string_view text, const std::string& file) {
  if (text.size() > SavedWorkspace::largestFile)
    return inputError({file}, "The file has {} bytes; a workspace has at most {}", text.size(),
                      SavedWorkspace::largestFile);
  SISPDE_TRY(const Json json, parseObject(text, file));
  const JsonFields top(json, file);
  SISPDE_CHECK(top.checkFormat(formatName, formatVersion, "a workspace"));
  SavedWorkspace saved;
  Workspace& workspace = saved.workspace;
  SISPDE_TRY(const JsonFields program, top.inside("program"));
  SISPDE_CHECK(program.read("name", saved.program, SavedWorkspace::largestText));
  SISPDE_CHECK(program.read("version", saved.version, SavedWorkspace::largestText));
  SISPDE_TRY(const JsonFields data, top.inside("data"));
  SISPDE_CHECK(readData(data, saved));
  SISPDE_TRY(const JsonFields kernels, top.inside("kernels"));
  for (std::size_t i = 0; i < kernelLetters.size(); ++i) {
    SISPDE_TRY(const JsonFields kernel, kernels.inside(kernelLetters[i]));
    SISPDE_CHECK(readKernel(kernel, workspace.kernels[i]));
  }
  SISPDE_CHECK(kernels.read("active", workspace.active, kernelNumbers, kernelLetter));
  SISPDE_CHECK(kernels.read("compared", workspace.compared));
  SISPDE_TRY(const JsonFields noise, top.inside("noise"));
  SISPDE_CHECK(noise.read("seed", workspace.seed));
  SISPDE_CHECK(noise.read("time", workspace.time, RealRange{0, 1}));
  SISPDE_TRY(const JsonFields marks, top.inside("marks"));
  SISPDE_CHECK(readMarks(marks, saved));
  SISPDE_TRY(const JsonFields colours, top.inside("colours"));
  SISPDE_CHECK(readColours(colours, workspace));
  SISPDE_TRY(const JsonFields heatmap, top.inside("heatmap"));
  SISPDE_CHECK(heatmap.read("order", workspace.order, orders, nodeOrderName));
  SISPDE_CHECK(readQuantity(heatmap, workspace.quantity));
  SISPDE_TRY(const JsonFields rewiring, top.inside("rewiring"));
  SISPDE_CHECK(readRewiring(rewiring, workspace));
  SISPDE_TRY(const JsonFields training, top.inside("training"));
  SISPDE_CHECK(readTraining(training, workspace.training));
  SISPDE_CHECK(readRuns(top, file, saved.runs));
  SISPDE_TRY(const JsonFields score, top.inside("score"));
  SISPDE_CHECK(readScore(score, workspace.score));
  SISPDE_TRY(const JsonFields view, top.inside("view"));
  SISPDE_CHECK(readView(view, saved));
  return saved;
}

// The scan knows texts and levels alone: enough for the key "format" of the outermost object, wherever it
// stands in it.
bool looksLikeWorkspace(std::string_view firstBytes) {
  int level = 0;
  std::string_view key, text;  // the last text before a colon, and the last one, of the outermost object
  for (std::size_t i = 0; i < firstBytes.size(); ++i) {
    const char c = firstBytes[i];
    if (c == '{' || c == '[') {
      if (++level == 1 && c == '[') return false;
    } else if (c == '}' || c == ']') {
      if (--level == 0) return false;
    } else if (c == ':' && level == 1) {
      key = text;
    } else if (c == ',' && level == 1) {
      key = {};
    } else if (c == '"') {
      std::size_t end = i + 1;
      while (end < firstBytes.size() && firstBytes[end] != '"') end += firstBytes[end] == '\\' ? 2 : 1;
      if (end >= firstBytes.size()) return false;
      if (level == 0) return false;
      if (level == 1) text = firstBytes.substr(i + 1, end - i - 1);
      if (level == 1 && key == "format") return text == formatName;
      i = end;
    }
  }
  return false;
}

}  // namespace sispde::studio
