// The score mahalanobis against plain loops in double and against the density of a Gaussian.

#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include <ATen/core/grad_mode.h>

#include "core/detect/input_step.h"
#include "core/detect/mahalanobis.h"
#include "tests/unit/slow_gcn.h"
#include "tests/unit/small_training.h"

namespace sispde {
namespace {

using testing::Matrix;
using testing::matrixOf;
using testing::product;
using testing::SlowGcn;
using testing::smallNetwork;
using testing::SmallNetwork;

Matrix transposed(const Matrix& a) {
  Matrix b(a[0].size(), std::vector<double>(a.size()));
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a[0].size(); ++j) b[j][i] = a[i][j];
  return b;
}

// By Gauss and Jordan, for a matrix that needs no exchange of rows.
Matrix inverse(Matrix a) {
  const std::size_t n = a.size();
  Matrix b(n, std::vector<double>(n, 0));
  for (std::size_t i = 0; i < n; ++i) b[i][i] = 1;
  for (std::size_t k = 0; k < n; ++k) {
    const double pivot = a[k][k];
    for (std::size_t j = 0; j < n; ++j) a[k][j] /= pivot, b[k][j] /= pivot;
    for (std::size_t i = 0; i < n; ++i) {
      if (i == k) continue;
      const double factor = a[i][k];
      for (std::size_t j = 0; j < n; ++j) a[i][j] -= factor * a[k][j], b[i][j] -= factor * b[k][j];
    }
  }
  return b;
}

double quadratic(const std::vector<double>& x, const Matrix& p) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    for (std::size_t j = 0; j < x.size(); ++j) sum += x[i] * p[i][j] * x[j];
  return sum;
}

void expectNear(const Matrix& a, const Matrix& b, double within) {
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < a[i].size(); ++j) EXPECT_NEAR(a[i][j], b[i][j], within) << i << " " << j;
}

at::Tensor tensorOf(const Matrix& matrix) {
  std::vector<double> flat;
  for (const auto& row : matrix) flat.insert(flat.end(), row.begin(), row.end());
  return at::tensor(flat, at::kDouble).reshape({static_cast<std::int64_t>(matrix.size()), -1});
}

// Training nodes 0 … 19 of classes 0 and 2 alone.
MahalanobisTask taskOf(const SmallNetwork& made) {
  MahalanobisTask task{made.graph, {}, {}, made.data.classCount(), 6};
  for (NodeId u = 0; u < 20; ++u)
    if (made.data.labels[u] % 2 == 0) {
      task.train.push_back(u);
      task.labels.push_back(made.data.labels[u]);
    }
  return task;
}

TEST(MahalanobisTorch, TheScoreIsThatOfPlainLoops) {
  SmallNetwork made = smallNetwork(generateDataset("sbm:40", 3).value());
  const MahalanobisTask task = taskOf(made);
  const Matrix h = SlowGcn(*made.network).hidden(made.data.graph, matrixOf(made.data.features));
  std::map<std::int32_t, std::vector<double>> means;
  std::map<std::int32_t, double> counts;
  for (std::size_t i = 0; i < task.train.size(); ++i) {
    auto& mean = means[task.labels[i]];
    mean.resize(6);
    for (int j = 0; j < 6; ++j) mean[j] += h[task.train[i]][j];
    ++counts[task.labels[i]];
  }
  ASSERT_EQ(means.size(), 2u);
  for (auto& [label, mean] : means)
    for (double& x : mean) x /= counts[label];
  Matrix covariance(6, std::vector<double>(6, 0));
  double trace = 0;
  for (std::size_t i = 0; i < task.train.size(); ++i)
    for (int j = 0; j < 6; ++j)
      for (int k = 0; k < 6; ++k)
        covariance[j][k] += (h[task.train[i]][j] - means[task.labels[i]][j]) *
                            (h[task.train[i]][k] - means[task.labels[i]][k]) /
                            static_cast<double>(task.train.size());
  for (int j = 0; j < 6; ++j) trace += covariance[j][j];
  for (int j = 0; j < 6; ++j) covariance[j][j] += 0.01 * trace / 6;
  const Matrix precision = inverse(covariance);

  for (const ScoreSign sign : {ScoreSign::Correct, ScoreSign::Repository}) {
    MahalanobisScore score(*made.network, task, {.sign = sign});
    const at::NoGradGuard none;
    ASSERT_TRUE(score.fit({}));
    const ScoreList found = score.scores(*made.graph, {0}, {}).value();
    EXPECT_EQ(found[0].first, "mahalanobis");
    for (std::size_t u = 0; u < h.size(); ++u) {
      double least = std::numeric_limits<double>::infinity();
      for (const auto& [label, mean] : means) {
        std::vector<double> centred = h[u];
        for (int j = 0; j < 6; ++j) centred[j] -= mean[j];
        least = std::min(least, 0.5 * quadratic(centred, precision));
      }
      EXPECT_NEAR(found[0].second[u], sign == ScoreSign::Correct ? least : -least, 1e-4 * (1 + least)) << u;
    }
  }
}

TEST(MahalanobisTorch, OnAGaussianItIsTheLogarithmOfTheDensityBelowItsPeak) {
  SmallNetwork made = smallNetwork(generateDataset("sbm:40", 3).value(), 2);
  MahalanobisTask task = taskOf(made);
  task.hidden = 2;
  MahalanobisScore score(*made.network, task, {.precision = Precision::Pseudo});
  constexpr double a = 2, b = 0.6, c = 0.5, determinant = a * c - b * b;
  const Matrix means{{1, -2}, {9, 9}, {9, 9}, {9, 9}};
  const auto state = score.state();
  state[0].tensor.copy_(tensorOf(means));
  state[1].tensor[0] = 1;
  state[2].tensor.copy_(whiteningOf(tensorOf({{a, b}, {b, c}}), Precision::Pseudo));
  const auto density = [&](double x, double y) {
    const double u = x - 1, v = y + 2;
    const double square = (c * u * u - 2 * b * u * v + a * v * v) / determinant;
    return std::exp(-square / 2) / (2 * std::numbers::pi * std::sqrt(determinant));
  };
  for (const auto& [x, y] : {std::pair{1.0, -2.0}, {0.0, 0.0}, {3.0, -1.0}, {-2.0, -4.0}})
    EXPECT_NEAR(score.distances(tensorOf({{x, y}})).item<double>(), std::log(density(1, -2) / density(x, y)),
                1e-5);
}

TEST(MahalanobisTorch, TheRidgeIsOnePercentOfTheMeanEigenvalue) {
  const Matrix covariance{{2, 0.5, 0}, {0.5, 1, 0}, {0, 0, 0}};
  Matrix raised = covariance;
  for (int i = 0; i < 3; ++i) raised[i][i] += 0.01;
  const Matrix w = matrixOf(whiteningOf(tensorOf(covariance), Precision::Ridge));
  expectNear(product(transposed(w), w), inverse(raised), 1e-9);
}

TEST(MahalanobisTorch, ThePseudoInverseKeepsPenrosesConditions) {
  const Matrix root{{1, 2, 0, 1}, {0, 1, 1, 3}};  // rank 2 of 4
  const Matrix s = product(transposed(root), root);
  const Matrix w = matrixOf(whiteningOf(tensorOf(s), Precision::Pseudo));
  const Matrix p = product(transposed(w), w);
  expectNear(product(product(s, p), s), s, 1e-9);
  expectNear(product(product(p, s), p), p, 1e-9);
  expectNear(product(s, p), transposed(product(s, p)), 1e-9);
}

// As scikit-learn's, which cuts at the rounding of float64 and not before.
TEST(MahalanobisTorch, ThePseudoInverseKeepsWeakDirections) {
  const Matrix w = matrixOf(whiteningOf(tensorOf({{1, 0}, {0, 1e-8}}), Precision::Pseudo));
  const Matrix p = product(transposed(w), w);
  EXPECT_NEAR(p[0][0], 1, 1e-9);
  EXPECT_NEAR(p[1][1], 1e8, 1);
}

TEST(MahalanobisTorch, ActivationsThatDoNotVaryAreNoFailure) {
  const at::Tensor none = at::zeros({3, 3}, at::kDouble);
  for (const Precision precision : {Precision::Ridge, Precision::Pseudo})
    EXPECT_TRUE(whiteningOf(none, precision).equal(at::eye(3, at::kDouble)));
}

TEST(MahalanobisTorch, TheStepBringsTheAskedNodesNearer) {
  SmallNetwork made = smallNetwork(generateDataset("sbm:40", 3).value());
  const at::NoGradGuard none;
  const std::vector<NodeId> asked{22, 31, 38};
  const auto sum = [&](double epsilon) {
    MahalanobisScore score(*made.network, taskOf(made), {.epsilon = epsilon});
    EXPECT_TRUE(score.fit({}));
    const ScoreList found = score.scores(*made.graph, asked, {}).value();
    double total = 0;
    for (const NodeId u : asked) total += found[0].second[u];
    return total;
  };
  EXPECT_LT(sum(1e-3), sum(0));
}

TEST(MahalanobisTorch, AStoredModelScoresAnotherGraphWithWhatItWasFittedTo) {
  const ShiftedData data = testing::shiftedData("sbm:80", ShiftKind::Structure);
  const DetectorOptions options = testing::quickOptions("mahalanobis");
  const auto trainedOne = testing::detectorOf("mahalanobis", options, data);
  testing::trained(*trainedOne, 1, 6);
  std::vector<std::string> notes;
  const auto scorer = makeScorer({"mahalanobis", options, 5}, data.test, data.training.classCount(),
                                 data.training.features.columns(), {}, notes)
                          .value();
  ASSERT_TRUE(scorer->prepare({}));
  ASSERT_TRUE(scorer->setWeights(trainedOne->weights()).has_value());
  const Evaluation here = trainedOne->evaluate({}, {}).value(), there = scorer->evaluate({}, {}).value();
  EXPECT_EQ(testing::scoreOf(there, "mahalanobis")->id, testing::scoreOf(here, "mahalanobis")->ood);
  EXPECT_NE(testing::scoreOf(here, "mahalanobis")->id, testing::scoreOf(here, "mahalanobis")->ood);
}

}  // namespace
}  // namespace sispde
