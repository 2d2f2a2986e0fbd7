#pragma once
// A Shift is a rule that makes the out-of-distribution (OOD) set of a Dataset. Six kinds:
//   label      classes are left out of training; OOD = the nodes of those classes, in the same graph
//   structure  the graph is replaced by a block model of like density; OOD = all nodes of the new graph
//   feature    features are interpolated or get noise in a copy of the data; OOD = the changed nodes there
//   local      features are interpolated on a part of the nodes of the same graph; OOD = that part
//   given      nothing is changed; OOD = the nodes that the user or the data set marks
//   none       nothing is changed and nothing is known to be OOD: metrics of OOD scores are not defined
// The first three are those of the GNNSafe protocol. With a whole-graph shift (structure, feature) a detector
// trains on the original data and scores the OOD nodes on the modified copy; the others are transductive, on
// one graph.
//
// For every kind: placeholder nodes are in no mask and never OOD; nodes without a label (−1) are in no
// training or validation mask; one split remains, restricted to nodes in distribution (ID). Each seed draws a
// new OOD set.

#include <optional>
#include <string_view>

#include "core/graph/dataset.h"
#include "core/shift/random_split.h"

namespace sispde {

enum class ShiftKind { Label, Structure, Feature, Local, Given, None };
inline constexpr ShiftKind allShiftKinds[] = {ShiftKind::Label, ShiftKind::Structure, ShiftKind::Feature,
                                              ShiftKind::Local, ShiftKind::Given,     ShiftKind::None};

// Which classes of the paper's data sets are OOD. Reference: without the class that outlier exposure trains
// on (as the reference code does, for all detectors alike). Paper: the lists as printed, exposure class
// included.
enum class LabelClasses { Reference, Paper };

// Interpolation: x'_i = w x_a + (1 − w) x_b for every node, w ~ U(0, 1), a and b random nodes.
// Gaussian: x'_ij = x_ij + sigma·std(X_j)·N(0, 1) for a part of the nodes.
enum class FeatureMode { Interpolation, Gaussian };

// Scattered: single nodes anywhere. Balls: whole neighbourhoods around random centres.
enum class LocalRegion { Scattered, Balls };

struct ShiftOptions {
  ShiftKind kind = ShiftKind::Label;
  std::uint64_t seed = 0;

  // Which stored split is used, 0 … number of splits − 1. Default: seed mod number of splits.
  std::optional<std::int64_t> split{};
  // A random split of the ID nodes with these shares instead of a stored one. Default: the stored split;
  // without one, 0.5 / 0.25 / 0.25.
  std::optional<SplitShares> randomSplit{};

  // Given: OOD are the nodes of `oodClasses` and those of `oodNodes` (ids, in any order). Default, where both are
  // empty: the data set's own mask `ood`.
  std::vector<NodeId> oodNodes{};

  // Label shift. Default lists: those of the paper's eight data sets, known by name; elsewhere the lower half
  // of the classes is OOD. Explicit lists replace them: without idClasses, all classes in neither oodClasses
  // nor exposureClass are ID; without oodClasses, all classes in neither idClasses nor exposureClass are OOD.
  LabelClasses classes = LabelClasses::Reference;
  std::vector<std::int32_t> idClasses{}, oodClasses{};
  std::optional<std::int32_t> exposureClass{};  // with explicit lists alone; default none

  // Structure shift: number of blocks, 1 … number of nodes. Default: the number of classes; 2 for a set
  // without labels.
  std::optional<std::int32_t> blocks{};

  // Feature shift.
  FeatureMode featureMode = FeatureMode::Interpolation;
  double gaussianFraction = 0.5;  // share of the nodes that get noise, in (0, 1]
  double gaussianSigma = 1;       // noise in units of each column's standard deviation, in (0, 1e6]

  // Local shift.
  LocalRegion region = LocalRegion::Scattered;
  std::optional<double> share{};  // of perturbed nodes, in (0, 1). Default: 0.5 scattered, 0.2 in balls
  int ballRadius = 3;             // edges from the centre, 0 … 1000
};

struct ShiftedData {
  Dataset training;  // what a detector may see; its only split is restricted to ID nodes, labels stay
  Dataset test;      // where the OOD nodes are scored; equal to `training` but for structure and feature
  bool wholeGraph =
      false;      // structure and feature: the test data are a copy with another graph or other features
  Mask idTest;    // on the training graph
  Mask oodTest;   // on the test graph; all 0 for none, and for no other kind
  Mask exposure;  // label shift: nodes of the exposure class; empty when there is none
  std::vector<std::string> notes;  // what was decided, one sentence each
  ShiftOptions options;            // how all this was made
};

// A usage error where the options make no sense for the data set, or nothing would be left to score.
//   SISPDE_TRY(ShiftedData shifted, applyShift(cora, {.kind = ShiftKind::Label, .seed = 1}));
Result<ShiftedData> applyShift(const Dataset& data, const ShiftOptions& options);

// The OOD data set as a file holds it: the test data with the OOD mask, the restricted split and the notes.
Dataset oodDataset(const ShiftedData& shifted);

// The nodes that are marked by class or by id, placeholders left out. An error for a class without nodes and for an id
// that is not there.
Result<Mask> markedNodes(const Dataset& data, const std::vector<std::int32_t>& classes,
                         const std::vector<NodeId>& nodes);

// "label", "structure", "feature", "local", "given", "none".
std::string_view shiftName(ShiftKind kind);
Result<ShiftKind> parseShiftKind(std::string_view name);

}  // namespace sispde
