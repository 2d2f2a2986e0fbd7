#include "core/spectral/lanczos.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <Eigen/Eigenvalues>

#include "core/base/parallel.h"

namespace sispde {
namespace {

// Sums over fixed blocks, added in order: the same for any number of threads.
double dot(std::span<const double> a, std::span<const double> b) {
  constexpr std::size_t block = 16384;
  std::vector<double> parts((a.size() + block - 1) / block, 0);
  parallelBlocks(a.size(), block, [&](std::size_t begin, std::size_t end) {
    double sum = 0;
    for (std::size_t i = begin; i < end; ++i) sum += a[i] * b[i];
    parts[begin / block] = sum;
  });
  return std::accumulate(parts.begin(), parts.end(), 0.0);
}

Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solve(const std::vector<double>& alpha,
                                                     const std::vector<double>& beta, int options) {
  const auto m = static_cast<Eigen::Index>(alpha.size());
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver;
  solver.computeFromTridiagonal(Eigen::Map<const Eigen::VectorXd>(alpha.data(), m),
                                Eigen::Map<const Eigen::VectorXd>(beta.data(), m - 1), options);
  return solver;
}

}  // namespace

LanczosProcess::LanczosProcess(const Laplacian& laplacian, std::span<const double> start, bool orthogonalise)
    : laplacian_(laplacian), orthogonalise_(orthogonalise), next_(start.begin(), start.end()) {
  startNorm_ = std::sqrt(dot(start, start));
  if (startNorm_ > 0)
    for (double& value : next_) value /= startNorm_;
  exhausted_ = startNorm_ == 0;
}

bool LanczosProcess::advance(const Progress& progress) {
  if (exhausted_) return false;
  const std::size_t n = next_.size();
  basis_.push_back(next_);
  const std::vector<double>& v = basis_.back();
  laplacian_.multiply(v, next_, progress);
  const double alpha = dot(v, next_);
  const double* before = basis_.size() > 1 ? basis_[basis_.size() - 2].data() : nullptr;
  const double coupling = before != nullptr ? beta_.back() : 0;
  parallelBlocks(n, 16384, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i)
      next_[i] -= alpha * v[i] + (before != nullptr ? coupling * before[i] : 0);
  });
  if (orthogonalise_)
    for (const auto& earlier : basis_) {
      const double overlap = dot(earlier, next_);
      for (std::size_t i = 0; i < n; ++i) next_[i] -= overlap * earlier[i];
    }
  alpha_.push_back(alpha);
  const double beta = std::sqrt(dot(next_, next_));
  beta_.push_back(beta);
  exhausted_ = beta <= 1e-14 * std::max(laplacian_.lambdaMax(), 1e-300);
  if (!exhausted_)
    for (double& value : next_) value /= beta;
  return !exhausted_;
}

std::vector<double> LanczosProcess::ritzValues() const {
  if (alpha_.empty()) return {0.0};
  const auto solver = solve(alpha_, beta_, Eigen::EigenvaluesOnly);
  return {solver.eigenvalues().begin(), solver.eigenvalues().end()};
}

LanczosProcess::Coefficients LanczosProcess::coefficients(const ScalarFunction& f,
                                                          const ScalarFunction& g) const {
  if (alpha_.empty()) return {};
  const auto solver = solve(alpha_, beta_, Eigen::ComputeEigenvectors);
  const double largest = laplacian_.lambdaMax();
  Eigen::VectorXd weights = solver.eigenvectors().row(0).transpose();
  Coefficients result;
  for (Eigen::Index k = 0; k < weights.size(); ++k) {
    const double lambda = std::clamp(solver.eigenvalues()[k], 0.0, largest);
    if (g) result.last += solver.eigenvectors()(weights.size() - 1, k) * g(lambda) * weights[k];
    weights[k] *= f(lambda);
  }
  const Eigen::VectorXd product = solver.eigenvectors() * weights;
  result.values.assign(product.begin(), product.end());
  result.last = std::abs(result.last);
  return result;
}

std::vector<double> LanczosProcess::combine(std::span<const double> weights) const {
  std::vector<double> sum(next_.size(), 0);
  parallelBlocks(sum.size(), 4096, [&](std::size_t begin, std::size_t end) {
    for (std::size_t j = 0; j < weights.size(); ++j)
      for (std::size_t i = begin; i < end; ++i) sum[i] += weights[j] * basis_[j][i];
  });
  return sum;
}

Result<LanczosResult> lanczosApply(const Laplacian& laplacian, std::span<const double> b,
                                   const ScalarFunction& f, const LanczosOptions& options,
                                   const Progress& progress) {
  const auto norm = [](std::span<const double> x) { return std::sqrt(dot(x, x)); };
  const double upper = laplacian.lambdaMax(), atZero = f(0), smallest = 1e-7 * upper;
  const ScalarFunction fromValues = [&](double lambda) {
    const double at = std::max(lambda, smallest);
    return at > 0 ? std::abs(atZero - f(at)) / at : 0;
  };
  const ScalarFunction& slope = options.slope ? options.slope : fromValues;
  // Small graphs are exhausted within the steps allowed, and that should be seen.
  LanczosProcess process(laplacian, b,
                         /*orthogonalise=*/b.size() <= static_cast<std::size_t>(options.maxSteps));
  const std::size_t vectors = options.maxBytes / (8 * std::max<std::size_t>(b.size(), 1));
  const std::size_t affordable = vectors > 2 ? vectors - 2 : 0;
  std::vector<double> now;
  double error = 0;
  // T grows by a fifth between two looks at f(T)e_1, whose cost is m³.
  for (int next = 5; process.startNorm() > 0; next = std::max(next + 5, next * 6 / 5)) {
    bool more = true;
    while (more && process.steps() < next) {
      if (progress.stopped()) return cancelled();
      if (static_cast<std::size_t>(process.steps()) >= affordable)
        return usageError(
            "Lanczos needs more than {} steps here, and their vectors more than {} MB; raise the memory cap "
            "or "
            "use another method",
            process.steps(), options.maxBytes >> 20);
      more = process.advance(progress);
    }
    if (progress.stopped()) return cancelled();
    LanczosProcess::Coefficients found = process.coefficients(f, slope);
    now = std::move(found.values);
    // Rounding moves eigenvalues by some roundoffs of λ_max, and f by what it changes over that.
    const double rounding = 4e-16 * std::sqrt(process.steps()), moved = std::max(rounding * upper, 1e-300);
    error = rounding + moved * slope(moved) + (more ? process.coupling() * found.last : 0);
    if (!more || error <= options.tolerance * norm(now)) break;
    if (process.steps() >= options.maxSteps)
      return usageError(
          "Lanczos did not reach the tolerance {:g} in {} steps; use another method or a larger tolerance",
          options.tolerance, options.maxSteps);
  }
  for (double& value : now) value *= process.startNorm();
  return LanczosResult{process.combine(now), process.steps(), process.startNorm() * error};
}

}  // namespace sispde
