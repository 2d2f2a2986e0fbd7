// The score odin against plain loops in double, and what it must be at the ends of its options.

#include <gtest/gtest.h>

#include "core/detect/input_step.h"
#include "core/detect/odin.h"
#include "core/model/functions.h"
#include "tests/unit/slow_gcn.h"
#include "tests/unit/small_training.h"

namespace sispde {
namespace {

using testing::detectorOf;
using testing::Matrix;
using testing::matrixOf;
using testing::quickOptions;
using testing::scoreOf;
using testing::shiftedData;
using testing::SlowGcn;
using testing::smallNetwork;
using testing::SmallNetwork;

const std::vector<NodeId> asked{1, 5, 8, 20};

std::vector<double> softmax(std::vector<double> z, double temperature) {
  double sum = 0;
  for (double& x : z) sum += x = std::exp(x / temperature);
  for (double& x : z) x /= sum;
  return z;
}

double largest(const std::vector<double>& values) {
  return *std::max_element(values.begin(), values.end());
}

// Mean over the asked nodes of −log of the largest probability, the class fixed by `z`.
double slowLoss(const Matrix& logits, const Matrix& z, double temperature) {
  double sum = 0;
  for (const NodeId u : asked) {
    const auto label = std::max_element(z[u].begin(), z[u].end()) - z[u].begin();
    sum -= std::log(softmax(logits[u], temperature)[label]);
  }
  return sum / static_cast<double>(asked.size());
}

// By central differences, entry for entry.
Matrix slowGradient(const SlowGcn& slow, const Dataset& data, double temperature) {
  Matrix x = matrixOf(data.features), gradient = x;
  const Matrix z = slow.logits(data.graph, x);
  constexpr double h = 1e-5;
  for (std::size_t u = 0; u < x.size(); ++u)
    for (std::size_t j = 0; j < x[u].size(); ++j) {
      const auto at = [&](double value) {
        const double old = std::exchange(x[u][j], value);
        const double loss = slowLoss(slow.logits(data.graph, x), z, temperature);
        x[u][j] = old;
        return loss;
      };
      gradient[u][j] = (at(x[u][j] + h) - at(x[u][j] - h)) / (2 * h);
    }
  return gradient;
}

TEST(OdinTorch, TheGradientAgreesWithDifferences) {
  SmallNetwork made = smallNetwork(generateDataset("sbm:40", 3).value());
  const Matrix slow = slowGradient(SlowGcn(*made.network), made.data, 2);
  const Matrix found =
      matrixOf(featureGradient(*made.network, *made.graph, denseOf(*made.graph->features.forward),
                               [](const GcnPass& pass) { return odinLoss(pass.logits, asked, 2); }, {}));
  double most = 0;
  for (std::size_t u = 0; u < slow.size(); ++u)
    for (std::size_t j = 0; j < slow[u].size(); ++j) {
      EXPECT_NEAR(found[u][j], slow[u][j], 1e-6);
      most = std::max(most, std::abs(slow[u][j]));
    }
  EXPECT_GT(most, 1e-3);
}

TEST(OdinTorch, TheScoreIsThatOfPlainLoops) {
  SmallNetwork made = smallNetwork(generateDataset("sbm:40", 3).value());
  const SlowGcn slow(*made.network);
  const Matrix gradient = slowGradient(slow, made.data, 2);
  Matrix x = matrixOf(made.data.features);
  for (std::size_t u = 0; u < x.size(); ++u)
    for (std::size_t j = 0; j < x[u].size(); ++j) x[u][j] -= gradient[u][j] >= 0 ? 0.05 : -0.05;
  const Matrix z = slow.logits(made.data.graph, x);
  for (const ScoreSign sign : {ScoreSign::Correct, ScoreSign::Repository}) {
    OdinScore odin(*made.network, {sign, 0.05, 2});
    const ScoreList found = odin.scores(*made.graph, asked, {}).value();
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found[0].first, "odin");
    for (std::size_t u = 0; u < z.size(); ++u) {
      const double p = largest(softmax(z[u], 2));
      EXPECT_NEAR(found[0].second[u], sign == ScoreSign::Correct ? 1 - p : p, 1e-5) << u;
    }
  }
}

TEST(OdinTorch, WithoutAStepAndWithTemperatureOneItIsMsp) {
  for (const ShiftKind kind : {ShiftKind::Label, ShiftKind::Structure, ShiftKind::Feature}) {
    DetectorOptions options = quickOptions("odin");
    options.odin = {.epsilon = 0, .temperature = 1};
    const auto detector = detectorOf("odin", options, shiftedData("sbm:80", kind));
    testing::trained(*detector, 1, 4);
    const Evaluation evaluation = detector->evaluate({}, {}).value();
    EXPECT_EQ(scoreOf(evaluation, "odin")->id, scoreOf(evaluation, "msp")->id);
    EXPECT_EQ(scoreOf(evaluation, "odin")->ood, scoreOf(evaluation, "msp")->ood);
  }
}

TEST(OdinTorch, TheStepMakesTheAskedNodesSurer) {
  SmallNetwork made = smallNetwork(generateDataset("sbm:40", 3).value());
  const auto mean = [&](double epsilon) {
    const ScoreList found =
        OdinScore(*made.network, {.epsilon = epsilon}).scores(*made.graph, asked, {}).value();
    double sum = 0;
    for (const NodeId u : asked) sum += found[0].second[u];
    return sum;
  };
  EXPECT_LT(mean(0.01), mean(0));
}

TEST(OdinTorch, TheRestOfTheDetectorIsMsp) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  const auto odin = detectorOf("odin", quickOptions("odin"), data),
             msp = detectorOf("msp", quickOptions("msp"), data);
  EXPECT_EQ(testing::trained(*odin, 1, 4), testing::trained(*msp, 1, 4));
  EXPECT_EQ(odin->weights(), msp->weights());
  EXPECT_EQ(odin->evaluate({}, {}).value().primary, "odin");
}

}  // namespace
}  // namespace sispde
