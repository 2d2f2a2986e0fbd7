#pragma once
// Random divisions of nodes into training, validation and test nodes.

#include <span>

#include "core/base/random.h"
#include "core/graph/dataset.h"

namespace sispde {

// Shares of the divided nodes; what is left is for the test. Each in [0, 1], together at most 1.
struct SplitShares {
  double train = 0.5;
  double validation = 0.25;
};

// Three masks of zeros.
Split emptySplit(NodeId nodeCount);

// Shuffles the nodes and puts them into the masks of `split`; the counts are the rounded shares. Called once
// per class it makes a stratified split.
void divide(std::vector<NodeId> nodes, const SplitShares& shares, Random& random, Split& split);

// `wanted` of the nodes, each subset equally likely, in ascending order; wanted ≤ nodes.size().
std::vector<NodeId> randomSubset(std::vector<NodeId> nodes, std::int64_t wanted, Random& random);

// 0, 1, …, nodeCount − 1.
std::vector<NodeId> allNodes(NodeId nodeCount);

// round(share · total), for shares in [0, 1].
std::int64_t shareOf(double share, std::int64_t total);

}  // namespace sispde
