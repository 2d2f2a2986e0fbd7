#include "core/spectral/spectrum.h"

#include <algorithm>

#include "core/graph/components.h"

namespace sispde {

std::size_t Spectrum::bytes() const {
  std::size_t total = 0;
  for (const Block& block : blocks) total += 8 * block.vectors.size() + 12 * block.nodes.size();
  return total;
}

std::vector<double> Spectrum::values() const {
  std::vector<double> all;
  for (const Block& block : blocks) all.insert(all.end(), block.values.begin(), block.values.end());
  std::sort(all.begin(), all.end());
  return all;
}

Spectrum emptySpectrum(const Graph& graph) {
  const Components components = connectedComponents(graph);
  Spectrum spectrum;
  spectrum.blocks.resize(static_cast<std::size_t>(components.count));
  spectrum.blockOf = components.ofNode;
  for (NodeId u = 0; u < graph.nodeCount(); ++u) {
    auto& nodes = spectrum.blocks[components.ofNode[u]].nodes;
    spectrum.placeOf.push_back(static_cast<std::int32_t>(nodes.size()));
    nodes.push_back(u);
  }
  for (Spectrum::Block& block : spectrum.blocks) {
    block.values.resize(block.nodes.size());
    block.vectors.resize(block.nodes.size() * block.nodes.size());
  }
  return spectrum;
}

std::size_t spectrumBytes(const Graph& graph) {
  const Components components = connectedComponents(graph);
  std::vector<std::size_t> sizes(static_cast<std::size_t>(components.count), 0);
  for (const std::int32_t c : components.ofNode) ++sizes[c];
  std::size_t total = 0;
  for (const std::size_t n : sizes) total += 8 * n * n + 12 * n;
  return total;
}

}  // namespace sispde
