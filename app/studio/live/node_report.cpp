#include "app/studio/live/node_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include <fmt/format.h>

namespace sispde::studio {
namespace {

bool has(const Mask& mask, NodeId node) {
  return static_cast<std::size_t>(node) < mask.size() && mask[node] != 0;
}

std::vector<ClassShare> classShares(const Evaluation& evaluation, NodeId node, const WatchedPath* path) {
  const std::size_t nodes = evaluation.prediction.size();
  const std::size_t classes = nodes == 0 ? 0 : evaluation.probabilities.size() / nodes;
  std::vector<ClassShare> shares;
  for (std::size_t c = 0; c < classes; ++c) {
    ClassShare share{static_cast<std::int32_t>(c), evaluation.probabilities[node * classes + c], {}, {}};
    if (path != nullptr && path->classes == classes && path->times > 0)
      for (std::size_t s = 0; s < path->samples; ++s) {
        const double p = path->probabilities[((s + 1) * path->times - 1) * classes + c];
        share.low = std::min(share.low.value_or(p), p);
        share.high = std::max(share.high.value_or(p), p);
      }
    shares.push_back(share);
  }
  std::stable_sort(shares.begin(), shares.end(),
                   [](const ClassShare& a, const ClassShare& b) { return a.mean > b.mean; });
  return shares;
}

std::string number(double value, int digits) {
  const bool far = std::abs(value) >= 1e5 || (value != 0 && std::abs(value) < 1e-3);
  const std::string text = far ? fmt::format("{:.{}e}", std::abs(value), digits - 1)
                               : fmt::format("{:.{}g}", std::abs(value), digits);
  return value < 0 ? "−" + text : text;
}

// Three digits, or as many as tell the value from the threshold.
int digitsOf(double value, double threshold) {
  int digits = 3;
  while (digits < 8 && value != threshold && number(value, digits) == number(threshold, digits)) ++digits;
  return digits;
}

std::string shareWords(double share) {
  if (share <= 0) return "no ID test node";
  if (share >= 1) return "all ID test nodes";
  return fmt::format("{:.0f}\u00a0% of the ID test nodes", std::clamp(100 * share, 1.0, 99.0));
}

std::string neighbourWords(const NodeReport& report) {
  const auto all = std::ssize(report.neighbours);
  if (all == 0) return "; it has no neighbours";
  if (report.testedNeighbours == 0)
    return all == 1 ? "; its neighbour is not tested" : "; none of its neighbours is tested";
  const char* too = report.flagged ? " too" : "";
  const char* kind = report.testedNeighbours < all ? "tested " : "";
  if (report.testedNeighbours == 1)
    return fmt::format("; its {}neighbour is {}flagged{}", report.testedNeighbours < all ? "one tested " : "",
                       report.flaggedNeighbours == 0 ? "not " : "", report.flaggedNeighbours == 0 ? "" : too);
  if (report.flaggedNeighbours == 0)
    return fmt::format("; none of its {} {}neighbours is flagged", report.testedNeighbours, kind);
  return fmt::format("; {} of its {} {}neighbours {} flagged{}", report.flaggedNeighbours,
                     report.testedNeighbours, kind, report.flaggedNeighbours == 1 ? "is" : "are", too);
}

}  // namespace

const char* nodeSetName(NodeSet set) {
  constexpr std::array names{"training", "validation", "calibration",         "ID test",
                             "OOD test", "exposure",   "tested, in no split", "none"};
  return names[static_cast<std::size_t>(set)];
}

bool isTested(NodeSet set) {
  return set == NodeSet::IdTest || set == NodeSet::OodTest || set == NodeSet::Unlisted;
}

NodeSet nodeSetOf(const ShiftedData& data, const DetectionTask* task, NodeId node) {
  if (!data.training.splits.empty()) {
    if (has(data.training.splits[0].train, node)) return NodeSet::Training;
    if (has(data.training.splits[0].validation, node)) return NodeSet::Validation;
  }
  if (has(data.idTest, node)) return NodeSet::IdTest;
  if (!data.wholeGraph && has(data.oodTest, node)) return NodeSet::OodTest;
  const auto in = [&](const std::vector<NodeId>& nodes) {
    return std::binary_search(nodes.begin(), nodes.end(), node);
  };
  if (task != nullptr && in(task->calibration)) return NodeSet::Calibration;
  // Nodes of the exposure class are tested where the detector does not train on them.
  if (task != nullptr && in(task->tested)) return NodeSet::Unlisted;
  return has(data.exposure, node) ? NodeSet::Exposure : NodeSet::None;
}

double shareBelow(const std::vector<double>& scores, const Mask& among, NodeId node) {
  std::int64_t below = 0, total = 0;
  for (std::size_t v = 0; v < among.size() && v < scores.size(); ++v) {
    if (among[v] == 0 || static_cast<NodeId>(v) == node) continue;
    ++total;
    below += scores[v] < scores[node];
  }
  return total == 0 ? 0 : static_cast<double>(below) / static_cast<double>(total);
}

NodeReport nodeReport(const NodeQuestion& question, NodeId node) {
  const ShiftedData& data = *question.data;
  const Evaluation& evaluation = question.scoring->evaluation;
  const std::vector<double>& values = *question.values;
  const auto labelOf = [&](NodeId u) { return data.training.labels.empty() ? -1 : data.training.labels[u]; };
  NodeReport report;
  report.node = node;
  report.degree = data.training.graph.degree(node);
  report.label = labelOf(node);
  report.prediction = evaluation.prediction[node];
  report.set = nodeSetOf(data, question.task, node);
  report.classes = classShares(evaluation, node, question.path);
  for (const ClassShare& share : report.classes)
    if (share.label == report.prediction) report.probability = share.mean;

  report.scores.push_back({question.score, values[node], shareBelow(values, data.idTest, node), true});
  for (const NamedScore& score : evaluation.scores)
    if (score.name != question.score && !score.name.ends_with("-shuffled"))
      report.scores.push_back({score.name, score.id[node], shareBelow(score.id, data.idTest, node), false});
  report.threshold = question.threshold;
  report.beyond = values[node] >= question.threshold;
  report.flagged = report.beyond && isTested(report.set);
  if (data.wholeGraph && has(data.oodTest, node) && question.shifted != nullptr) {
    report.shifted = (*question.shifted)[node];
    report.shiftedFlagged = *report.shifted >= question.threshold;
  }

  for (const NodeId v : data.training.graph.neighbours(node)) {
    const bool tested = isTested(nodeSetOf(data, question.task, v)),
               flagged = tested && values[v] >= question.threshold;
    report.neighbours.push_back({v, values[v], labelOf(v), evaluation.prediction[v], flagged});
    report.testedNeighbours += tested;
    report.flaggedNeighbours += flagged;
  }
  std::stable_sort(report.neighbours.begin(), report.neighbours.end(),
                   [](const Neighbour& a, const Neighbour& b) { return a.score > b.score; });
  return report;
}

std::string scoreWords(const std::string& name) {
  constexpr std::array<std::pair<const char*, const char*>, 13> words{
      {{"matern-energy", "Matérn energy"},
       {"energy-prop", "propagated energy"},
       {"gnnsafe", "propagated energy"},
       {"total", "entropy"},
       {"aleatoric", "aleatoric entropy"},
       {"epistemic", "epistemic uncertainty"},
       {"msp", "MSP score"},
       {"odin", "ODIN score"},
       {"mahalanobis", "Mahalanobis distance"},
       {"oe", "negative largest logit"},
       {"gebm", "GEBM energy"},
       {"gold", "GOLD score"},
       {"energy", "energy"}}};
  for (const auto& [known, word] : words)
    if (name == known) return word;
  return name;
}

std::string inWords(const NodeReport& report) {
  if (report.scores.empty()) return {};
  const NodeScore& chosen = report.scores.front();
  const int digits = digitsOf(chosen.value, report.threshold);
  const std::string what = fmt::format("its {} {}", scoreWords(chosen.name), number(chosen.value, digits));
  std::string text;
  if (isTested(report.set)) {
    if (report.flagged)
      text = fmt::format("Flagged{}: {} is higher than that of {}",
                         report.set == NodeSet::IdTest ? " though it is ID" : "", what,
                         shareWords(chosen.above));
    else
      text = fmt::format("Not flagged{}: {} is below the threshold {} and higher than that of {}",
                         report.set == NodeSet::OodTest ? " though it is OOD" : "", what,
                         number(report.threshold, digits), shareWords(chosen.above));
  } else {
    const char* why = report.set == NodeSet::Training      ? "the model was trained on it"
                      : report.set == NodeSet::Validation  ? "it chose the epoch"
                      : report.set == NodeSet::Calibration ? "it calibrates the false alarms"
                      : report.set == NodeSet::Exposure    ? "its class is kept for exposure"
                                                           : "it is in no set of this run";
    text = fmt::format("Not tested, since {}: {} is higher than that of {}", why, what,
                       shareWords(chosen.above));
  }
  return text + neighbourWords(report) + ".";
}

const WatchedPath* pathOf(const Evaluation& evaluation, NodeId node) {
  for (const WatchedPath& path : evaluation.watched)
    if (path.node == node && path.samples > 0 && path.times > 0) return &path;
  return nullptr;
}

std::vector<double> probabilityPath(const WatchedPath& path, std::size_t sample, std::int32_t label) {
  std::vector<double> values(path.times);
  for (std::size_t k = 0; k < path.times; ++k)
    values[k] =
        path.probabilities[(sample * path.times + k) * path.classes + static_cast<std::size_t>(label)];
  return values;
}

std::vector<Correlated> mostCorrelated(std::span<const float> row, NodeId node, std::size_t count) {
  if (node < 0 || node >= std::ssize(row)) return {};
  std::vector<NodeId> nodes;
  nodes.reserve(row.size());
  for (NodeId v = 0; v < std::ssize(row); ++v) {
    if (v == node) continue;
    if (std::abs(row[v]) > std::abs(row[node])) return {};
    nodes.push_back(v);
  }
  const auto stronger = [&](NodeId a, NodeId b) {
    return std::pair(-std::abs(row[a]), a) < std::pair(-std::abs(row[b]), b);
  };
  const auto end = nodes.begin() + static_cast<std::ptrdiff_t>(std::min(count, nodes.size()));
  std::partial_sort(nodes.begin(), end, nodes.end(), stronger);
  std::vector<Correlated> found;
  for (auto it = nodes.begin(); it != end; ++it) found.push_back({*it, row[*it]});
  return found;
}

}  // namespace sispde::studio
