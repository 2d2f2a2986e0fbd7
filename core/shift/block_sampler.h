#pragma once
// Random edges between blocks of consecutive nodes, in time proportional to nodes and edges: pairs are
// skipped over, never visited one by one.

#include <span>
#include <vector>

#include "core/base/progress.h"
#include "core/base/random.h"
#include "core/graph/graph.h"

namespace sispde {

// Stochastic block model: every pair of nodes is an edge independently of all others, with probability pIn
// inside a block and pOut between blocks (both in [0, 1]). blockStarts has one entry per block and a last
// one, the number of nodes; it starts with 0 and never descends. Each edge comes once with u < v. O(nodes +
// edges), however many blocks there are. Edges are missing where progress is stopped.
std::vector<Edge> sampleBlocks(std::span<const NodeId> blockStarts, double pIn, double pOut, Random& random,
                               const Progress& progress = {});

// The expected number of edges of sampleBlocks.
double expectedEdges(std::span<const NodeId> blockStarts, double pIn, double pOut);

// Exactly `wanted` distinct numbers below `total`, each subset equally likely, ascending; wanted ≤ total.
// O(wanted).
std::vector<std::uint64_t> sampleDistinct(std::uint64_t total, std::uint64_t wanted, Random& random);

// Walks over the pairs u < v of one block in the order (0,1), (0,2), …, (1,2), …
class PairCursor {
 public:
  PairCursor(NodeId first, NodeId end) : end_(end), u_(first), v_(static_cast<std::int64_t>(first) + 1) {
    settle();
  }
  bool done() const { return u_ >= end_ - 1; }
  Edge pair() const { return {static_cast<NodeId>(u_), static_cast<NodeId>(v_)}; }
  void advance(std::uint64_t pairs) {
    v_ += static_cast<std::int64_t>(pairs);
    settle();
  }

 private:
  void settle() {
    while (v_ >= end_ && !done()) {
      ++u_;
      v_ = v_ - end_ + u_ + 1;
    }
  }
  std::int64_t end_, u_, v_;
};

// Number of pairs within a block of `size` nodes.
constexpr std::uint64_t pairCount(std::uint64_t size) {
  return size < 2 ? 0 : size * (size - 1) / 2;
}

// Starts of `blocks` blocks whose sizes differ by one at most, and the end.
std::vector<NodeId> evenBlocks(NodeId nodeCount, std::int32_t blocks);

}  // namespace sispde
