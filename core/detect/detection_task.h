#pragma once
// Who calibrates, who is tested and what is known about them, made once from the data; then a Detection with its checks
// for any score, as often as scores change.

#include "core/detect/detector.h"
#include "core/ood/detection.h"
#include "core/ood/exchangeability.h"
#include "core/shift/shift.h"

namespace sispde {

struct DetectionTask {
  std::vector<NodeId> calibration;  // of the training graph, in ascending order, as all of these
  std::vector<NodeId>
      tested;  // of the training graph: all real nodes that did not train, select or calibrate
  std::vector<NodeId> elsewhere;  // of the test graph, after `tested`: the OOD nodes of a whole-graph shift
  // Of tested, then elsewhere: 1 OOD, 0 in distribution, −1 not known. Empty where nothing is known.
  std::vector<std::int8_t> truth;
  // Tested nodes in distribution, to check exchangeability with: those whose truth is 0. Where nothing is known, the test
  // nodes with a label; that they are in distribution is then taken for granted.
  std::vector<NodeId> heldOut;
  bool heldOutByLabel = false;
  std::vector<double> calibrationDegrees, testedDegrees;

  std::size_t testedCount() const { return tested.size() + elsewhere.size(); }
};

// `calibration` is what holdOutCalibration or calibrationOfTest gave. Under a label shift the nodes of the exposure class
// are OOD too, and nothing is known about nodes without a label. `exposed`: the detector trained on that class, so its nodes are not tested.
DetectionTask detectionTask(const ShiftedData& data, ShiftKind kind, const Mask& calibration,
                            bool exposed = false);

// For a model that was trained before, whose validation nodes chose the epoch: calibration nodes out of the ID test nodes
// that have a label, as many as calibrationCount says. They must be held for being in distribution.
Mask calibrationOfTest(const ShiftedData& data, double alpha, std::uint64_t seed);

struct TaskDetection {
  Detection detection;  // of tested, then elsewhere; its notes hold the outcomes of the checks
  std::vector<double> scores;
  HeldOutCheck heldOut;
  DegreeCheck degrees;
  std::optional<Achieved> achieved;  // over the nodes whose truth is known
};
Result<TaskDetection> detectNodes(const DetectionTask& task, const NamedScore& score,
                                  const DetectionOptions& options);

}  // namespace sispde
