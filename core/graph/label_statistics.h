#pragma once
// Homophily and label informativeness. Definitions (Platonov et al., NeurIPS 2023), with E undirected edges, d degree,
// D_k the degree sum and n_k the number of nodes of class k, p(a,b) the share of directed edges from class a to b:
//   edge homophily       share of edges within a class
//   node homophily       mean over nodes with a neighbour of the share of same-class neighbours
//   class homophily      1/(C−1) Σ_k max(0, h_k − n_k/n), h_k = same-class share of the degree sum of class k
//   adjusted homophily   (h_edge − S)/(1 − S), S = Σ_k D_k²/(2E)²
//   informativeness, edge   2 − Σ p(a,b) ln p(a,b) / Σ q(c) ln q(c), q(c) = D_c/2E
//   informativeness, node   1 − Σ p(a,b) ln(p(a,b)/q(b)) / Σ p(c) ln p(c), p of a random non-isolated node and neighbour
// Nodes with label −1 are left out together with their edges.

#include <optional>
#include <span>

#include "core/base/progress.h"
#include "core/graph/graph.h"

namespace sispde {

// A value is absent where its definition divides by zero: no labelled edge, or one class alone.
struct LabelStatistics {
  std::optional<double> edgeHomophily, nodeHomophily, classHomophily, adjustedHomophily;
  std::optional<double> edgeInformativeness, nodeInformativeness;
};

// After a stop it returns early, and what it returns is of no use.
LabelStatistics labelStatistics(const Graph& graph, std::span<const std::int32_t> labels,
                                const Progress& progress = {});

}  // namespace sispde
