#include "core/spectral/rational_fit.h"

#include <algorithm>
#include <cmath>

#include <Eigen/QR>

namespace sispde {
namespace {

// 0, then evenly in log λ up to b.
std::vector<double> gradedGrid(double upper, double scale, int count) {
  std::vector<double> grid{0};
  const double low = std::min(scale, upper) * 1e-4, ratio = std::log(upper / low);
  for (int i = 0; i < count; ++i) grid.push_back(low * std::exp(ratio * i / (count - 1)));
  return grid;
}

RationalFit fitWith(const std::function<double(double)>& f, double upper, double scale, int count) {
  RationalFit fit;
  const double low = 0.3 * std::min(scale, upper), high = 4 * (upper + scale);
  for (int j = 0; j < count; ++j) fit.poles.push_back(low * std::pow(high / low, j / (count - 1.0)));
  const std::vector<double> grid = gradedGrid(upper, scale, 12 * count);
  const auto rows = static_cast<Eigen::Index>(grid.size());
  Eigen::MatrixXd matrix(rows, count);
  Eigen::VectorXd values(rows);
  for (Eigen::Index i = 0; i < rows; ++i) {
    values[i] = f(grid[i]);
    for (int j = 0; j < count; ++j) matrix(i, j) = fit.poles[j] / (grid[i] + fit.poles[j]);
  }
  const Eigen::VectorXd weights = matrix.colPivHouseholderQr().solve(values);
  fit.weights.assign(weights.begin(), weights.end());
  for (const double lambda : gradedGrid(upper, scale, 4001))
    fit.error = std::max(fit.error, 1.2 * std::abs(fit.at(lambda) - f(lambda)));
  return fit;
}

}  // namespace

double RationalFit::at(double lambda) const {
  double sum = 0;
  for (std::size_t j = 0; j < poles.size(); ++j) sum += weights[j] * poles[j] / (lambda + poles[j]);
  return sum;
}

RationalFit fitRational(const std::function<double(double)>& f, double upper, double scale, double tolerance,
                        int maxPoles) {
  RationalFit best;
  for (int count = 8; count <= maxPoles; count += 4) {
    RationalFit fit = fitWith(f, upper, scale, count);
    if (best.poles.empty() || fit.error < best.error) best = std::move(fit);
    if (best.error <= tolerance) break;
  }
  return best;
}

}  // namespace sispde
