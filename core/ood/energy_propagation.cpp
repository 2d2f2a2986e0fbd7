#include "core/ood/energy_propagation.h"

#include "core/base/parallel.h"
#include "core/base/random.h"

namespace sispde {
namespace {

constexpr std::size_t rowBlock = 8192;
constexpr std::uint64_t shuffleStream = 0x73687566;  // "shuf"

// One step at a node.
double propagated(std::span<const double> energy, const Graph& graph, NodeId u,
                  const PropagationOptions& options) {
  const auto neighbours = graph.neighbours(u);
  if (neighbours.empty() && (options.selfLoops || options.isolated == IsolatedNodes::Keep)) return energy[u];
  double sum = options.selfLoops ? energy[u] : 0;
  for (const NodeId v : neighbours) sum += energy[v];
  const auto terms = static_cast<double>(neighbours.size() + (options.selfLoops ? 1 : 0));
  return options.keep * energy[u] + (1 - options.keep) * (terms > 0 ? sum / terms : 0);
}

}  // namespace

std::vector<double> propagateEnergy(std::span<const double> energy, const Graph& graph,
                                    const PropagationOptions& options) {
  std::vector<double> now(energy.begin(), energy.end()), next(energy.size());
  for (int k = 0; k < options.steps; ++k) {
    parallelBlocks(now.size(), rowBlock, [&](std::size_t begin, std::size_t end) {
      for (std::size_t u = begin; u < end; ++u)
        next[u] = propagated(now, graph, static_cast<NodeId>(u), options);
    });
    now.swap(next);
  }
  return now;
}

std::vector<double> shuffledOverNodes(std::span<const double> scores, std::uint64_t seed) {
  std::vector<double> shuffled(scores.begin(), scores.end());
  Random(seed, shuffleStream).shuffle(std::span(shuffled));
  return shuffled;
}

}  // namespace sispde
