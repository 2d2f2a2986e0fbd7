#pragma once
// A Laplacian is Δ of a Graph as an operator: `combinatorial` D − A or `symmetric` I − D^{-1/2} A D^{-1/2}, where an isolated
// node has a row of zeros in both. Edges may carry weights; d_u is then the sum of the weights at u. It is positive
// semi-definite, never changes, and knows a certain upper bound on its largest eigenvalue.

#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/graph/graph.h"

namespace sispde {

enum class LaplacianKind { Combinatorial, Symmetric };
const char* laplacianName(LaplacianKind kind);  // "comb", "sym"

class Laplacian {
 public:
  // A cancel leaves lambdaMax() looser than it could be.
  Laplacian(Graph graph, LaplacianKind kind, const Progress& progress = {});
  // `weights` has one entry per stored direction, in the order of graph.targets(): finite, positive, w_uv = w_vu, and the
  // largest at most 1e30 times the smallest.
  static Result<Laplacian> weighted(Graph graph, LaplacianKind kind, std::vector<double> weights);

  const Graph& graph() const { return graph_; }
  NodeId nodeCount() const { return graph_.nodeCount(); }
  LaplacianKind kind() const { return kind_; }
  std::span<const double> weights() const { return *weights_; }  // empty when every weight is 1
  std::span<const double> degrees() const { return *degrees_; }
  double diagonal(NodeId u) const {
    return kind_ == LaplacianKind::Combinatorial ? degrees()[u] : (degrees()[u] > 0 ? 1.0 : 0.0);
  }
  double weight(std::int64_t entry) const { return weights_->empty() ? 1.0 : (*weights_)[entry]; }

  // λ_max ≤ lambdaMax(), without exception: 2 for `symmetric`; for `combinatorial` the smaller of max over edges of d_u + d_v
  // and the Collatz–Wielandt bound of D + A (lambda_max.h). 0 for a graph without edges.
  double lambdaMax() const { return lambdaMax_; }

  // y = Δx in float64. Ends early, with y unfinished, when progress is stopped.
  void multiply(std::span<const double> x, std::span<double> y, const Progress& progress = {}) const;

  // Row-major N × N, for small graphs.
  std::vector<double> dense() const;

  // SHA-256 of kind, edges and weights; of a part of them when progress is stopped.
  std::string hash(const Progress& progress = {}) const;

 private:
  Laplacian(Graph graph, LaplacianKind kind, std::vector<double> weights, const Progress& progress);

  Graph graph_;
  LaplacianKind kind_;
  std::shared_ptr<const std::vector<double>> weights_, degrees_;
  std::shared_ptr<const std::vector<double>> scale_;  // symmetric: d^{-1/2}, 0 where d = 0
  double lambdaMax_ = 0;
};

}  // namespace sispde
