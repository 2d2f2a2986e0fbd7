#pragma once
// Smoothing of energies E over a graph, as GNNSafe does: K steps of E ← a E + (1 − a) D^{-1}A E. Each step
// mixes the energy of a node with the mean over its neighbours.

#include <cstdint>
#include <span>
#include <vector>

#include "core/graph/graph.h"

namespace sispde {

// What smoothing does at a node without neighbours.
enum class IsolatedNodes {
  Shrink,  // the mean over no neighbours is 0, so the energy moves towards 0 (as in the GNNSafe code)
  Keep,    // the energy stays as it is
};

struct PropagationOptions {
  int steps = 4;      // K ≥ 0; 4 and a = 0.3 are the constants of the GNSD code, GNNSafe has 2 and 0.5
  double keep = 0.3;  // a in [0, 1], the node's own share in a step
  // D~^{-1}(A + I) in place of D^{-1}A, as in the GNSD code; an isolated node then keeps its energy.
  bool selfLoops = false;
  IsolatedNodes isolated = IsolatedNodes::Shrink;
};

// `energy` has one finite value per node.
std::vector<double> propagateEnergy(std::span<const double> energy, const Graph& graph,
                                    const PropagationOptions& options = {});

// The same values in an order that depends on the seed alone. The control of every smoothed score: what is
// gained even when energies are shuffled before they are smoothed comes from averaging, not from the graph.
std::vector<double> shuffledOverNodes(std::span<const double> scores, std::uint64_t seed);

}  // namespace sispde
