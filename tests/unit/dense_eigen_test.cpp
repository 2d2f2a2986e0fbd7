#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "core/spectral/dense_eigen.h"

namespace sispde {
namespace {

// Combinatorial Laplacian of a path with n nodes: eigenvalues 2 − 2 cos(πk/n).
std::vector<double> pathLaplacian(std::int64_t n) {
  std::vector<double> matrix(n * n, 0);
  for (std::int64_t i = 0; i + 1 < n; ++i) {
    matrix[i * n + i] += 1;
    matrix[(i + 1) * n + i + 1] += 1;
    matrix[i * n + i + 1] = matrix[(i + 1) * n + i] = -1;
  }
  return matrix;
}

TEST(DenseEigenTest, PathEigenvaluesAgreeWithTheClosedForm) {
  constexpr std::int64_t n = 40;
  const DenseEigen eigen = symmetricEigen(pathLaplacian(n), n).value();
  for (std::int64_t k = 0; k < n; ++k)
    EXPECT_NEAR(eigen.values[k], 2 - 2 * std::cos(std::numbers::pi * static_cast<double>(k) / n), 1e-13);
}

TEST(DenseEigenTest, ResidualIsSmall) {
  constexpr std::int64_t n = 40;
  const std::vector<double> matrix = pathLaplacian(n);
  const DenseEigen eigen = symmetricEigen(matrix, n).value();
  for (std::int64_t k = 0; k < n; ++k)
    for (std::int64_t i = 0; i < n; ++i) {
      double residual = -eigen.values[k] * eigen.vectors[i * n + k];
      for (std::int64_t j = 0; j < n; ++j) residual += matrix[i * n + j] * eigen.vectors[j * n + k];
      EXPECT_NEAR(residual, 0, 1e-13);
    }
}

TEST(DenseEigenTest, AWrongSizeIsAnError) {
  EXPECT_FALSE(symmetricEigen(std::vector<double>(3), 2).has_value());
}

TEST(DenseEigenTest, AMatrixWithNaNIsAnError) {
  EXPECT_FALSE(symmetricEigen(std::vector<double>(4, std::nan("")), 2).has_value());
}

}  // namespace
}  // namespace sispde
