#include "core/shift/random_split.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace sispde {

Split emptySplit(NodeId nodeCount) {
  const Mask zeros(static_cast<std::size_t>(nodeCount), 0);
  return {zeros, zeros, zeros};
}

std::vector<NodeId> allNodes(NodeId nodeCount) {
  std::vector<NodeId> nodes(static_cast<std::size_t>(nodeCount));
  std::iota(nodes.begin(), nodes.end(), 0);
  return nodes;
}

std::int64_t shareOf(double share, std::int64_t total) {
  return std::clamp<std::int64_t>(std::llround(share * static_cast<double>(total)), 0, total);
}

void divide(std::vector<NodeId> nodes, const SplitShares& shares, Random& random, Split& split) {
  random.shuffle(std::span(nodes));
  const auto total = static_cast<std::int64_t>(nodes.size());
  const std::int64_t train = shareOf(shares.train, total);
  const std::int64_t validation = std::min(shareOf(shares.validation, total), total - train);
  for (std::int64_t i = 0; i < total; ++i) {
    Mask& mask = i < train ? split.train : i < train + validation ? split.validation : split.test;
    mask[nodes[i]] = 1;
  }
}

std::vector<NodeId> randomSubset(std::vector<NodeId> nodes, std::int64_t wanted, Random& random) {
  for (std::int64_t i = 0; i < wanted; ++i)
    std::swap(nodes[i], nodes[i + static_cast<std::int64_t>(random.below(nodes.size() - i))]);
  nodes.resize(static_cast<std::size_t>(wanted));
  std::sort(nodes.begin(), nodes.end());
  return nodes;
}

}  // namespace sispde
