#pragma once
// A NodeReport is the answer to "why is this node flagged": all numbers about one node of the shown run, and a sentence that sums them
// up. Plain functions of what was computed elsewhere.

#include <optional>
#include <span>

#include "core/detect/detection_task.h"
#include "core/shift/shift.h"
#include "core/train/snapshot.h"

namespace sispde::studio {

// Which part of a run's data a node belongs to; of several the first that fits.
enum class NodeSet { Training, Validation, Calibration, IdTest, OodTest, Exposure, Unlisted, None };
// "training", "validation", "calibration", "ID test", "OOD test", "exposure", "tested, in no split", "none"
const char* nodeSetName(NodeSet set);
// On the training graph: with a whole-graph shift the OOD nodes are elsewhere, and no node here is one.
// `task` knows who calibrates, and which nodes beyond the test sets are tested; it may be null.
NodeSet nodeSetOf(const ShiftedData& data, const DetectionTask* task, NodeId node);
bool isTested(NodeSet set);

// What is looked at. The pointers must outlive the call.
struct NodeQuestion {
  const ShiftedData* data = nullptr;
  const DetectionTask* task = nullptr;  // may be null
  const Scoring* scoring = nullptr;
  std::string score;                             // name of the chosen one
  const std::vector<double>* values = nullptr;   // of the chosen score on the training graph
  const std::vector<double>* shifted = nullptr;  // and on the test graph, where that is another one
  double threshold = 0;
  const WatchedPath* path = nullptr;  // of the node; null where there is none
};

struct ClassShare {
  std::int32_t label = 0;
  double mean = 0;  // probability, over the samples
  std::optional<double> low,
      high;  // least and greatest of the samples at the last time, where paths are known
};

struct NodeScore {
  std::string name;
  double value = 0;
  double above = 0;  // share of the other ID test nodes whose score is lower, 0 … 1
  bool chosen = false;
};

struct Neighbour {
  NodeId node = 0;
  double score = 0;
  std::int32_t label = -1, prediction = -1;
  bool flagged = false;
};

struct NodeReport {
  NodeId node = -1;
  std::int64_t degree = 0;
  std::int32_t label = -1, prediction = -1;
  NodeSet set = NodeSet::None;
  double probability = 0;           // of the prediction
  std::vector<ClassShare> classes;  // by falling mean
  std::vector<NodeScore> scores;    // the chosen one first, without shuffled twins
  double threshold = 0;
  bool beyond = false;   // the chosen score is at or beyond the threshold
  bool flagged = false;  // beyond, and a test node
  // Its score in the shifted copy of the graph, where it is an OOD node there.
  std::optional<double> shifted;
  bool shiftedFlagged = false;
  std::vector<Neighbour> neighbours;  // by falling score
  std::int64_t testedNeighbours = 0, flaggedNeighbours = 0;
};

NodeReport nodeReport(const NodeQuestion& question, NodeId node);

// Share of the nodes in `among`, without `node` itself, whose score is lower; 0 where there are none.
double shareBelow(const std::vector<double>& scores, const Mask& among, NodeId node);

// "Flagged: its Matérn energy −3.21 is higher than that of 98 % of the ID test nodes; 4 of its 6 neighbours are flagged too."
std::string inWords(const NodeReport& report);
// "Matérn energy" for "matern-energy"; the score's name where it has no other.
std::string scoreWords(const std::string& name);

// The path of a node in an evaluation; null where it was not watched, or the detector has none.
const WatchedPath* pathOf(const Evaluation& evaluation, NodeId node);
// P(class) at t_0 … t_{times−1} along one sample.
std::vector<double> probabilityPath(const WatchedPath& path, std::size_t sample, std::int32_t label);

// The `count` nodes with the largest |correlation| with `node`, itself left out; the lower number first of equals. Empty where another
// node correlates more with this row than `node` does: then the row is not its own.
struct Correlated {
  NodeId node = 0;
  double correlation = 0;
};
std::vector<Correlated> mostCorrelated(std::span<const float> row, NodeId node, std::size_t count);

}  // namespace sispde::studio
