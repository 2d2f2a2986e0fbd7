#include "core/spectral/leading_eigen.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <Spectra/SymEigsSolver.h>
#include <Eigen/Eigenvalues>

#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/graph/components.h"
#include "core/spectral/chebyshev_series.h"

namespace sispde {
namespace {

constexpr NodeId denseNodes = 120;  // below this a dense solver is quicker

struct Stopped {};  // thrown through Spectra when the user cancels

using Pairs =
    std::vector<std::pair<double, std::vector<double>>>;  // value and vector on the component's nodes

// q(Δ) without its constant mode, q(λ) = 1/(1 + λ/τ) as a Chebyshev series: decreasing, steep for small λ.
class FilterOperator {
 public:
  using Scalar = double;
  FilterOperator(const Laplacian& laplacian, const Progress& progress)
      : laplacian_(laplacian), progress_(progress), mode_(static_cast<std::size_t>(laplacian.nodeCount())) {
    const double tau = laplacian.lambdaMax() / 300;
    series_ = ChebyshevSeries([&](double lambda) { return 1 / (1 + lambda / tau); }, laplacian.lambdaMax());
    degree_ = series_.degreeFor(1e-10);
    const bool symmetric = laplacian.kind() == LaplacianKind::Symmetric;
    double norm = 0;
    for (std::size_t u = 0; u < mode_.size(); ++u) {
      mode_[u] = symmetric ? std::sqrt(laplacian.degrees()[u]) : 1;
      norm += mode_[u] * mode_[u];
    }
    for (double& value : mode_) value /= std::sqrt(norm);
  }
  Eigen::Index rows() const { return laplacian_.nodeCount(); }
  Eigen::Index cols() const { return laplacian_.nodeCount(); }
  const std::vector<double>& mode() const { return mode_; }

  void project(std::vector<double>& x) const {
    const double overlap = std::inner_product(x.begin(), x.end(), mode_.begin(), 0.0);
    for (std::size_t u = 0; u < x.size(); ++u) x[u] -= overlap * mode_[u];
  }
  void perform_op(const double* in, double* out) const {
    const std::size_t n = mode_.size();
    std::vector<double> before(in, in + n), now(n), next(n), sum(n);
    project(before);
    const auto c = series_.coefficients();
    const double step = 2 / laplacian_.lambdaMax();
    laplacian_.multiply(before, now, progress_);
    for (std::size_t u = 0; u < n; ++u) {
      now[u] = step * now[u] - before[u];
      sum[u] = c[0] * before[u] + c[1] * now[u];
    }
    for (int k = 2; k <= degree_; ++k) {
      if (progress_.stopped()) throw Stopped{};
      laplacian_.multiply(now, next, progress_);
      if (progress_.stopped()) throw Stopped{};
      parallelBlocks(n, 16384, [&](std::size_t begin, std::size_t end) {
        for (std::size_t u = begin; u < end; ++u) {
          next[u] = 2 * (step * next[u] - now[u]) - before[u];
          sum[u] += c[k] * next[u];
        }
      });
      before.swap(now);
      now.swap(next);
    }
    project(sum);
    std::copy(sum.begin(), sum.end(), out);
  }

 private:
  const Laplacian& laplacian_;
  const Progress& progress_;
  ChebyshevSeries series_;
  int degree_ = 0;
  std::vector<double> mode_;
};

Pairs densePairs(const Laplacian& laplacian, int count) {
  const Eigen::Index n = laplacian.nodeCount();
  std::vector<double> matrix = laplacian.dense();
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(
      Eigen::Map<Eigen::MatrixXd>(matrix.data(), n, n));
  Pairs pairs;
  for (Eigen::Index k = 0; k < std::min<Eigen::Index>(count, n); ++k)
    pairs.emplace_back(
        k == 0 ? 0 : std::max(solver.eigenvalues()[k], 0.0),
        std::vector<double>(solver.eigenvectors().col(k).begin(), solver.eigenvectors().col(k).end()));
  return pairs;
}

Result<Pairs> lanczosPairs(const Laplacian& laplacian, int count, double tolerance,
                           const Progress& progress) {
  FilterOperator filter(laplacian, progress);
  if (progress.stopped()) return cancelled();
  const auto n = static_cast<std::size_t>(laplacian.nodeCount());
  Pairs pairs{{0.0, filter.mode()}};
  const int wanted = std::min<int>(count - 1, laplacian.nodeCount() - 2);
  if (wanted < 1) return pairs;
  const int space = std::min<int>(std::max(2 * wanted + 20, 40), laplacian.nodeCount() - 1);
  Spectra::SymEigsSolver<FilterOperator> solver(filter, wanted, space);
  std::vector<double> start(n);
  Random random(0, 0x73746172);  // "star"
  for (double& value : start) value = random.normal();
  if (progress.stopped()) return cancelled();
  filter.project(start);
  if (progress.stopped()) return cancelled();
  try {
    solver.init(start.data());
    solver.compute(Spectra::SortRule::LargestAlge, 300, tolerance * 1e-2);
  } catch (const Stopped&) {
    return cancelled();
  }
  if (solver.info() != Spectra::CompInfo::Successful)
    return failure({}, "The leading eigenpairs did not converge");
  const Eigen::MatrixXd vectors = solver.eigenvectors();
  std::vector<double> image(n);
  for (Eigen::Index k = 0; k < vectors.cols(); ++k) {
    std::vector<double> vector(vectors.col(k).begin(), vectors.col(k).end());
    laplacian.multiply(vector, image, progress);
    if (progress.stopped()) return cancelled();
    pairs.emplace_back(std::max(std::inner_product(vector.begin(), vector.end(), image.begin(), 0.0), 0.0),
                       std::move(vector));
  }
  return pairs;
}

}  // namespace

Laplacian restrictTo(const Laplacian& laplacian, const std::vector<NodeId>& nodes) {
  std::vector<NodeId> place(static_cast<std::size_t>(laplacian.nodeCount()));
  return restrictTo(laplacian, nodes, place);
}

// All neighbours are of the component, so that nothing else of `place` is read.
Laplacian restrictTo(const Laplacian& laplacian, const std::vector<NodeId>& nodes,
                     std::vector<NodeId>& place) {
  const Graph& graph = laplacian.graph();
  for (std::size_t i = 0; i < nodes.size(); ++i) place[nodes[i]] = static_cast<NodeId>(i);
  std::vector<std::int64_t> offsets{0};
  Buffer<NodeId> targets;
  std::vector<double> weights;
  for (const NodeId u : nodes) {
    for (std::int64_t e = graph.offsets()[u]; e < graph.offsets()[u + 1]; ++e) {
      targets.push_back(place[graph.targets()[e]]);
      if (!laplacian.weights().empty()) weights.push_back(laplacian.weight(e));
    }
    offsets.push_back(static_cast<std::int64_t>(targets.size()));
  }
  Graph part(std::move(offsets), std::move(targets));
  if (laplacian.weights().empty()) return {std::move(part), laplacian.kind()};
  return Laplacian::weighted(std::move(part), laplacian.kind(), std::move(weights)).value();
}

Result<LeadingPairs> leadingEigenpairs(const Laplacian& laplacian, int count, double tolerance,
                                       const Progress& progress) {
  if (count < 1) return usageError("At least one eigenpair must be asked for");
  const Graph& graph = laplacian.graph();
  std::vector<std::vector<NodeId>> components;
  {
    const Components found = connectedComponents(graph, progress);
    if (progress.stopped()) return cancelled();
    components.resize(static_cast<std::size_t>(found.count));
    for (NodeId u = 0; u < graph.nodeCount(); ++u) components[found.ofNode[u]].push_back(u);
  }
  std::vector<std::pair<double, std::vector<double>>> all;
  std::vector<NodeId> place(static_cast<std::size_t>(graph.nodeCount()));
  for (const auto& nodes : components) {
    if (progress.stopped()) return cancelled();
    // Nothing is less than 0, and of equals the first are kept.
    if (all.size() == static_cast<std::size_t>(count) && all.back().first == 0) break;
    Pairs pairs;
    if (nodes.size() == 1) {
      pairs = {{0.0, {1.0}}};
    } else {
      const Laplacian part = components.size() == 1 ? laplacian : restrictTo(laplacian, nodes, place);
      if (part.nodeCount() <= denseNodes) {
        pairs = densePairs(part, count);
      } else {
        SISPDE_TRY(pairs, lanczosPairs(part, count, tolerance, progress));
      }
    }
    for (auto& [value, vector] : pairs) {
      std::vector<double> whole(static_cast<std::size_t>(graph.nodeCount()), 0);
      for (std::size_t i = 0; i < nodes.size(); ++i) whole[nodes[i]] = vector[i];
      const double largest = *std::max_element(whole.begin(), whole.end()),
                   least = *std::min_element(whole.begin(), whole.end());
      if (-least > largest * (1 + 1e-9))
        for (double& x : whole) x = -x;
      all.emplace_back(value, std::move(whole));
    }
    // Only the smallest are kept, so that many components do not pile up.
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    if (all.size() > static_cast<std::size_t>(count)) all.resize(static_cast<std::size_t>(count));
  }
  LeadingPairs result;
  for (auto& [value, vector] : all) {
    result.values.push_back(value);
    result.vectors.push_back(std::move(vector));
  }
  result.residual = largestResidual(result, laplacian, progress);
  if (progress.stopped()) return cancelled();
  if (result.residual > tolerance * std::max(laplacian.lambdaMax(), 1e-300))
    return failure({}, "The leading eigenpairs are exact to {:.1e} only", result.residual);
  return result;
}

double largestResidual(const LeadingPairs& pairs, const Laplacian& laplacian, const Progress& progress) {
  std::vector<double> image(static_cast<std::size_t>(laplacian.nodeCount()));
  double largest = 0;
  for (std::size_t k = 0; k < pairs.values.size() && !progress.stopped(); ++k) {
    const std::vector<double>& vector = pairs.vectors[k];
    laplacian.multiply(vector, image, progress);
    double sum = 0;
    for (std::size_t u = 0; u < image.size(); ++u) sum += std::pow(image[u] - pairs.values[k] * vector[u], 2);
    largest = std::max(largest, std::sqrt(sum));
  }
  return largest;
}

}  // namespace sispde
