// A homophilous network with the class sizes, the degrees and the homophily of Cora, for any number of nodes:
// degrees from Cora's distribution, half-edges paired at random, most of them within the class (a
// degree-corrected block model).

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <unordered_set>

#include "core/graph/graph_builder.h"
#include "core/shift/citation_words.h"
#include "core/shift/generator_parts.h"
#include "core/shift/random_split.h"
#include "core/shift/random_streams.h"

namespace sispde {
namespace {

constexpr std::int32_t classCount = 7;
constexpr double coraNodes = 2708, edgesPerNode = 1.949, edgeHomophily = 0.81;
constexpr std::array<std::int64_t, classCount> coraClasses{351, 217, 418, 818, 426, 298, 180};
// Cora's number of nodes with degree 1, 2, …; beyond, the share of nodes with more than d neighbours falls
// like d^−1.5.
constexpr std::array<double, 19> coraDegrees{485, 583, 553, 389, 281, 131, 82, 57, 25, 26,
                                             14,  18,  5,   6,   6,   7,   8,  3,  5};
constexpr double tailStart = 20, tailExponent = 1.5;

std::vector<NodeId> classStarts(NodeId n) {
  std::vector<NodeId> starts{0};
  std::int64_t sum = 0;
  for (const std::int64_t size : coraClasses) {
    sum += size;
    starts.push_back(static_cast<NodeId>(std::llround(static_cast<double>(sum) / coraNodes * n)));
  }
  return starts;
}

// The i-th of n nodes, ordered by degree, has the i/(n + 1) quantile of the distribution; the sum is then
// made even and equal to 2·edges by changing random nodes by one, and the degrees are dealt out at random.
std::vector<std::int64_t> drawDegrees(NodeId n, std::int64_t edges, Random& random) {
  const double tail = 1 - std::accumulate(coraDegrees.begin(), coraDegrees.end(), 0.0) / coraNodes;
  std::vector<std::int64_t> degrees(static_cast<std::size_t>(n));
  std::size_t d = 0;
  double below = coraDegrees[0] / coraNodes;
  for (NodeId i = 0; i < n; ++i) {
    const double quantile = (i + 1.0) / (n + 1.0);
    while (d + 1 < coraDegrees.size() && quantile > below) below += coraDegrees[++d] / coraNodes;
    degrees[i] = static_cast<std::int64_t>(d) + 1;
    if (1 - quantile < tail)
      degrees[i] = static_cast<std::int64_t>(tailStart * std::pow((1 - quantile) / tail, -1 / tailExponent));
  }
  std::int64_t excess = std::accumulate(degrees.begin(), degrees.end(), std::int64_t{0}) - 2 * edges;
  while (excess != 0) {
    std::int64_t& degree = degrees[random.below(degrees.size())];
    if (excess > 0 && degree == 1) continue;
    degree += excess > 0 ? -1 : 1;
    excess += excess > 0 ? -1 : 1;
  }
  random.shuffle(std::span(degrees));
  return degrees;
}

// A node once per half-edge; the half-edges of class c are those of the places in [starts[c], starts[c + 1]).
struct HalfEdges {
  std::vector<NodeId> node;
  std::vector<std::size_t> starts;
  double withinShare = 0;  // of half-edges that look for a partner in their class

  // So many pairs fall within a class when the rest looks for partners everywhere: h = s + (1 − s) Σ q_c².
  HalfEdges(std::span<const NodeId> blocks, const std::vector<std::int64_t>& degrees) : starts{0} {
    for (std::size_t c = 0; c + 1 < blocks.size(); ++c) {
      for (NodeId u = blocks[c]; u < blocks[c + 1]; ++u)
        node.insert(node.end(), static_cast<std::size_t>(degrees[u]), u);
      starts.push_back(node.size());
    }
    double squares = 0;
    for (std::size_t c = 0; c + 1 < starts.size(); ++c)
      squares +=
          std::pow(static_cast<double>(starts[c + 1] - starts[c]) / static_cast<double>(node.size()), 2);
    withinShare = std::max(0.0, (edgeHomophily - squares) / (1 - squares));
  }
  NodeId drawIn(std::size_t c, Random& random) const {
    return node[starts[c] + random.below(starts[c + 1] - starts[c])];
  }
  NodeId draw(Random& random) const { return node[random.below(node.size())]; }
};

void pairUp(std::span<const NodeId> ends, std::vector<Edge>& edges) {
  for (std::size_t i = 0; i + 1 < ends.size(); i += 2) edges.push_back({ends[i], ends[i + 1]});
}

std::vector<Edge> pairHalfEdges(const HalfEdges& half, Random& random) {
  std::vector<Edge> edges;
  std::vector<NodeId> ends, anywhere;
  for (std::size_t c = 0; c + 1 < half.starts.size(); ++c) {
    ends.assign(half.node.begin() + half.starts[c], half.node.begin() + half.starts[c + 1]);
    random.shuffle(std::span(ends));
    const auto within =
        ends.begin() + 2 * static_cast<std::int64_t>(half.withinShare * static_cast<double>(ends.size()) / 2);
    pairUp({ends.begin(), within}, edges);
    anywhere.insert(anywhere.end(), within, ends.end());
  }
  random.shuffle(std::span(anywhere));
  pairUp(anywhere, edges);
  return edges;
}

std::size_t blockOf(NodeId place, std::span<const NodeId> blocks) {
  return static_cast<std::size_t>(std::upper_bound(blocks.begin(), blocks.end(), place) - blocks.begin()) - 1;
}

// Pairing makes some loops and some edges twice. In their place come new edges: first one for every node that
// was left without, then for the nodes of high degree that lost some, until the count is reached. Partners
// are drawn in proportion to their degrees.
Graph simpleGraph(std::span<const NodeId> blocks, const std::vector<std::int64_t>& degrees,
                  std::int64_t edgeCount, Random& random, const Progress& progress) {
  const auto n = static_cast<NodeId>(degrees.size());
  const HalfEdges half(blocks, degrees);
  const std::vector<Edge> paired = pairHalfEdges(half, random);
  const Graph first = buildGraph(n, paired, progress).graph;
  if (progress.stopped()) return {};
  std::int64_t missing = edgeCount - first.edgeCount();
  std::int64_t missingWithin = std::llround(edgeHomophily * static_cast<double>(edgeCount));
  for (NodeId u = 0; u < n; ++u)
    for (const NodeId v : first.neighbours(u))
      if (u < v && blockOf(u, blocks) == blockOf(v, blocks)) --missingWithin;

  std::vector<Edge> added;
  std::unordered_set<std::uint64_t> known;
  const auto join = [&](NodeId u) {
    const std::size_t block = blockOf(u, blocks);
    const NodeId v = missingWithin > 0 ? half.drawIn(block, random) : half.draw(random);
    if (u == v || first.hasEdge(u, v)) return false;
    const Edge e{std::min(u, v), std::max(u, v)};
    if (!known.insert(static_cast<std::uint64_t>(e.u) << 32 | static_cast<std::uint64_t>(e.v)).second)
      return false;
    added.push_back(e);
    --missing;
    if (blockOf(v, blocks) == block) --missingWithin;
    return true;
  };
  for (NodeId u = 0; u < n; ++u)
    while (first.degree(u) == 0 && !join(u)) {
      // A refused partner is drawn again.
    }
  std::vector<NodeId> lacking;
  for (NodeId u = 0; u < n; ++u)
    if (first.degree(u) > 0 && first.degree(u) < degrees[u]) lacking.push_back(u);
  std::stable_sort(lacking.begin(), lacking.end(),
                   [&](NodeId a, NodeId b) { return degrees[a] > degrees[b]; });
  for (const NodeId u : lacking)
    for (std::int64_t lost = degrees[u] - first.degree(u); lost > 0 && missing > 0; --lost) join(u);
  while (missing > 0) join(half.draw(random));
  added.insert(added.end(), paired.begin(), paired.end());
  return buildGraph(n, added, progress).graph;
}

// The public split of the Planetoid sets: 20 training nodes per class, 500 for validation, 1000 for the test;
// in smaller graphs as many fewer as there are fewer nodes, but at least one training node per class.
Split planetoidSplit(const std::vector<std::int32_t>& labels, std::uint64_t seed) {
  const auto n = static_cast<NodeId>(labels.size());
  const double scale = std::min(1.0, n / coraNodes);
  const auto scaled = [&](double count) { return std::max<std::int64_t>(1, std::llround(scale * count)); };
  Random random = randomFor(seed, RandomStream::Splits);
  std::vector<NodeId> order = allNodes(n);
  random.shuffle(std::span(order));
  Split split = emptySplit(n);
  std::array<std::int64_t, classCount> perClass{};
  std::int64_t validation = 0, test = 0;
  for (const NodeId u : order) {
    if (perClass[labels[u]] < scaled(20)) {
      split.train[u] = 1;
      ++perClass[labels[u]];
    } else if (validation < scaled(500)) {
      split.validation[u] = 1;
      ++validation;
    } else if (test < scaled(1000)) {
      split.test[u] = 1;
      ++test;
    }
  }
  return split;
}

}  // namespace

Result<Dataset> generateCitation(const GeneratorSpec& spec, std::uint64_t seed) {
  const NodeId n = spec.nodeCount();
  const std::int64_t edgeCount = std::llround(edgesPerNode * n);
  Random degreeRandom = randomFor(seed, RandomStream::Degrees),
         edgeRandom = randomFor(seed, RandomStream::Edges);
  const std::vector<NodeId> blocks = classStarts(n);
  const Graph onPlaces =
      simpleGraph(blocks, drawDegrees(n, edgeCount, degreeRandom), edgeCount, edgeRandom, spec.progress);
  if (spec.progress.stopped()) return Dataset{};

  std::vector<Edge> edges = onPlaces.edges();
  const std::vector<NodeId> nodeOfPlace = randomOrder(n, seed);
  renumber(edges, nodeOfPlace);
  Dataset data;
  data.graph = buildGraph(n, edges, spec.progress).graph;
  data.labels = blockLabels(blocks, nodeOfPlace);
  data.features = topicWords(data.labels, classCount, seed, spec.progress);
  if (spec.progress.stopped()) return data;
  data.splits = {planetoidSplit(data.labels, seed)};
  return data;
}

}  // namespace sispde
