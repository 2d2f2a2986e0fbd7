#include "core/kernel/incidence.h"

#include <algorithm>
#include <cmath>

namespace sispde {

void incidenceField(const Laplacian& laplacian, const NormalPlace& place, double factor, std::span<float> out,
                    const Progress& progress) {
  constexpr std::size_t part = std::size_t{1} << 20;  // edges or nodes between two looks at `progress`
  const Graph& graph = laplacian.graph();
  Buffer<float> edges(static_cast<std::size_t>(graph.edgeCount()));
  for (std::size_t first = 0; first < edges.size() && !progress.stopped(); first += part)
    normals(place, first, std::span(edges).subspan(first, std::min(part, edges.size() - first)));
  std::vector<double> sums(out.size(), 0);
  std::size_t next = 0, looked = 0;
  for (NodeId u = 0; u < graph.nodeCount(); ++u) {
    if (next >= looked) {
      if (progress.stopped()) return;
      looked = next + part;
    }
    for (std::int64_t e = graph.offsets()[u]; e < graph.offsets()[u + 1]; ++e) {
      const NodeId v = graph.targets()[e];
      if (v < u) continue;
      const double flow = std::sqrt(laplacian.weight(e)) * static_cast<double>(edges[next++]);
      sums[u] += flow;
      sums[v] -= flow;
    }
  }
  const bool symmetric = laplacian.kind() == LaplacianKind::Symmetric;
  for (std::size_t u = 0; u < out.size(); ++u) {
    const double degree = laplacian.degrees()[u];
    out[u] = static_cast<float>(factor * (symmetric && degree > 0 ? sums[u] / std::sqrt(degree) : sums[u]));
  }
}

}  // namespace sispde
