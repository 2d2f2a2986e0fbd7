#pragma once
// A Rewiring is a plan of dropped and added edges of one graph with the reason of each: its correlation under a kernel, and its rank. It
// says what would be done; applied (apply_rewiring.h) it gives a new Graph, and its inverse leads back.
//
// By share: the dropShare·E edges of least correlation are dropped and the addShare·E candidates of greatest correlation are added (E edges,
// rounded to the nearest). Equal correlations are decided by the node ids: the smaller (u, v) first.
// By percentile, as in the paper: edges whose correlation lies strictly below a percentile of the edges' correlations are dropped,
// candidates strictly above a percentile of the candidates' correlations are added. Percentiles lie between two values as NumPy has them
// (linear); equal correlations are treated alike.
// Guard: an edge whose dropping would split a component is kept, and no other is dropped in its place (guard.h).

#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/graph/graph.h"

namespace sispde {

struct RewireOptions {
  double dropShare = 0.1;                // 0 … 1, of the number of edges
  double addShare = 0.1;                 // 0 … 1, of the number of edges too
  std::optional<double> dropPercentile;  // 0 … 100; where set, dropShare is not looked at
  std::optional<double> addPercentile;   // 0 … 100; where set, addShare is not looked at
  bool keepConnected = true;             // the guard
};
Result<void> checkOptions(const RewireOptions& options);

enum class RewireReason { Correlation, Random, Hand };
const char* reasonName(RewireReason reason);  // "correlation", "random", "hand"

struct RewiredEdge {
  Edge edge;              // u < v
  float correlation = 0;  // NaN where none was computed
  // 1 is the edge of least correlation, or the candidate of greatest; a random one has the number of its draw, one by hand its place.
  std::int64_t rank = 0;
  friend bool operator==(const RewiredEdge&, const RewiredEdge&) = default;
};

struct Rewiring {
  RewireReason reason = RewireReason::Correlation;
  std::vector<RewiredEdge> dropped, added;  // by rank
  std::vector<RewiredEdge> kept;            // would have been dropped but for the guard, by rank
  // Shares: the correlation of the last one chosen (the guard's included); percentiles: the percentile. None where nothing was asked for.
  std::optional<double> thresholdDrop, thresholdAdd;
  std::int64_t wantedAdditions = 0;  // more than added.size() where there are not so many candidates
};

// Undoes the rewiring when it is applied to the rewired graph.
Rewiring inverse(const Rewiring& rewiring);

// Pairs that may become edges: u < v, no edge among them, each once. Those that come first win where correlations are equal.
struct Candidates {
  std::vector<Edge> pairs;
  std::int64_t total = 0;  // of so many pairs these are the strongest; pairs.size() where all are here
};

// How many of the strongest candidates, of `total`, decide a plan.
std::int64_t candidatesNeeded(const RewireOptions& options, std::int64_t edges, std::int64_t total);

// For many plans of one graph: the pairs are given once, their correlations for every kernel. Linear in edges and candidates; only
// what is chosen is sorted.
class RewirePlanner {
 public:
  RewirePlanner(Graph graph, Candidates candidates);

  const Graph& graph() const { return graph_; }
  const std::vector<Edge>& edges() const { return edges_; }  // in the order of Graph::edges
  const Candidates& candidates() const { return candidates_; }

  // One finite correlation for each edge and for each candidate, in their order.
  Result<Rewiring> plan(std::span<const float> edgeCorrelations, std::span<const float> candidateCorrelations,
                        const RewireOptions& options) const;

 private:
  Graph graph_;
  std::vector<Edge> edges_;
  Candidates candidates_;
  std::int32_t components_;
};

// The same for one use.
Result<Rewiring> planRewiring(const Graph& graph, std::span<const float> edgeCorrelations,
                              Candidates candidates, std::span<const float> candidateCorrelations,
                              const RewireOptions& options);

}  // namespace sispde
