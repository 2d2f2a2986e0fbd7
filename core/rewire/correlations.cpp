#include "core/rewire/correlations.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "core/base/parallel.h"

namespace sispde {
namespace {

// Which pairs are read off which column: a pair (u, v) off that of the larger node.
struct Reading {
  std::vector<NodeId> columns;       // nodes that occur, ascending
  std::vector<std::int32_t> place;   // of a node among them
  std::vector<std::size_t> offsets;  // of a column's pairs
  std::vector<std::uint32_t> pairs;  // grouped by column
};

Reading readingOf(NodeId nodes, std::span<const Edge> pairs) {
  Reading reading;
  reading.place.assign(static_cast<std::size_t>(nodes), -1);
  for (const Edge pair : pairs) reading.place[pair.u] = reading.place[pair.v] = 0;
  for (NodeId u = 0; u < nodes; ++u)
    if (reading.place[u] == 0) {
      reading.place[u] = static_cast<std::int32_t>(reading.columns.size());
      reading.columns.push_back(u);
    }
  reading.offsets.assign(reading.columns.size() + 1, 0);
  for (const Edge pair : pairs) ++reading.offsets[reading.place[std::max(pair.u, pair.v)] + 1];
  for (std::size_t c = 0; c < reading.columns.size(); ++c) reading.offsets[c + 1] += reading.offsets[c];
  reading.pairs.resize(pairs.size());
  std::vector<std::size_t> next(reading.offsets.begin(), reading.offsets.end() - 1);
  for (std::size_t i = 0; i < pairs.size(); ++i)
    reading.pairs[next[reading.place[std::max(pairs[i].u, pairs[i].v)]]++] = static_cast<std::uint32_t>(i);
  return reading;
}

}  // namespace

Result<PairCorrelations> pairCorrelations(const Laplacian& laplacian, const KernelSpec& spec,
                                          std::span<const Edge> pairs, const CorrelationOptions& options,
                                          const Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  const NodeId n = laplacian.nodeCount();
  for (const Edge pair : pairs) {
    if (std::min(pair.u, pair.v) < 0 || std::max(pair.u, pair.v) >= n)
      return usageError("The pair {} – {} is not in the graph, which has nodes 0 to {}", pair.u, pair.v,
                        n - 1);
    if (pair.u == pair.v) return usageError("The pair {} – {} is one node", pair.u, pair.v);
  }
  if (pairs.size() > 0xffffffff) return usageError("{} pairs are too many for one pass", pairs.size());
  SISPDE_TRY(const StreamPlan plan, planStream(laplacian, spec, options,
                                               8 * static_cast<double>(pairs.size()) + 32.0 * n, progress));
  const Reading reading = readingOf(n, pairs);
  PairCorrelations result;
  result.report = plan.report;
  result.values.resize(pairs.size());
  std::vector<double> roots(reading.columns.size(), 0);
  const auto run = [&]<class T>(const RecurrenceMatrix<T>& matrix) -> Result<void> {
    const auto take = [&](const Tile<const T>& tile) {
      for (int j = 0; j < tile.used; ++j) {
        const std::size_t c = tile.first + static_cast<std::size_t>(j);
        roots[c] = inverseRoot(static_cast<double>(tile.row(reading.columns[c])[j]));
        for (std::size_t k = reading.offsets[c]; k < reading.offsets[c + 1]; ++k) {
          const Edge pair = pairs[reading.pairs[k]];
          result.values[reading.pairs[k]] = static_cast<float>(tile.row(std::min(pair.u, pair.v))[j]);
        }
      }
    };
    constexpr std::size_t round = 1024;  // progress is told so often
    return streamColumns(
        matrix, plan.coefficients, reading.columns, round, take, [](std::size_t, std::size_t) {}, progress);
  };
  SISPDE_CHECK(withPrecision(laplacian, plan, run, progress));
  parallelBlocks(pairs.size(), 65536, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      result.values[i] =
          correlationOf(result.values[i], roots[reading.place[pairs[i].u]], roots[reading.place[pairs[i].v]]);
  });
  result.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace sispde
