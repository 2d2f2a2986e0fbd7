#include "core/spectral/sparse_cholesky.h"

#include <cmath>

namespace sispde {
namespace {

// Looks for a cancel after so many entries. Each may be a line of memory of its own.
class Looks {
 public:
  explicit Looks(const Progress& progress) : progress_(progress) {}
  bool stopped(std::int64_t entries) {
    since_ += entries;
    if (since_ < enough) return false;
    since_ = 0;
    return progress_.stopped();
  }

 private:
  static constexpr std::int64_t enough = 500'000;
  const Progress& progress_;
  std::int64_t since_ = 0;
};

}  // namespace

Result<std::shared_ptr<const CholeskyPattern>> CholeskyPattern::make(const Laplacian& laplacian,
                                                                     const Progress& progress,
                                                                     const FillLimit& limit) {
  SISPDE_TRY(std::vector<NodeId> order, minimumDegreeOrder(laplacian.graph(), progress, limit));
  const std::shared_ptr<CholeskyPattern> made(new CholeskyPattern(laplacian, std::move(order)));
  SISPDE_CHECK(made->analyse(progress));
  return made;
}

Result<void> CholeskyPattern::analyse(const Progress& progress) {
  const Graph& graph = laplacian_.graph();
  const auto n = static_cast<std::size_t>(graph.nodeCount());
  place_.resize(n);
  for (std::size_t k = 0; k < n; ++k) place_[order_[k]] = static_cast<NodeId>(k);
  parent_.assign(n, -1);
  std::vector<NodeId> mark(n, -1);
  std::vector<std::int64_t> counts(n, 0);
  Looks looks(progress);
  for (std::size_t k = 0; k < n; ++k) {
    std::int64_t steps = graph.degree(order_[k]) + 1;
    mark[k] = static_cast<NodeId>(k);
    for (const NodeId v : graph.neighbours(order_[k]))
      for (NodeId i = place_[v]; i < static_cast<NodeId>(k) && mark[i] != static_cast<NodeId>(k);
           i = parent_[i]) {
        if (parent_[i] < 0) parent_[i] = static_cast<NodeId>(k);
        ++counts[i];  // L(k, i) ≠ 0
        ++steps;
        mark[i] = static_cast<NodeId>(k);
      }
    if (looks.stopped(steps)) return cancelled();
  }
  columns_.assign(n + 1, 0);
  for (std::size_t k = 0; k < n; ++k) {
    columns_[k + 1] = columns_[k] + counts[k];
    operations_ += static_cast<double>(counts[k]) * static_cast<double>(counts[k] + 3);
  }
  return {};
}

Result<SparseCholesky> SparseCholesky::factor(std::shared_ptr<const CholeskyPattern> pattern, double shift,
                                              const Progress& progress) {
  const CholeskyPattern& p = *pattern;
  const Laplacian& laplacian = p.laplacian_;
  const Graph& graph = laplacian.graph();
  const auto n = static_cast<std::size_t>(graph.nodeCount());
  const bool symmetric = laplacian.kind() == LaplacianKind::Symmetric;
  SparseCholesky result;
  result.pattern_ = pattern;
  result.rows_.resize(static_cast<std::size_t>(p.entries()));
  result.values_.resize(result.rows_.size());
  result.diagonal_.resize(n);
  std::vector<std::int64_t> filled(p.columns_.begin(), p.columns_.end() - 1);
  std::vector<double> work(n, 0);
  std::vector<NodeId> mark(n, -1), reach(n), path(n);
  Looks looks(progress);
  for (std::size_t k = 0; k < n; ++k) {
    if (looks.stopped(8)) return cancelled();
    const auto row = static_cast<NodeId>(k);
    const NodeId u = p.order_[k];
    double pivot = laplacian.diagonal(u) + shift;
    mark[k] = row;
    std::size_t top = n;
    for (std::int64_t e = graph.offsets()[u]; e < graph.offsets()[u + 1]; ++e) {
      const NodeId v = graph.targets()[e];
      NodeId i = p.place_[v];
      if (i >= row) continue;
      const double scale =
          symmetric ? 1 / (std::sqrt(laplacian.degrees()[u]) * std::sqrt(laplacian.degrees()[v])) : 1;
      work[i] -= laplacian.weight(e) * scale;
      std::size_t length = 0;
      for (; mark[i] != row; i = p.parent_[i]) {
        path[length++] = i;
        mark[i] = row;
      }
      while (length > 0) reach[--top] = path[--length];
    }
    for (; top < n; ++top) {
      const NodeId i = reach[top];
      const double y = work[i];
      work[i] = 0;
      const std::int64_t begin = p.columns_[i], end = filled[i];
      for (std::int64_t e = begin; e < end; ++e) work[result.rows_[e]] -= result.values_[e] * y;
      const double value = y / result.diagonal_[i];
      pivot -= value * y;
      result.rows_[end] = row;
      result.values_[end] = value;
      filled[i] = end + 1;
      if (looks.stopped(end - begin + 8)) return cancelled();
    }
    result.diagonal_[k] = pivot;
  }
  return result;
}

Result<void> SparseCholesky::solve(std::span<double> x, const Progress& progress) const {
  const CholeskyPattern& p = *pattern_;
  const std::size_t n = x.size();
  Looks looks(progress);
  std::vector<double> y(n);
  for (std::size_t k = 0; k < n; ++k) y[k] = x[p.order_[k]];
  for (std::size_t k = 0; k < n; ++k) {
    const std::int64_t begin = p.columns_[k], end = p.columns_[k + 1];
    for (std::int64_t e = begin; e < end; ++e) y[rows_[e]] -= values_[e] * y[k];
    if (looks.stopped(end - begin + 1)) return cancelled();
  }
  for (std::size_t k = 0; k < n; ++k) y[k] /= diagonal_[k];
  for (std::size_t k = n; k-- > 0;) {
    const std::int64_t begin = p.columns_[k], end = p.columns_[k + 1];
    for (std::int64_t e = begin; e < end; ++e) y[k] -= values_[e] * y[rows_[e]];
    if (looks.stopped(end - begin + 1)) return cancelled();
  }
  for (std::size_t k = 0; k < n; ++k) x[p.order_[k]] = y[k];
  return {};
}

}  // namespace sispde
