#include "core/model/network.h"

namespace sispde {

NetworkGraph::NetworkGraph(const Graph& g, const Features& x)
    : graph(g), features(withTranspose(sparseOf(x))), view(std::make_shared<const NodeView>(wholeView(g))) {
  const std::shared_ptr<const SparseMatrix> matrix(view, &view->adjacency);
  adjacency = {matrix, matrix};
}

SparsePair withDropout(const SparsePair& features, double p, std::uint64_t seed, std::uint64_t stream) {
  if (p <= 0) return features;
  SparseMatrix dropped = *features.forward;
  Random random(seed, stream);
  const auto kept = static_cast<float>(1 / (1 - p));
  for (float& value : dropped.values) value = random.chance(p) ? 0.0f : value * kept;
  return withTranspose(std::move(dropped));
}

}  // namespace sispde
