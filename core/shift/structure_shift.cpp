#include <algorithm>

#include "core/graph/graph_builder.h"
#include "core/shift/block_sampler.h"
#include "core/shift/random_streams.h"
#include "core/shift/shift_parts.h"

namespace sispde {
namespace {

// Blocks of consecutive ids of size n div C; the last one takes the remainder. Labels play no part.
std::vector<NodeId> contiguousBlocks(NodeId n, std::int32_t blocks) {
  std::vector<NodeId> starts(static_cast<std::size_t>(blocks) + 1, n);
  for (std::int32_t b = 0; b < blocks; ++b) starts[b] = b * (n / blocks);
  return starts;
}

}  // namespace

// Stochastic block model of the reference protocol: density d = directed edges / (n (n − 1)), probability 1.5
// d within a block and 0.5 d between blocks; features and labels stay. OOD test = all nodes, training nodes
// included.
Result<ShiftedData> shiftStructure(const Dataset& data, const ShiftOptions& options) {
  SISPDE_TRY(ShiftedData shifted, startShift(data, options, realNodes(data)));
  const NodeId n = data.nodeCount();
  std::int32_t blocks = options.blocks.value_or(data.classCount());
  if (!options.blocks && blocks == 0) {
    blocks = 2;
    shifted.notes.push_back("The data set has no classes: the block model has two blocks.");
  }
  if (blocks < 1 || (options.blocks && blocks > n))
    return usageError("The number of blocks is {}; it must be from 1 to {}, the number of nodes", blocks, n);

  const double pairs = static_cast<double>(n) * (static_cast<double>(n) - 1);
  const double density = n < 2 ? 0 : 2 * static_cast<double>(data.graph.edgeCount()) / pairs;
  const double pIn = std::min(1.0, 1.5 * density), pOut = 0.5 * density;
  if (1.5 * density > 1)
    shifted.notes.push_back(fmt::format(
        "The graph is so dense that 1.5 times its density, {:.3f}, was cut to 1.", 1.5 * density));
  Random random = randomFor(options.seed, RandomStream::ShiftEdges);
  shifted.wholeGraph = true;
  shifted.test.graph = buildGraph(n, sampleBlocks(contiguousBlocks(n, blocks), pIn, pOut, random)).graph;
  shifted.oodTest = realNodes(data);
  shifted.notes.push_back(fmt::format("Stochastic block model with {} blocks: {} edges in place of {}.",
                                      blocks, shifted.test.graph.edgeCount(), data.graph.edgeCount()));
  return shifted;
}

}  // namespace sispde
