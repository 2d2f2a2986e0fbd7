#include "core/kernel/node_order.h"

#include <algorithm>
#include <numeric>

#include "core/base/sort.h"
#include "core/graph/components.h"
#include "core/graph/louvain.h"
#include "core/spectral/leading_eigen.h"

namespace sispde {
namespace {

// Groups by size, largest first, then by number; nodes within a group as in the file.
Result<std::vector<NodeId>> byGroup(const std::vector<std::int32_t>& group, std::int32_t count,
                                    const Progress& progress) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(count), 0);
  for (const std::int32_t g : group) ++sizes[g];
  std::vector<NodeId> order(group.size());
  std::iota(order.begin(), order.end(), 0);
  const auto before = [&](NodeId a, NodeId b) {
    const std::int32_t x = group[a], y = group[b];
    return x != y && (sizes[x] != sizes[y] ? sizes[x] > sizes[y] : x < y);
  };
  if (!sortStably(order, before, progress)) return cancelled();
  return order;
}

Result<std::vector<NodeId>> spectralOrder(const Laplacian& laplacian, const Progress& progress) {
  const Components components = connectedComponents(laplacian.graph(), progress);
  if (progress.stopped()) return cancelled();
  SISPDE_TRY(std::vector<NodeId> order, byGroup(components.ofNode, components.count, progress));
  std::vector<NodeId> place(components.ofNode.size());
  for (auto begin = order.begin(); begin != order.end();) {
    if (progress.stopped()) return cancelled();
    const std::int32_t group = components.ofNode[*begin];
    const auto end =
        std::find_if(begin, order.end(), [&](NodeId u) { return components.ofNode[u] != group; });
    if (end - begin > 2) {
      const std::vector<NodeId> nodes(begin, end);
      const Laplacian part = components.count == 1 ? laplacian : restrictTo(laplacian, nodes, place);
      // A picture needs no more than a rough vector.
      SISPDE_TRY(const LeadingPairs pairs, leadingEigenpairs(part, 2, 1e-5, progress));
      std::vector<std::size_t> places(nodes.size());
      std::iota(places.begin(), places.end(), std::size_t{0});
      const std::vector<double>& fiedler = pairs.vectors.back();
      const auto before = [&](std::size_t a, std::size_t b) { return fiedler[a] < fiedler[b]; };
      if (!sortStably(places, before, progress)) return cancelled();
      for (std::size_t i = 0; i < places.size(); ++i)
        *(begin + static_cast<std::ptrdiff_t>(i)) = nodes[places[i]];
    }
    begin = end;
  }
  return order;
}

}  // namespace

const char* nodeOrderName(NodeOrder order) {
  switch (order) {
    case NodeOrder::File: return "file";
    case NodeOrder::Class: return "class";
    case NodeOrder::Community: return "community";
    case NodeOrder::Spectral: return "spectral";
    case NodeOrder::Degree: break;
  }
  return "degree";
}

Result<std::vector<NodeId>> orderNodes(const Laplacian& laplacian, std::span<const std::int32_t> labels,
                                       NodeOrder order, std::uint64_t seed, const Progress& progress) {
  std::vector<NodeId> nodes(static_cast<std::size_t>(laplacian.nodeCount()));
  std::iota(nodes.begin(), nodes.end(), 0);
  switch (order) {
    case NodeOrder::File: break;
    case NodeOrder::Class:
      if (!labels.empty()) {
        const auto before = [&](NodeId a, NodeId b) {  // −1, unknown, becomes the largest
          return static_cast<std::uint32_t>(labels[a]) < static_cast<std::uint32_t>(labels[b]);
        };
        if (!sortStably(nodes, before, progress)) return cancelled();
      }
      break;
    case NodeOrder::Community: {
      SISPDE_TRY(const Communities communities, louvain(laplacian.graph(), seed, progress));
      return byGroup(communities.ofNode, communities.count, progress);
    }
    case NodeOrder::Spectral: return spectralOrder(laplacian, progress);
    case NodeOrder::Degree: {
      const auto before = [&](NodeId a, NodeId b) { return laplacian.degrees()[a] > laplacian.degrees()[b]; };
      if (!sortStably(nodes, before, progress)) return cancelled();
      break;
    }
  }
  return nodes;
}

}  // namespace sispde
