#include "core/detect/detection_task.h"

#include <algorithm>

#include "core/shift/calibration_split.h"

namespace sispde {
namespace {

bool contains(const Mask& mask, NodeId u) {
  return !mask.empty() && mask[u] != 0;
}

bool hasLabel(const Dataset& data, NodeId u) {
  return !data.labels.empty() && data.labels[u] >= 0;
}

std::vector<double> at(const std::vector<double>& scores, const std::vector<NodeId>& nodes) {
  std::vector<double> values;
  values.reserve(nodes.size());
  for (const NodeId u : nodes) values.push_back(scores[u]);
  return values;
}

std::vector<double> degreesOf(const Graph& graph, const std::vector<NodeId>& nodes) {
  std::vector<double> degrees;
  degrees.reserve(nodes.size());
  for (const NodeId u : nodes) degrees.push_back(static_cast<double>(graph.degree(u)));
  return degrees;
}

// Of a node of the training graph, where something is known at all.
std::int8_t truthOf(const ShiftedData& data, ShiftKind kind, NodeId u) {
  if (!data.wholeGraph && contains(data.oodTest, u)) return 1;
  if (contains(data.exposure, u)) return 1;
  return kind == ShiftKind::Label && !hasLabel(data.training, u) ? -1 : 0;
}

Achieved achieved(const DetectionTask& task, const Detection& detection) {
  std::vector<std::uint8_t> flagged, isOod;
  for (std::size_t i = 0; i < task.truth.size(); ++i) {
    if (task.truth[i] < 0) continue;
    flagged.push_back(detection.flagged[i]);
    isOod.push_back(task.truth[i] > 0 ? 1 : 0);
  }
  return achievedBy(flagged, isOod);
}

}  // namespace

DetectionTask detectionTask(const ShiftedData& data, ShiftKind kind, const Mask& calibration, bool exposed) {
  DetectionTask task;
  const Dataset& training = data.training;
  const Split& split = training.splits.front();
  const bool known = kind != ShiftKind::None;
  task.calibration = members(calibration);
  for (NodeId u = 0; u < training.nodeCount(); ++u) {
    if (training.isPlaceholder(u) || contains(split.train, u) || contains(split.validation, u) ||
        contains(calibration, u) || (exposed && contains(data.exposure, u) && !contains(data.oodTest, u)))
      continue;
    task.tested.push_back(u);
    if (known) task.truth.push_back(truthOf(data, kind, u));
    if (known ? task.truth.back() == 0 : contains(data.idTest, u) && hasLabel(training, u))
      task.heldOut.push_back(u);
  }
  task.heldOutByLabel = !known;
  if (data.wholeGraph) {
    task.elsewhere = members(data.oodTest);
    task.truth.resize(task.testedCount(), 1);
  }
  task.calibrationDegrees = degreesOf(training.graph, task.calibration);
  task.testedDegrees = degreesOf(training.graph, task.tested);
  for (const double degree : degreesOf(data.test.graph, task.elsewhere)) task.testedDegrees.push_back(degree);
  return task;
}

Mask calibrationOfTest(const ShiftedData& data, double alpha, std::uint64_t seed) {
  Mask labelled = data.idTest;
  for (NodeId u = 0; u < data.training.nodeCount(); ++u)
    if (!hasLabel(data.training, u)) labelled[u] = 0;
  return chosenForCalibration(labelled, calibrationCount(count(labelled), alpha), seed);
}

Result<TaskDetection> detectNodes(const DetectionTask& task, const NamedScore& score,
                                  const DetectionOptions& options) {
  TaskDetection result;
  const std::vector<double> calibration = at(score.id, task.calibration);
  result.scores = at(score.id, task.tested);
  for (const double value : at(score.ood, task.elsewhere)) result.scores.push_back(value);
  SISPDE_TRY(result.detection, detectNodes(calibration, result.scores, options));
  result.heldOut = checkHeldOut(calibration, at(score.id, task.heldOut), options.alpha,
                                task.heldOutByLabel ? HeldOutNodes::TakenAsId : HeldOutNodes::KnownAsId);
  result.degrees = checkDegrees(task.calibrationDegrees, task.testedDegrees);
  std::vector<std::string>& notes = result.detection.notes;
  if (!result.heldOut.sentence.empty())
    notes.push_back(result.heldOut.sentence);
  else
    notes.emplace_back(
        "No other node is known to be in distribution, so exchangeability cannot be checked with scores.");
  if (!result.degrees.sentence.empty()) notes.push_back(result.degrees.sentence);
  if (!task.truth.empty()) result.achieved = achieved(task, result.detection);
  return result;
}

}  // namespace sispde
