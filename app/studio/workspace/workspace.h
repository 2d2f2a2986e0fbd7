#pragma once
// A Workspace is all that a user set and can take back: the kernel, what is picked, how it is coloured. A plain value; edits go through
// a History.

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/studio/workspace/graph_edits.h"
#include "app/studio/workspace/held_nodes.h"
#include "app/studio/workspace/training_choice.h"
#include "core/kernel/kernel_spec.h"
#include "core/kernel/node_order.h"

namespace sispde::studio {

enum class ColourBy {
  Class,
  Degree,
  Component,
  Correlation,
  Covariance,
  Variance,
  Field,
  Eigenvector,
  Score,  // the one that the Scores window shows
  Prediction,
  Error,
  Flagged
};
const char* colourByName(ColourBy by);
inline constexpr std::array allColours{ColourBy::Class,       ColourBy::Degree,      ColourBy::Component,
                                       ColourBy::Correlation, ColourBy::Covariance,  ColourBy::Variance,
                                       ColourBy::Field,       ColourBy::Eigenvector, ColourBy::Score,
                                       ColourBy::Prediction,  ColourBy::Error,       ColourBy::Flagged};
// The covariance of one node with all others.
constexpr bool speaksOfOneNode(ColourBy by) {
  return by == ColourBy::Correlation || by == ColourBy::Covariance;
}
// What a class or a yes and no colours, not a value.
constexpr bool isOfClass(ColourBy by) {
  return by == ColourBy::Prediction || by == ColourBy::Error;
}
// Needs a run that was scored.
constexpr bool isOfModel(ColourBy by) {
  return by >= ColourBy::Score;
}

// What the size of a node says.
enum class SizeBy { Nothing, Degree, Value };
const char* sizeByName(SizeBy by);
inline constexpr std::array allSizes{SizeBy::Nothing, SizeBy::Degree, SizeBy::Value};

// What the heatmap shows. A change is the active kernel's value less the other one's.
enum class HeatmapQuantity { Covariance, Correlation, CovarianceChange, CorrelationChange };
const char* heatmapQuantityName(HeatmapQuantity quantity);
inline constexpr std::array allQuantities{HeatmapQuantity::Covariance, HeatmapQuantity::Correlation,
                                          HeatmapQuantity::CovarianceChange,
                                          HeatmapQuantity::CorrelationChange};
constexpr bool isCorrelation(HeatmapQuantity quantity) {
  return quantity == HeatmapQuantity::Correlation || quantity == HeatmapQuantity::CorrelationChange;
}
constexpr bool isChange(HeatmapQuantity quantity) {
  return quantity == HeatmapQuantity::CovarianceChange || quantity == HeatmapQuantity::CorrelationChange;
}

// Ends of a colour bar that the user holds fast.
struct ColourRange {
  double low = 0, high = 1;
  friend bool operator==(const ColourRange&, const ColourRange&) = default;
};

// Which OOD score is looked at, and from where on nodes are flagged.
struct ScoreChoice {
  std::string name = "matern-energy";
  bool shuffled = false;  // its control: energies are shuffled over the nodes before they are smoothed
  std::optional<double> threshold;  // none: the one with the largest DET-ACC
  bool byAlpha = false;             // the level alpha sets the threshold instead, by the calibration nodes
  double alpha = 0.05;
  bool discovery =
      false;  // alpha is that of false discoveries among the flagged, not of false alarms among ID nodes

  static constexpr std::size_t largestName = 64;
  friend bool operator==(const ScoreChoice&, const ScoreChoice&) = default;
};

// How the graph would be rewired.
struct RewireChoice {
  double drop = 0.1, add = 0.1;  // shares of the number of edges, 0 … 1
  // The paper's alternative: edges below a percentile of the edges' correlations are dropped, candidates among the upper addPercent
  // per cent of the candidates' are added; 0 … 100 each.
  bool percentiles = false;
  double dropPercent = 10, addPercent = 0.5;
  int hops = 2;       // how far the ends of a new edge may be apart, 2 … mostHops; 0: all pairs
  bool guard = true;  // no component is split

  static constexpr int mostHops = 4;
  friend bool operator==(const RewireChoice&, const RewireChoice&) = default;
};

struct Workspace {
  std::array<KernelSpec, 2> kernels;  // A and B
  int active = 0;                     // which of them the views show
  bool compared = false;              // the noise of both is shown side by side

  std::uint64_t seed = 42;  // of the noise
  double time = 0.65;       // t of the field, 0 … 1

  NodeId picked = -1;                                    // −1: none
  std::vector<NodeId> watched;                           // whose trajectories are shown, at most mostWatched
  std::shared_ptr<const std::vector<NodeId>> selection;  // ascending; null: none
  bool selectionAlone = false;                           // the graph shows nothing else
  // Nodes that the user dragged, pinned or freed; of the others the layout alone knows. Null: none.
  std::shared_ptr<const HeldNodes> held;

  ColourBy colourBy = ColourBy::Correlation;
  int eigenvector = 1;  // k of ColourBy::Eigenvector, 1 … N − 1
  bool rangeLocked = false;
  ColourRange range;
  SizeBy sizeBy = SizeBy::Degree;

  NodeOrder order = NodeOrder::Class;
  HeatmapQuantity quantity = HeatmapQuantity::Correlation;

  TrainingChoice training;
  ScoreChoice score;
  RewireChoice rewire;
  std::shared_ptr<const GraphEdits> edits;  // of the edges, against the data; null: none

  static constexpr std::size_t mostWatched = 12;

  const KernelSpec& kernel() const { return kernels[active]; }
  KernelSpec& kernel() { return kernels[active]; }
  const KernelSpec& otherKernel() const { return kernels[1 - active]; }
  friend bool operator==(const Workspace&, const Workspace&) = default;
};

}  // namespace sispde::studio
