// The detectors that see exposure nodes in training: their terms against plain loops and by hand, and what they do to the training.

#include <numeric>

#include <gtest/gtest.h>

#include "core/detect/energy_margins.h"
#include "core/detect/oe.h"
#include "core/model/functions.h"
#include "tests/unit/slow_gcn.h"
#include "tests/unit/small_graphs.h"
#include "tests/unit/small_training.h"

namespace sispde {
namespace {

using testing::contains;
using testing::detectorOf;
using testing::quickOptions;
using testing::scoreOf;
using testing::shiftedData;
using testing::trained;

ShiftedData withExposureClass() {
  ShiftOptions options;
  options.seed = 1;
  options.oodClasses = {0};
  options.exposureClass = 1;
  return applyShift(generateDataset("sbm:80", 3).value(), options).value();
}

at::Tensor randomLogits(std::int64_t rows, std::int64_t classes) {
  at::Tensor logits = at::empty({rows, classes});
  Random random(11);
  for (std::int64_t i = 0; i < logits.numel(); ++i)
    logits.data_ptr<float>()[i] = static_cast<float>(3 * random.normal());
  return logits;
}

TEST(OeTorch, TheLossOfEqualLogitsIsTheLogarithmOfTheNumberOfClasses) {
  for (const std::int64_t classes : {2, 3, 7})
    for (const double z : {-50.0, 0.0, 4.0})
      EXPECT_NEAR(uniformCrossEntropy(at::full({5, classes}, z)).item<double>(),
                  std::log(static_cast<double>(classes)), 1e-5);
}

TEST(OeTorch, TheLossIsTheCrossEntropyToTheUniformDistribution) {
  const at::Tensor logits = randomLogits(9, 4);
  double expected = 0;
  for (const auto& row : testing::matrixOf(logits)) {
    double sum = 0;
    for (const double z : row) sum += std::exp(z);
    for (const double z : row) expected -= std::log(std::exp(z) / sum) / 4 / 9;
  }
  EXPECT_NEAR(uniformCrossEntropy(logits).item<double>(), expected, 1e-5);
  EXPECT_GT(expected, std::log(4.0));
}

TEST(OeTorch, TheScoreIsMinusTheLargestLogit) {
  const auto detector = detectorOf("oe", quickOptions("oe"), shiftedData("sbm:80", ShiftKind::Feature));
  trained(*detector, 1, 5);
  const Evaluation evaluation = detector->evaluate({}, {}).value();
  EXPECT_EQ(evaluation.primary, "oe");
  // z_max = log p_max + log Σ exp z.
  for (std::size_t u = 0; u < 80; ++u) {
    EXPECT_NEAR(scoreOf(evaluation, "oe")->id[u],
                scoreOf(evaluation, "energy")->id[u] - std::log1p(-scoreOf(evaluation, "msp")->id[u]), 1e-5);
    EXPECT_NEAR(scoreOf(evaluation, "oe")->ood[u],
                scoreOf(evaluation, "energy")->ood[u] - std::log1p(-scoreOf(evaluation, "msp")->ood[u]),
                1e-5);
  }
}

TEST(OeTorch, ItMakesTheExposureNodesLessSure) {
  const ShiftedData data = withExposureClass();
  DetectorOptions options = quickOptions("oe");
  options.learningRate = 0.05;
  options.weightDecay = 0;
  const auto entropy = [&](double weight) {
    options.oe.weight = weight;
    const auto detector = detectorOf("oe", options, data);
    trained(*detector, 1, 30);
    const Evaluation evaluation = detector->evaluate({}, {}).value();
    double sum = 0;
    for (const NodeId u : members(data.exposure)) sum += scoreOf(evaluation, "total")->id[u];
    return sum / static_cast<double>(count(data.exposure));
  };
  EXPECT_GT(entropy(2), entropy(0) + 0.1);
}

TEST(ExposureTorch, WithoutWeightTheTrainingIsThatOfMsp) {
  const ShiftedData data = withExposureClass();
  const auto msp = detectorOf("msp", quickOptions("msp"), data);
  const auto expected = trained(*msp, 1, 5);
  for (const std::string which : {"oe", "gnnsafe++"}) {
    DetectorOptions options = quickOptions(which);
    const auto with = detectorOf(which, options, data);
    EXPECT_NE(trained(*with, 1, 5), expected) << which;
    options.oe.weight = options.gnnsafePlus.weight = 0;
    const auto without = detectorOf(which, options, data);
    EXPECT_EQ(trained(*without, 1, 5), expected) << which;
    EXPECT_EQ(without->weights(), msp->weights()) << which;
  }
}

TEST(ExposureTorch, ItIsSaidThatOodDataAreSeen) {
  for (const std::string which : {"oe", "gnnsafe++", "msp"})
    for (const ShiftKind kind : allShiftKinds) {
      if (kind == ShiftKind::Given) continue;
      std::vector<std::string> notes;
      ASSERT_TRUE(makeDetector({which, quickOptions(which), 5}, shiftedData("sbm:80", kind), notes));
      EXPECT_EQ(std::any_of(notes.begin(), notes.end(),
                            [](const std::string& note) { return contains(note, "sees OOD data"); }),
                which != "msp")
          << which << " " << shiftName(kind);
    }
}

TEST(ExposureTorch, TheRunningStatisticsTakeInBothPasses) {
  testing::SmallNetwork made = testing::smallNetwork(generateDataset("sbm:40", 3).value());
  const NetworkGraph other(made.data.graph, generateDataset("sbm:40", 9).value().features);
  const auto statistics = [&] { return testing::matrixOf(made.network->buffers()[0].tensor); };
  const auto before = statistics();
  // Mean over the nodes of what the normalisation sees, by a first layer in plain loops.
  const auto seen = [&](const NetworkGraph& graph) {
    const testing::SlowGcn slow(*made.network);
    const auto x = testing::matrixOf(denseOf(*graph.features.forward));
    const auto h =
        testing::SlowGcn::convolved(graph.graph, testing::product(x, slow.weights.at("first.weight")), true);
    std::vector<double> mean(6, 0);
    for (const auto& row : h)
      for (std::size_t j = 0; j < 6; ++j) mean[j] += row[j] / 40;
    for (std::size_t j = 0; j < 6; ++j) mean[j] += slow.weights.at("first.bias")[j][0];
    return mean;
  };
  const std::vector<double> first = seen(*made.graph), second = seen(other);
  GcnPassOptions options;
  options.epoch = 1;
  made.network->pass(*made.graph, options);
  options.further = true;
  made.network->pass(other, options);
  EXPECT_EQ(statistics(), before);
  made.network->keep();
  for (std::size_t j = 0; j < 6; ++j)
    EXPECT_NEAR(statistics()[j][0], 0.9 * (0.9 * before[j][0] + 0.1 * first[j]) + 0.1 * second[j], 1e-5);
}

TEST(EnergyMarginsTorch, OnHandMadeEnergies) {
  const GnnsafePlusOptions options{.weight = 2, .marginIn = -5, .marginOut = -1};
  // (−4 + 5)² = 1 and 0; (−1 + 3)² = 4, 0 and 0.
  const double found =
      marginLoss(at::tensor({-4.0, -7.0}), at::tensor({-3.0, -1.0, 2.0}), options).item<double>();
  EXPECT_NEAR(found, 2 * (1.0 / 2 + 4.0 / 3), 1e-6);
}

TEST(EnergyMarginsTorch, PropagationIsThatOfTheScore) {
  const Graph graph = testing::randomGraph(60, 70, 3);  // some nodes without neighbours
  std::vector<double> energy(60);
  std::iota(energy.begin(), energy.end(), -20);
  for (const IsolatedNodes isolated : {IsolatedNodes::Shrink, IsolatedNodes::Keep}) {
    const PropagationOptions options{3, 0.4, false, isolated};
    const std::vector<double> expected = propagateEnergy(energy, graph, options);
    const at::Tensor found =
        propagated(at::tensor(energy, at::kDouble).to(at::kFloat), neighbourMean(graph, isolated), options);
    for (std::int64_t u = 0; u < 60; ++u)
      EXPECT_NEAR(found[u].item<double>(), expected[static_cast<std::size_t>(u)], 1e-4);
  }
}

TEST(EnergyMarginsTorch, TheEnergiesAreTrainedApart) {
  const ShiftedData data = withExposureClass();
  DetectorOptions options = quickOptions("gnnsafe++");
  const auto gap = [&](double weight) {
    options.gnnsafePlus.weight = weight;
    const auto detector = detectorOf("gnnsafe++", options, data);
    trained(*detector, 1, 40);
    const Evaluation evaluation = detector->evaluate({}, {}).value();
    const auto mean = [&](const Mask& mask) {
      double sum = 0;
      for (const NodeId u : members(mask)) sum += scoreOf(evaluation, "gnnsafe")->id[u];
      return sum / static_cast<double>(count(mask));
    };
    return mean(data.exposure) - mean(data.training.splits[0].train);
  };
  EXPECT_GT(gap(1), gap(0) + 0.1);
}

}  // namespace
}  // namespace sispde
