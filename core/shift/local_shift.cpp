#include <algorithm>

#include "core/shift/random_streams.h"
#include "core/shift/shift_parts.h"

namespace sispde {
namespace {

Mask scatteredPart(const std::vector<NodeId>& nodes, NodeId n, std::int64_t wanted, Random& random) {
  Mask part(static_cast<std::size_t>(n), 0);
  for (const NodeId u : randomSubset(nodes, wanted, random)) part[u] = 1;
  return part;
}

// Balls grown breadth-first around random centres, in what is left of the graph, until exactly `wanted` nodes
// are in; the last ball is cut off. No node is entered twice, so all balls together take O(nodes + edges).
Mask ballPart(const Graph& graph, std::vector<NodeId> nodes, const Mask& real, std::int64_t wanted,
              int radius, Random& random, std::int64_t& balls) {
  Mask part(real.size(), 0);
  random.shuffle(std::span(nodes));
  std::vector<NodeId> layer, next;
  for (const NodeId centre : nodes) {
    if (wanted == 0) break;
    if (part[centre] != 0) continue;
    ++balls;
    layer.clear();
    const auto enter = [&](NodeId u, std::vector<NodeId>& into) {
      if (wanted == 0 || part[u] != 0 || real[u] == 0) return;
      part[u] = 1;
      --wanted;
      into.push_back(u);
    };
    enter(centre, layer);
    for (int distance = 0; distance < radius && wanted > 0 && !layer.empty(); ++distance) {
      next.clear();
      for (const NodeId u : layer)
        for (const NodeId v : graph.neighbours(u)) enter(v, next);
      layer.swap(next);
    }
  }
  return part;
}

}  // namespace

// The case of a practitioner: one graph, some odd nodes in it. The detector trains on the graph with the
// shifted features in place, but no shifted node is in a training, validation or ID test mask.
Result<ShiftedData> shiftLocally(const Dataset& data, const ShiftOptions& options) {
  SISPDE_CHECK(requireFeatures(data));
  const bool inBalls = options.region == LocalRegion::Balls;
  const Mask real = realNodes(data);
  const std::vector<NodeId> nodes = members(real);
  const auto total = static_cast<std::int64_t>(nodes.size());
  const std::int64_t wanted = shareOf(options.share.value_or(inBalls ? 0.2 : 0.5), total);

  Random choice = randomFor(options.seed, RandomStream::ShiftNodes),
         mixing = randomFor(options.seed, RandomStream::ShiftMixes);
  std::int64_t balls = 0;
  const Mask part = inBalls ? ballPart(data.graph, nodes, real, wanted, options.ballRadius, choice, balls)
                            : scatteredPart(nodes, data.nodeCount(), wanted, choice);
  Mask id = real;
  for (std::size_t u = 0; u < id.size(); ++u)
    if (part[u] != 0) id[u] = 0;

  SISPDE_TRY(ShiftedData shifted, startShift(data, options, id));
  shifted.training.features = shifted.test.features = interpolate(data.features, part, mixing);
  shifted.oodTest = part;
  const std::string where =
      inBalls ? fmt::format("in {} balls of radius {}", balls, options.ballRadius) : "scattered";
  shifted.notes.push_back(
      fmt::format("Features interpolated on {} of {} nodes, {}; these nodes are in no other mask.", wanted,
                  total, where));
  return shifted;
}

}  // namespace sispde
