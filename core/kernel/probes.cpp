#include "core/kernel/probes.h"

#include <cmath>

namespace sispde {

ZeroModes::ZeroModes(const Laplacian& laplacian, const Progress& progress)
    : components(connectedComponents(laplacian.graph(), progress)) {
  if (progress.stopped()) return;
  const bool symmetric = laplacian.kind() == LaplacianKind::Symmetric;
  std::vector<double> squares(static_cast<std::size_t>(components.count), 0);
  for (NodeId u = 0; u < laplacian.nodeCount(); ++u) {
    const double degree = laplacian.degrees()[u];
    entries.push_back(symmetric && degree > 0 ? std::sqrt(degree) : 1);
    squares[components.ofNode[u]] += entries.back() * entries.back();
  }
  for (std::size_t u = 0; u < entries.size(); ++u) entries[u] /= std::sqrt(squares[components.ofNode[u]]);
}

void ZeroModes::project(std::vector<double>& x) const {
  std::vector<double> overlap(static_cast<std::size_t>(components.count), 0);
  for (std::size_t u = 0; u < x.size(); ++u) overlap[components.ofNode[u]] += entries[u] * x[u];
  for (std::size_t u = 0; u < x.size(); ++u) x[u] -= overlap[components.ofNode[u]] * entries[u];
}

}  // namespace sispde
