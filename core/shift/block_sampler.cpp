#include "core/shift/block_sampler.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace sispde {
namespace {

// Once in a while: asking costs more than an edge.
bool stopsAt(std::size_t edges, const Progress& progress) {
  return edges % 65536 == 0 && progress.stopped();
}

void samplePairsWithin(NodeId begin, NodeId end, double p, Random& random, std::vector<Edge>& edges,
                       const Progress& progress) {
  PairCursor cursor(begin, end);
  cursor.advance(random.skip(p));
  for (; !cursor.done() && !stopsAt(edges.size(), progress); cursor.advance(1 + random.skip(p)))
    edges.push_back(cursor.pair());
}

// Pairs of a node in [begin, end) and a node in [end, last).
void samplePairsAcross(NodeId begin, NodeId end, NodeId last, double p, Random& random,
                       std::vector<Edge>& edges, const Progress& progress) {
  const auto columns = static_cast<std::uint64_t>(last - end);
  const std::uint64_t total = static_cast<std::uint64_t>(end - begin) * columns;
  for (std::uint64_t at = random.skip(p); at < total && !stopsAt(edges.size(), progress);
       at += 1 + random.skip(p))
    edges.push_back({static_cast<NodeId>(begin + at / columns), static_cast<NodeId>(end + at % columns)});
}

}  // namespace

double expectedEdges(std::span<const NodeId> blockStarts, double pIn, double pOut) {
  double sum = 0;
  for (std::size_t b = 0; b + 1 < blockStarts.size(); ++b) {
    const auto size = static_cast<double>(blockStarts[b + 1] - blockStarts[b]);
    sum += pIn * size * (size - 1) / 2 +
           pOut * size * static_cast<double>(blockStarts.back() - blockStarts[b + 1]);
  }
  return sum;
}

std::vector<Edge> sampleBlocks(std::span<const NodeId> blockStarts, double pIn, double pOut, Random& random,
                               const Progress& progress) {
  std::vector<Edge> edges;
  const double expected = expectedEdges(blockStarts, pIn, pOut);
  edges.reserve(static_cast<std::size_t>(expected + 5 * std::sqrt(expected)) + 1);
  for (std::size_t b = 0; b + 1 < blockStarts.size() && !progress.stopped(); ++b) {
    const NodeId begin = blockStarts[b], end = blockStarts[b + 1];
    if (pIn > 0) samplePairsWithin(begin, end, pIn, random, edges, progress);
    if (pOut > 0) samplePairsAcross(begin, end, blockStarts.back(), pOut, random, edges, progress);
  }
  return edges;
}

// A Bernoulli sample with p = wanted/total is, given its size, a uniform subset of that size; the some
// √wanted numbers that it has too many or too few are removed or added uniformly, which keeps the result
// uniform.
std::vector<std::uint64_t> sampleDistinct(std::uint64_t total, std::uint64_t wanted, Random& random) {
  std::vector<std::uint64_t> chosen;
  if (wanted == 0) return chosen;
  chosen.reserve(static_cast<std::size_t>(wanted));
  const double p = static_cast<double>(wanted) / static_cast<double>(total);
  for (std::uint64_t at = random.skip(p); at < total; at += 1 + random.skip(p)) chosen.push_back(at);
  if (chosen.size() > wanted) {
    // Marks a uniform subset of the places by the value `total`, which no number has.
    for (std::uint64_t excess = chosen.size() - wanted; excess > 0;)
      if (auto& value = chosen[random.below(chosen.size())]; value != total) {
        value = total;
        --excess;
      }
    chosen.erase(std::remove(chosen.begin(), chosen.end(), total), chosen.end());
  }
  std::vector<std::uint64_t> added;
  while (chosen.size() + added.size() < wanted) {
    const std::uint64_t value = random.below(total);
    if (std::binary_search(chosen.begin(), chosen.end(), value)) continue;
    const auto place = std::lower_bound(added.begin(), added.end(), value);
    if (place == added.end() || *place != value) added.insert(place, value);
  }
  if (added.empty()) return chosen;
  std::vector<std::uint64_t> merged;
  merged.reserve(static_cast<std::size_t>(wanted));
  std::merge(chosen.begin(), chosen.end(), added.begin(), added.end(), std::back_inserter(merged));
  return merged;
}

std::vector<NodeId> evenBlocks(NodeId nodeCount, std::int32_t blocks) {
  std::vector<NodeId> starts(static_cast<std::size_t>(blocks) + 1);
  for (std::int32_t b = 0; b <= blocks; ++b)
    starts[b] = static_cast<NodeId>(static_cast<std::int64_t>(nodeCount) * b / blocks);
  return starts;
}

}  // namespace sispde
