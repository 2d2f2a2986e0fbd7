#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/spectral/recurrence.h"

namespace sispde {

template <class T>
RecurrenceMatrix<T>::RecurrenceMatrix(const Laplacian& laplacian, double upper) : graph(laplacian.graph()) {
  const auto n = static_cast<std::size_t>(laplacian.nodeCount());
  const auto degrees = laplacian.degrees();
  const bool symmetric = laplacian.kind() == LaplacianKind::Symmetric;
  const double step = upper > 0 ? 2 / upper : 0;
  offDiagonal.resize(n);
  diagonal.resize(n);
  for (std::size_t u = 0; u < n; ++u) {
    const double scale = symmetric ? (degrees[u] > 0 ? 1 / degrees[u] : 0) : 1;
    offDiagonal[u] = static_cast<T>(-step * scale);
    diagonal[u] = static_cast<T>(step * laplacian.diagonal(static_cast<NodeId>(u)) - 1);
  }
  schedule.resize(n);
  std::iota(schedule.begin(), schedule.end(), 0);
  constexpr std::size_t block = 8192;  // rows whose neighbours tend to be near one another stay together
  for (std::size_t begin = 0; begin < n; begin += block)
    std::stable_sort(schedule.begin() + static_cast<std::ptrdiff_t>(begin),
                     schedule.begin() + static_cast<std::ptrdiff_t>(std::min(n, begin + block)),
                     [&](NodeId a, NodeId b) { return graph.degree(a) < graph.degree(b); });
  constexpr std::int64_t partWork = 16384;  // neighbours, and some for the row itself
  std::int64_t work = 0;
  for (std::size_t i = 0; i < n; ++i) {
    work += graph.degree(schedule[i]) + 4;
    if (work < partWork && i + 1 < n) continue;
    parts.push_back(i + 1);
    work = 0;
  }
  for (const double w : laplacian.weights()) weights.push_back(static_cast<T>(w));
  if (symmetric) {
    into.resize(n);
    out.resize(n);
    for (std::size_t u = 0; u < n; ++u) {
      const double root = degrees[u] > 0 ? std::sqrt(degrees[u]) : 1;
      into[u] = static_cast<T>(1 / root);
      out[u] = static_cast<T>(root);
    }
  }
}

template <class T>
std::size_t RecurrenceMatrix<T>::bytes() const {
  return sizeof(NodeId) * schedule.size() +
         sizeof(T) * (weights.size() + offDiagonal.size() + diagonal.size() + into.size() + out.size());
}

double stepError(const Laplacian& laplacian) {
  double most = 0;
  for (NodeId u = 0; u < laplacian.nodeCount(); ++u)
    most = std::max(most, static_cast<double>(laplacian.graph().degree(u)));
  return 4 + std::min(most, 64.0) / 4 + std::min(most / 64, 64.0) / 4 + most / 4096 / 4;
}

template struct RecurrenceMatrix<float>;
template struct RecurrenceMatrix<double>;

}  // namespace sispde
