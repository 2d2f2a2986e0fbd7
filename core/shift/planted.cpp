#include <cmath>

#include "core/base/text.h"
#include "core/shift/block_sampler.h"
#include "core/shift/generator_parts.h"
#include "core/shift/random_streams.h"

namespace sispde {
namespace {

// LI(h) = 1 − [−h ln h − (1 − h) ln((1 − h)/(C − 1))] / ln C: edge label informativeness of a graph whose C
// classes have equal degree sums, with the share h of the edges within classes and the rest spread evenly
// over the pairs of classes.
double informativeness(double h, std::int32_t classes) {
  const double within = h > 0 ? -h * std::log(h) : 0;
  const double between = h < 1 ? -(1 - h) * std::log((1 - h) / (classes - 1)) : 0;
  return 1 - (within + between) / std::log(static_cast<double>(classes));
}

// LI grows from 0 to 1 on [1/C, 1], where bisection finds the share for the asked value.
double withinShare(double li, std::int32_t classes) {
  double low = 1.0 / classes, high = 1;
  for (int i = 0; i < 60; ++i) {
    const double middle = (low + high) / 2;
    (informativeness(middle, classes) < li ? low : high) = middle;
  }
  return (low + high) / 2;
}

// The i-th of `parts` counts that differ by one at most and sum to total.
std::int64_t evenPart(std::int64_t total, std::int64_t parts, std::int64_t i) {
  return total * (i + 1) / parts - total * i / parts;
}

void addWithin(NodeId begin, NodeId end, std::int64_t wanted, Random& random, std::vector<Edge>& edges) {
  PairCursor cursor(begin, end);
  std::uint64_t at = 0;
  for (const std::uint64_t pair : sampleDistinct(pairCount(end - begin), wanted, random)) {
    cursor.advance(pair - at);
    at = pair;
    edges.push_back(cursor.pair());
  }
}

void addBetween(std::span<const NodeId> a, std::span<const NodeId> b, std::int64_t wanted, Random& random,
                std::vector<Edge>& edges) {
  const auto columns = static_cast<std::uint64_t>(b[1] - b[0]);
  for (const std::uint64_t pair :
       sampleDistinct(static_cast<std::uint64_t>(a[1] - a[0]) * columns, wanted, random))
    edges.push_back({static_cast<NodeId>(a[0] + pair / columns), static_cast<NodeId>(b[0] + pair % columns)});
}

struct EdgeCounts {
  std::int64_t within = 0, between = 0;
};

std::vector<Edge> sampleCounts(std::span<const NodeId> starts, const EdgeCounts& counts, Random& random,
                               const Progress& progress) {
  const auto classes = static_cast<std::int64_t>(starts.size()) - 1;
  const std::int64_t pairs = classes * (classes - 1) / 2;
  std::vector<Edge> edges;
  edges.reserve(static_cast<std::size_t>(counts.within + counts.between));
  std::int64_t pair = 0;
  for (std::int64_t a = 0; a < classes && !progress.stopped(); ++a) {
    addWithin(starts[a], starts[a + 1], evenPart(counts.within, classes, a), random, edges);
    for (std::int64_t b = a + 1; b < classes && !progress.stopped(); ++b)
      addBetween(starts.subspan(a, 2), starts.subspan(b, 2), evenPart(counts.between, pairs, pair++), random,
                 edges);
  }
  return edges;
}

}  // namespace

// The counts of edges within each class and between each pair of classes are exact; which pairs are joined is
// random.
Result<Dataset> generatePlanted(const GeneratorSpec& spec, std::uint64_t seed) {
  const NodeId n = spec.nodeCount();
  const std::int32_t classes = spec.whole("classes");
  if (n < 2 * classes)
    return usageError("{} asks for {} classes of {} nodes; every class needs at least 2 nodes",
                      inQuotes(spec.text), classes, n);
  const double degree = spec.value("degree");
  SISPDE_CHECK(checkEdgeCount(degree * n / 2, spec));
  const std::int64_t edgeCount = std::llround(degree * n / 2);
  EdgeCounts counts;
  counts.within = std::llround(withinShare(spec.value("li"), classes) * static_cast<double>(edgeCount));
  counts.between = edgeCount - counts.within;

  const std::int64_t smallest = n / classes, pairs = static_cast<std::int64_t>(classes) * (classes - 1) / 2;
  const std::int64_t within = (counts.within + classes - 1) / classes,
                     between = (counts.between + pairs - 1) / pairs;
  const auto roomWithin = static_cast<std::int64_t>(pairCount(smallest));
  if (within > roomWithin || between > smallest * smallest)
    return usageError(
        "{} asks for {} edges {}, where there is room for {}; take a lower degree or more nodes",
        inQuotes(spec.text), within > roomWithin ? within : between,
        within > roomWithin ? "within each class" : "between each pair of classes",
        within > roomWithin ? roomWithin : smallest * smallest);

  Random random = randomFor(seed, RandomStream::Edges);
  const std::vector<NodeId> starts = evenBlocks(n, classes);
  return blockDataset(sampleCounts(starts, counts, random, spec.progress), starts, spec.value("signal"), seed,
                      spec.progress);
}

}  // namespace sispde
