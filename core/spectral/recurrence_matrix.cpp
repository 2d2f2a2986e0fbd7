#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>

#include "core/base/parallel.h"
#include "core/spectral/recurrence.h"

namespace sispde {

namespace {

// Nodes by degree within blocks: nodes that are near one another tend to have neighbours in common, so they stay together.
std::vector<NodeId> nodesByDegree(const Graph& graph, const Progress& progress) {
  constexpr std::size_t block = 8192;
  std::vector<NodeId> order(static_cast<std::size_t>(graph.nodeCount()));
  parallelBlocks(order.size(), block, [&](std::size_t begin, std::size_t end) {
    if (progress.stopped()) return;
    std::array<std::uint64_t, block> keys;  // degree, node
    for (std::size_t u = begin; u < end; ++u)
      keys[u - begin] = static_cast<std::uint64_t>(graph.degree(static_cast<NodeId>(u))) << 32 | u;
    std::sort(keys.begin(), keys.begin() + (end - begin));
    for (std::size_t i = begin; i < end; ++i) order[i] = static_cast<NodeId>(keys[i - begin] & 0xffffffff);
  });
  return order;
}

}  // namespace

template <class T>
RecurrenceMatrix<T>::RecurrenceMatrix(const Laplacian& laplacian, double upper, const Progress& progress)
    : nodes(static_cast<std::size_t>(laplacian.nodeCount())) {
  const Graph& graph = laplacian.graph();
  const std::vector<NodeId> order = nodesByDegree(graph, progress);
  if (progress.stopped()) return;
  rows.resize(nodes);
  for (std::size_t row = 0; row < nodes; ++row)
    rows[static_cast<std::size_t>(order[row])] = static_cast<NodeId>(row);

  constexpr std::int64_t partWork = 16384;  // neighbours, and some for the row itself
  std::int64_t work = 0, entries = 0;
  for (std::size_t row = 0; row < nodes; ++row) {
    const auto degree = static_cast<std::int32_t>(graph.degree(order[row]));
    if (runs.size() == parts.back() || runs.back().degree != degree)
      runs.push_back({static_cast<NodeId>(row), static_cast<NodeId>(row), degree, entries});
    runs.back().end = static_cast<NodeId>(row + 1);
    entries += degree;
    work += degree + 4;
    if (work < partWork && row + 1 < nodes) continue;
    parts.push_back(runs.size());
    work = 0;
  }

  const auto degrees = laplacian.degrees();
  const auto given = laplacian.weights();
  const bool symmetric = laplacian.kind() == LaplacianKind::Symmetric;
  const double step = upper > 0 ? 2 / upper : 0;
  offDiagonal.resize(nodes);
  diagonal.resize(nodes);
  targets.resize(static_cast<std::size_t>(entries));
  weights.resize(given.size());
  constexpr NodeId near = 16384;  // rows: a megabyte of 16 columns
  std::atomic<std::int64_t> far{0};
  parallelBlocks(runs.size(), 16, [&](std::size_t begin, std::size_t end) {
    std::int64_t beyond = 0;
    for (std::size_t r = begin; r < end && !progress.stopped(); ++r) {
      auto to = static_cast<std::size_t>(runs[r].entry);
      for (NodeId row = runs[r].begin; row < runs[r].end; ++row) {
        const NodeId u = order[static_cast<std::size_t>(row)];
        const double degree = degrees[static_cast<std::size_t>(u)];
        const double scale = symmetric ? (degree > 0 ? step / degree : 0) : step;
        offDiagonal[static_cast<std::size_t>(row)] = static_cast<T>(given.empty() ? -scale : -1);
        diagonal[static_cast<std::size_t>(row)] = static_cast<T>(step * laplacian.diagonal(u) - 1);
        auto from = static_cast<std::size_t>(graph.offsets()[static_cast<std::size_t>(u)]);
        for (const NodeId v : graph.neighbours(u)) {
          if (!given.empty()) weights[to] = static_cast<T>(given[from++] * scale);
          targets[to++] = rows[static_cast<std::size_t>(v)];
          beyond += std::abs(targets[to - 1] - row) > near;
        }
      }
    }
    far += beyond;
  });
  local = static_cast<double>(far) <= 0.1 * static_cast<double>(entries);
  if (progress.stopped()) return;
  const auto zeroOrAlone = [&](const Run& run) {
    return std::all_of(diagonal.begin() + run.begin, diagonal.begin() + run.end,
                       [&](T x) { return x == (run.degree > 0 ? T{0} : T{-1}); });
  };
  if (std::all_of(runs.begin(), runs.end(), zeroOrAlone)) diagonal = {};
  if (symmetric) {
    into.resize(nodes);
    out.resize(nodes);
    // Relative to the largest degree: weights may be of any size.
    const double largest = nodes > 0 ? *std::max_element(degrees.begin(), degrees.end()) : 1;
    for (std::size_t u = 0; u < nodes; ++u) {
      const double root = degrees[u] > 0 ? std::sqrt(degrees[u] / largest) : 1;
      into[u] = static_cast<T>(1 / root);
      out[u] = static_cast<T>(root);
    }
  }
}

template <class T>
std::size_t RecurrenceMatrix<T>::bytesFor(const Laplacian& laplacian) {
  return (sizeof(NodeId) + 4 * sizeof(T)) * laplacian.degrees().size() +
         sizeof(NodeId) * laplacian.graph().targets().size() + sizeof(T) * laplacian.weights().size();
}

double stepError(const Laplacian& laplacian) {
  double most = 0;
  for (NodeId u = 0; u < laplacian.nodeCount(); ++u)
    most = std::max(most, static_cast<double>(laplacian.graph().degree(u)));
  // Additions one after the other: two sums side by side in a block of 64, blocks, blocks of blocks.
  const double additions = std::min(most, 64.0) / 2 + 1 + std::min(most / 64, 64.0) + most / 4096;
  return 2 * (additions + 4);
}

template struct RecurrenceMatrix<float>;
template struct RecurrenceMatrix<double>;

}  // namespace sispde
