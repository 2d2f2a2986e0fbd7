#include "core/kernel/reduced_basis.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include "core/base/parallel.h"
#include "core/spectral/chebyshev_series.h"

namespace sispde {
namespace {

using Matrix = Eigen::MatrixXd;

std::vector<double> logSpaced(double low, double high, int count) {
  std::vector<double> items;
  for (int i = 0; i < count; ++i) items.push_back(low * std::pow(high / low, i / (count - 1.0)));
  return items;
}

// Members of the family. Powers are contained: matern^½ is sampled by its own power, heat^½ is heat of κ/√2.
std::vector<KernelFunction> familyOf(double lambdaMax, const BasisOptions& options) {
  std::vector<KernelFunction> family;
  const auto add = [&](KernelKind kind, double nu, double kappa, double power) {
    KernelSpec spec;
    spec.kind = kind;
    spec.nu = nu;
    spec.kappa = kappa;
    family.emplace_back(spec, power, lambdaMax);
  };
  add(KernelKind::White, 1, 1, 1);
  add(KernelKind::Laplacian, 1, 1, 1);
  const auto kappas = logSpaced(options.kappaLow, options.kappaHigh, 22);
  for (const double kappa : kappas) {
    for (const double nu : logSpaced(options.nuLow, options.nuHigh, 16))
      for (const double power : {1.0, 0.5}) add(KernelKind::Matern, nu, kappa, power);
    for (const double power : {1.0, 0.5}) add(KernelKind::Heat, 1, kappa, power);
  }
  return family;
}

struct Greedy {
  Matrix q;  // grid × rank, orthonormal columns (rows scaled by √weight)
  Matrix r;  // rank × family: coordinates of every member
  std::vector<int> chosen;
  double error = 0;
};

// Modified Gram–Schmidt over the family, the member with the largest remaining sup norm next.
Greedy span(const Matrix& family, const Eigen::VectorXd& roots, double tolerance, int maxRank,
            const Progress& progress) {
  Matrix rest = roots.asDiagonal() * family;
  const Eigen::ArrayXd inverse = roots.array().inverse();
  Greedy result;
  const int most = std::min<int>(maxRank, static_cast<int>(std::min(family.rows(), family.cols())));
  result.q.resize(family.rows(), most);
  result.r = Matrix::Zero(most, family.cols());
  int rank = 0;
  const auto error = [&](Eigen::Index c) { return (rest.col(c).array().abs() * inverse).maxCoeff(); };
  for (; rank < most && !progress.stopped(); ++rank) {
    int worst = rank < 2 ? rank : 0;  // white and laplacian are always in
    double largest = rank < 2 ? error(worst) : 0;
    for (Eigen::Index c = 0; rank >= 2 && c < rest.cols(); ++c)
      if (const double e = error(c); e > largest) {
        largest = e;
        worst = static_cast<int>(c);
      }
    result.error = largest;
    if (rank >= 2 && largest <= tolerance) break;
    Eigen::VectorXd direction = rest.col(worst);
    for (int again = 0; again < 2; ++again)
      direction -= result.q.leftCols(rank) * (result.q.leftCols(rank).transpose() * direction);
    const double norm = direction.norm();
    if (norm < 1e-13) break;
    result.q.col(rank) = direction / norm;
    result.chosen.push_back(worst);
    const Eigen::RowVectorXd overlap = result.q.col(rank).transpose() * rest;
    rest -= result.q.col(rank) * overlap;
    result.r.row(rank) = overlap;
  }
  result.q.conservativeResize(Eigen::NoChange, rank);
  result.r.conservativeResize(rank, Eigen::NoChange);
  result.error = 0;
  for (Eigen::Index c = 0; c < rest.cols(); ++c) result.error = std::max(result.error, error(c));
  return result;
}

}  // namespace

Result<ReducedBasis> ReducedBasis::make(double lambdaMax, const BasisOptions& options,
                                        const Progress& progress) {
  if (!(options.tolerance >= 1e-10 && options.tolerance <= 0.1))
    return usageError("The tolerance of a reduced basis is {:g}; it must lie between 1e-10 and 0.1",
                      options.tolerance);
  progress.report(-1, "building the reduced basis");
  ReducedBasis self(lambdaMax);
  const double upper = std::max(lambdaMax, 1e-12);
  // The finest scale is 2/κ², where heat falls; far below it everything is constant.
  const double low = std::min(1e-3 * 2 / (options.kappaHigh * options.kappaHigh), 1e-2 * upper);
  const int points = 60 + static_cast<int>(60 * std::log10(upper / low));
  self.grid_ = logSpaced(low, upper, points);
  self.grid_.insert(self.grid_.begin(), 0);
  const auto rows = static_cast<Eigen::Index>(self.grid_.size());
  self.weightRoots_.assign(self.grid_.size(), 1 / std::sqrt(static_cast<double>(points)));
  const Eigen::Map<const Eigen::VectorXd> roots(self.weightRoots_.data(), rows);

  const std::vector<KernelFunction> family = familyOf(upper, options);
  Matrix samples(rows, static_cast<Eigen::Index>(family.size()));
  for (std::size_t c = 0; c < family.size(); ++c)
    for (Eigen::Index i = 0; i < rows; ++i)
      samples(i, static_cast<Eigen::Index>(c)) = family[c](self.grid_[i]);
  const Greedy greedy = span(samples, roots, options.tolerance / 2, options.maxRank, progress);
  if (progress.stopped()) return cancelled();
  self.rank_ = static_cast<int>(greedy.chosen.size());
  self.familyError_ = greedy.error;

  // Order the span by the squares of the singular values of the coordinates.
  const Eigen::SelfAdjointEigenSolver<Matrix> order(greedy.r * greedy.r.transpose());
  const Matrix rotation = order.eigenvectors().rowwise().reverse();  // largest first
  const Matrix basis = greedy.q * rotation;                          // grid × rank, scaled rows
  const Matrix coordinates = rotation.transpose() * greedy.r;
  self.values_.resize(static_cast<std::size_t>(rows * self.rank_));
  self.largest_.assign(static_cast<std::size_t>(self.rank_), 0);
  for (Eigen::Index i = 0; i < rows; ++i)
    for (int j = 0; j < self.rank_; ++j) {
      const double value = basis(i, j) / self.weightRoots_[i];
      self.values_[i * self.rank_ + j] = value;
      self.largest_[j] = std::max(self.largest_[j], std::abs(value));
    }

  // Chebyshev coefficients: those of the chosen members, carried through the same change of basis. basis = members · change.
  Matrix triangle(self.rank_, self.rank_);
  for (int j = 0; j < self.rank_; ++j) triangle.col(j) = greedy.r.col(greedy.chosen[j]);
  const Matrix change = triangle.partialPivLu().solve(rotation);
  std::vector<ChebyshevSeries> series(static_cast<std::size_t>(self.rank_));
  parallelBlocks(series.size(), 1, [&](std::size_t j, std::size_t) {
    if (progress.stopped()) return;
    const KernelFunction& member = family[greedy.chosen[j]];
    series[j] = ChebyshevSeries([&](double lambda) { return member(lambda); }, lambdaMax, 1 << 16);
  });
  if (progress.stopped()) return cancelled();
  int longest = 0;
  for (const auto& each : series) longest = std::max(longest, each.degree());
  Matrix all = Matrix::Zero(longest + 1, self.rank_);
  for (int j = 0; j < self.rank_; ++j) {
    const auto c = series[j].coefficients();
    for (std::size_t k = 0; k < c.size(); ++k) all(static_cast<Eigen::Index>(k), j) = c[k];
  }
  const Matrix expansion = all * change;
  // The degree at which Σ_j |a_j| tail_j falls below a third of the tolerance for the largest coordinates of the family.
  const Eigen::VectorXd reach = coordinates.cwiseAbs().rowwise().maxCoeff();
  Eigen::VectorXd tails = Eigen::VectorXd::Zero(self.rank_);  // first what lies beyond the longest series
  for (int i = 0; i < self.rank_; ++i)
    tails += series[i].tail(series[i].degree()) * change.row(i).transpose().cwiseAbs();
  self.degree_ = longest;
  for (int k = longest; k >= 1; --k) {
    const Eigen::VectorXd longer = tails + expansion.row(k).transpose().cwiseAbs();
    if (longer.dot(reach) > options.tolerance / 3) break;
    tails = longer;
    self.degree_ = k - 1;
  }
  self.tails_.assign(tails.begin(), tails.end());
  self.coefficients_.resize(static_cast<std::size_t>((self.degree_ + 1) * self.rank_));
  for (int k = 0; k <= self.degree_; ++k)
    for (int j = 0; j < self.rank_; ++j) self.coefficients_[k * self.rank_ + j] = expansion(k, j);
  return self;
}

ReducedBasis ReducedBasis::chebyshev(double lambdaMax, int degree) {
  ReducedBasis self(lambdaMax);
  self.chebyshev_ = true;
  self.degree_ = degree;
  self.rank_ = degree + 1;
  self.familyError_ = 1;
  const auto rank = static_cast<std::size_t>(self.rank_);
  self.coefficients_.assign(rank * rank, 0);
  for (std::size_t k = 0; k < rank; ++k) self.coefficients_[k * rank + k] = 1;
  return self;
}

ReducedBasis::Projection ReducedBasis::partialSum(const KernelFunction& shape) const {
  constexpr int enough = 20'000;  // for the tail of all kernels that sliders reach
  const ChebyshevSeries series([&](double lambda) { return shape(lambda); }, lambdaMax_, enough);
  const int degree = std::min(degree_, series.degree());
  const auto c = series.coefficients().first(static_cast<std::size_t>(degree) + 1);
  Projection result;
  result.weights.assign(static_cast<std::size_t>(rank_), 0);
  std::ranges::copy(c, result.weights.begin());
  result.error = series.tail(degree);
  for (const double weight : c) result.rounding += std::abs(weight) * 0x1p-22;
  return result;
}

std::vector<double> ReducedBasis::at(double lambda) const {
  std::vector<double> sums(static_cast<std::size_t>(rank_), 0);
  const double x = lambdaMax_ > 0 ? std::clamp(2 * lambda / lambdaMax_ - 1, -1.0, 1.0) : -1;
  double before = x, now = 1;  // T_{−1} = T_1
  for (int k = 0; k <= degree_; ++k) {
    for (int j = 0; j < rank_; ++j) sums[j] += coefficients_[k * rank_ + j] * now;
    const double next = 2 * x * now - before;
    before = now;
    now = next;
  }
  return sums;
}

ReducedBasis::Projection ReducedBasis::project(const KernelFunction& shape, int rank) const {
  if (chebyshev_) return partialSum(shape);
  if (rank <= 0 || rank > rank_) rank = rank_;
  std::vector<double> target(grid_.size()), weights(static_cast<std::size_t>(rank), 0);
  for (std::size_t i = 0; i < grid_.size(); ++i) {
    target[i] = shape(grid_[i]);
    const double scaled = target[i] * weightRoots_[i] * weightRoots_[i];
    for (int j = 0; j < rank; ++j) weights[j] += scaled * values_[i * rank_ + j];
  }
  Projection result;
  for (std::size_t i = 0; i < grid_.size(); ++i) {
    double sum = 0;
    for (int j = 0; j < rank; ++j) sum += weights[j] * values_[i * rank_ + j];
    result.error = std::max(result.error, std::abs(target[i] - sum));
  }
  result.error *= 1.1;  // between the points of the grid
  for (int j = 0; j < rank; ++j) {
    result.error += std::abs(weights[j]) * tails_[j];
    result.rounding += std::abs(weights[j]) * 0x1p-22 * largest_[j];
  }
  result.weights = std::move(weights);
  return result;
}

}  // namespace sispde
