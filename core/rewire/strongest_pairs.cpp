#include "core/rewire/strongest_pairs.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <limits>

#include "core/base/parallel.h"
#include "core/rewire/top_pairs.h"

namespace sispde {
namespace {

// Columns of a round: enough tiles for every thread, so that few wait at its end.
std::size_t roundOf(std::size_t nodes) {
  const std::size_t columns =
      std::clamp<std::size_t>(64 * static_cast<std::size_t>(threadCount()), 256, 4096);
  return std::max<std::size_t>(std::min(columns, nodes), 1);
}

// What is found in one tile, handed on in parcels.
class Parcel {
 public:
  Parcel(TopPairs& top, const Graph& graph) : top_(top), graph_(graph) { pairs_.reserve(size); }
  ~Parcel() { top_.add(pairs_); }
  Parcel(const Parcel&) = delete;
  Parcel& operator=(const Parcel&) = delete;
  void offer(float correlation, NodeId u, NodeId v) {
    if (correlation < top_.threshold() || graph_.hasEdge(u, v)) return;
    pairs_.push_back({correlation, {u, v}});
    if (pairs_.size() < size) return;
    top_.add(pairs_);
    pairs_.clear();
  }

 private:
  static constexpr std::size_t size = 4096;
  TopPairs& top_;
  const Graph& graph_;
  std::vector<ScoredPair> pairs_;
};

// Whether any entry of a row reaches the limit of its column.
template <class T>
bool anyReaches(const T* row, T factor, const T* limits, int width) {
  int reached = 0;
  for (int j = 0; j < width; ++j) reached |= row[j] * factor >= limits[j];
  return reached != 0;
}

class Stream {
 public:
  Stream(const Graph& graph, std::size_t round, TopPairs& top)
      : graph_(graph),
        top_(top),
        round_(round),
        square_(round * round),
        roots_(static_cast<std::size_t>(graph.nodeCount()), 0),
        lower_(static_cast<std::size_t>(graph.nodeCount()) + 1, 0),
        edges_(static_cast<std::size_t>(graph.edgeCount())) {
    for (NodeId v = 0; v < graph.nodeCount(); ++v) lower_[v + 1] = lower_[v] + lowerNeighbours(v).size();
  }

  template <class T>
  void take(const Tile<const T>& tile) {
    const std::size_t begin = tile.first / round_ * round_;  // of the round
    std::array<T, 32> limits;
    limits.fill(std::numeric_limits<T>::infinity());
    const auto bar = static_cast<double>(top_.threshold());
    for (int j = 0; j < tile.used; ++j) {
      const auto v = static_cast<NodeId>(tile.first) + j;
      const auto variance = static_cast<double>(tile.row(v)[j]);
      roots_[v] = inverseRoot(variance);
      // A little below the threshold: what passes is looked at exactly.
      limits[j] = std::isinf(bar)
                      ? static_cast<T>(bar)
                      : static_cast<T>((bar - 1e-6 * std::abs(bar)) * std::sqrt(std::max(variance, 0.0)));
      std::size_t at = lower_[v];
      for (const NodeId u : lowerNeighbours(v)) edges_[at++] = static_cast<float>(tile.row(u)[j]);
      float* waiting = square_.data() + (static_cast<std::size_t>(v) - begin) * round_;
      for (auto u = static_cast<NodeId>(begin); u < v; ++u) *waiting++ = static_cast<float>(tile.row(u)[j]);
    }
    if (bar == std::numeric_limits<double>::infinity()) return;  // no pairs are wanted
    Parcel parcel(top_, graph_);
    for (NodeId u = 0; u < static_cast<NodeId>(begin); ++u) {
      const T* row = tile.row(u);
      if (!anyReaches(row, static_cast<T>(roots_[u]), limits.data(), tile.width)) continue;
      for (int j = 0; j < tile.used; ++j) {
        const auto v = static_cast<NodeId>(tile.first) + j;
        parcel.offer(correlationOf(static_cast<float>(row[j]), roots_[u], roots_[v]), u, v);
      }
    }
  }

  // Pairs within a round, whose variances are all known now.
  void finish(std::size_t begin, std::size_t end) {
    if (top_.threshold() == std::numeric_limits<float>::infinity()) return;
    parallelBlocks(end - begin, 64, [&](std::size_t first, std::size_t last) {
      Parcel parcel(top_, graph_);
      for (std::size_t i = first; i < last; ++i)
        for (std::size_t k = 0; k < i; ++k)
          parcel.offer(correlationOf(square_[i * round_ + k], roots_[begin + k], roots_[begin + i]),
                       static_cast<NodeId>(begin + k), static_cast<NodeId>(begin + i));
    });
  }

  // In the order of Graph::edges: columns ascend, so those of a node u come in the order of its larger neighbours.
  std::vector<float> edgeCorrelations() const {
    std::vector<std::size_t> next(roots_.size() + 1, 0);
    for (NodeId u = 0; u < graph_.nodeCount(); ++u)
      next[u + 1] = next[u] + static_cast<std::size_t>(graph_.degree(u)) - lowerNeighbours(u).size();
    std::vector<float> result(edges_.size());
    for (NodeId v = 0; v < graph_.nodeCount(); ++v) {
      std::size_t at = lower_[v];
      for (const NodeId u : lowerNeighbours(v))
        result[next[u]++] = correlationOf(edges_[at++], roots_[u], roots_[v]);
    }
    return result;
  }

 private:
  std::span<const NodeId> lowerNeighbours(NodeId v) const {
    const auto all = graph_.neighbours(v);
    return all.first(static_cast<std::size_t>(std::lower_bound(all.begin(), all.end(), v) - all.begin()));
  }

  const Graph& graph_;
  TopPairs& top_;
  std::size_t round_;
  Buffer<float> square_;            // entry (v, u) of a round, u < v
  std::vector<double> roots_;       // 1/√K_uu, as far as the columns have come
  std::vector<std::size_t> lower_;  // where the edges to smaller nodes begin
  std::vector<float> edges_;        // entries of K
};

}  // namespace

std::int64_t nonEdges(const Graph& graph) {
  const std::int64_t n = graph.nodeCount();
  return n * (n - 1) / 2 - graph.edgeCount();
}

Result<StrongestPairs> strongestPairs(const Laplacian& laplacian, const KernelSpec& spec, std::int64_t wanted,
                                      const CorrelationOptions& options, const Progress& progress) {
  const auto start = std::chrono::steady_clock::now();
  if (wanted < 0) return usageError("{} pairs cannot be asked for", wanted);
  const Graph& graph = laplacian.graph();
  const auto n = static_cast<std::size_t>(graph.nodeCount());
  StrongestPairs result;
  result.candidates.total = nonEdges(graph);
  const auto most = static_cast<std::size_t>(std::min(wanted, result.candidates.total));
  const std::size_t round = roundOf(n);
  // The answer takes the place of what the buffer gives back.
  const std::size_t kept = std::max(TopPairs::bytesFor(most, result.candidates.total), 24 * most);
  const double own = static_cast<double>(kept) + 4.0 * static_cast<double>(round * round) +
                     16.0 * static_cast<double>(n) + 8.0 * static_cast<double>(graph.edgeCount());
  SISPDE_TRY(const StreamPlan plan, planStream(laplacian, spec, options, own, progress));
  result.report = plan.report;
  TopPairs top(most, result.candidates.total);
  Stream stream(graph, round, top);
  std::vector<NodeId> nodes(n);
  std::iota(nodes.begin(), nodes.end(), 0);
  const auto run = [&]<class T>(const RecurrenceMatrix<T>& matrix) -> Result<void> {
    return streamColumns(
        matrix, plan.coefficients, nodes, round, [&](const Tile<const T>& tile) { stream.take(tile); },
        [&](std::size_t begin, std::size_t end) { stream.finish(begin, end); }, progress);
  };
  SISPDE_CHECK(withPrecision(laplacian, plan, run, progress));
  const PairBuffer found = top.take();
  result.candidates.pairs.reserve(found.size());
  result.correlations.reserve(found.size());
  for (const ScoredPair& pair : found) {
    result.candidates.pairs.push_back(pair.pair);
    result.correlations.push_back(pair.correlation);
  }
  result.edgeCorrelations = stream.edgeCorrelations();
  result.report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

}  // namespace sispde
