#include <algorithm>

#include "core/base/text.h"
#include "core/shift/block_sampler.h"
#include "core/shift/generator_parts.h"
#include "core/shift/random_streams.h"

namespace sispde {

// Planted partition. A node has (1 − mixing)·degree neighbours in its own class and mixing·degree in the
// others, on average over the graph; that fixes the two probabilities.
Result<Dataset> generateBlocks(const GeneratorSpec& spec, std::uint64_t seed) {
  const NodeId n = spec.nodeCount();
  const std::int32_t classes = spec.whole("classes");
  const double degree = spec.value("degree"), mixing = spec.value("mixing");
  if (n < 2 * classes)
    return usageError("{} asks for {} classes of {} nodes; every class needs at least 2 nodes",
                      inQuotes(spec.text), classes, n);
  const double edgeCount = degree * n / 2;
  SISPDE_CHECK(checkEdgeCount(edgeCount, spec));

  const std::vector<NodeId> starts = evenBlocks(n, classes);
  const double pIn = (1 - mixing) * edgeCount / expectedEdges(starts, 1, 0);
  const double pOut = mixing * edgeCount / expectedEdges(starts, 0, 1);
  if (pIn > 1 || pOut > 1)
    return usageError(
        "{} asks for more neighbours {} a class than there are nodes; the degree must be at most {:.4g}",
        inQuotes(spec.text), pIn > 1 ? "within" : "outside", degree / std::max(pIn, pOut));

  Random random = randomFor(seed, RandomStream::Edges);
  return blockDataset(sampleBlocks(starts, pIn, pOut, random, spec.progress), starts, spec.value("signal"),
                      seed, spec.progress);
}

}  // namespace sispde
