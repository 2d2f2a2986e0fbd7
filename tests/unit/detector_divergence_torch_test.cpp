// Numbers that leave their range while a detector trains, and options of every kind: a sentence or finite numbers, nothing between.

#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "core/base/random.h"
#include "tests/unit/small_training.h"

namespace sispde {
namespace {

using testing::contains;
using testing::detectorOf;
using testing::quickOptions;
using testing::shiftedData;
using testing::trained;

bool allFinite(const ModelState& state) {
  for (const NamedArray& array : state)
    for (const float x : array.values)
      if (!std::isfinite(x)) return false;
  return true;
}

TEST(DetectorDivergenceTorch, AWeightThatIsNotANumberFailsTheEpochWithASentenceAndChangesNothing) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
    const auto detector = detectorOf(which, quickOptions(which), data);
    trained(*detector, 1, 2);
    const ModelState good = detector->weights(), optimiser = detector->optimiser();
    for (std::size_t i = 0; i < good.size(); ++i)
      for (const float bad :
           {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
        if (good[i].name == "norm.mean" || good[i].name == "norm.variance")
          if (std::isinf(bad)) continue;
        SCOPED_TRACE(good[i].name);
        ModelState broken = good;
        broken[i].values[0] = bad;
        ASSERT_TRUE(detector->setWeights(broken).has_value());
        const auto report = detector->epoch(17, {});
        ASSERT_FALSE(report.has_value());
        EXPECT_EQ(report.error().kind, ErrorKind::Failed);
        EXPECT_TRUE(contains(report.error().message, "epoch 17")) << report.error().message;
        EXPECT_TRUE(contains(report.error().message, "learning rate")) << report.error().message;
        const ModelState left = detector->weights();
        for (std::size_t j = 0; j < left.size(); ++j)
          if (j != i) EXPECT_EQ(left[j], good[j]);
        EXPECT_TRUE(std::equal(left[i].values.begin() + 1, left[i].values.end(), good[i].values.begin() + 1));
        EXPECT_EQ(detector->optimiser(), optimiser);
      }
    ASSERT_TRUE(detector->setWeights(good).has_value());
    EXPECT_TRUE(detector->epoch(3, {}).has_value());
  }
}

TEST(DetectorDivergenceTorch, WeightsBeyondAllMeasureFailOrLeaveAFiniteState) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
    const auto detector = detectorOf(which, quickOptions(which), data);
    trained(*detector, 1, 1);
    const ModelState good = detector->weights(), optimiser = detector->optimiser();
    std::string unseen;
    for (std::size_t i = 0; i < good.size(); ++i)
      for (const float large : {1e10f, 1e20f, 1e30f, 3e38f}) {
        ModelState broken = good;
        for (float& x : broken[i].values) x = x < 0 ? -large : large;
        ASSERT_TRUE(detector->setWeights(broken).has_value());
        ASSERT_TRUE(detector->setOptimiser(optimiser).has_value());
        const auto report = detector->epoch(2, {});
        if (!report) {
          EXPECT_EQ(report.error().kind, ErrorKind::Failed);
          EXPECT_TRUE(contains(report.error().message, "epoch 2")) << report.error().message;
          EXPECT_EQ(detector->weights(), broken);
          EXPECT_EQ(detector->optimiser(), optimiser);
        } else if (!allFinite(detector->weights()) || !allFinite(detector->optimiser())) {
          unseen += fmt::format("{} of {:g}; ", good[i].name, large);
        }
      }
    EXPECT_EQ(unseen, "");
  }
}

TEST(DetectorDivergenceTorch, TheSentenceOfADivergenceNamesTheQuantity) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  DetectorOptions options = quickOptions("sispde");
  options.batchNorm = false;
  const auto detector = detectorOf("sispde", options, data);
  ModelState state = detector->weights();
  ASSERT_EQ(state[6].name, "decoder.weight");
  for (float& x : state[6].values) x = x < 0 ? -3e38f : 3e38f;
  ASSERT_TRUE(detector->setWeights(state).has_value());
  const auto report = detector->epoch(3, {});
  ASSERT_FALSE(report.has_value());
  EXPECT_TRUE(contains(report.error().message, "logit")) << report.error().message;
  EXPECT_TRUE(contains(report.error().message, "sigma is 1")) << report.error().message;
  const auto evaluation = detector->evaluate({}, {});
  ASSERT_FALSE(evaluation.has_value());
  EXPECT_EQ(evaluation.error().kind, ErrorKind::Failed);
  EXPECT_TRUE(contains(evaluation.error().message, "logit")) << evaluation.error().message;
}

TEST(DetectorDivergenceTorch, HugeStepsOnHugeFeaturesEndInASentenceOrInNumbers) {
  ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  std::vector<float> values(data.training.features.values().begin(), data.training.features.values().end());
  for (float& x : values) x *= 1e18f;
  data.training.features = Features::dense(80, data.training.features.columns(), values);
  data.test = data.training;
  for (const std::string name : {"gcn", "sispde"}) {
    DetectorOptions options = quickOptions(name);
    options.batchNorm = false;
    options.learningRate = 1;
    options.sigma = 1000;
    options.time = 100;
    options.noiseMode = NoiseMode::Path;
    const auto detector = detectorOf(name, options, data);
    for (int epoch = 1; epoch <= 10; ++epoch) {
      const ModelState before = detector->weights();
      const auto report = detector->epoch(epoch, {});
      if (!report) {
        EXPECT_EQ(report.error().kind, ErrorKind::Failed);
        EXPECT_TRUE(contains(report.error().message, fmt::format("epoch {}", epoch)));
        EXPECT_EQ(detector->weights(), before);
        break;
      }
      ASSERT_TRUE(allFinite(detector->weights()) && allFinite(detector->optimiser())) << name << epoch;
    }
  }
}

TEST(DetectorDivergenceTorch, AnyOptionsTrainOrAreRefusedWithASentence) {
  const ShiftedData data[] = {shiftedData("sbm:60,degree=3", ShiftKind::Structure),
                              shiftedData("karate", ShiftKind::Label),
                              shiftedData("minesweeper:6x6", ShiftKind::Feature)};
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed, 77);
    const auto one = [&](auto... choices) {
      const std::array all{choices...};
      return all[random.below(all.size())];
    };
    const std::string name = testing::allDetectors[random.below(std::size(testing::allDetectors))];
    DetectorOptions options = quickOptions(name);
    options.hidden = one(1, 2, 15, 16, 17, 33);
    options.batchNorm = random.chance(0.5);
    options.dropout = one(0.0, 0.5, 0.95);
    options.learningRate = one(1e-4, 0.01, 1.0);
    options.weightDecay = one(0.0, 1e-3, 10.0);
    options.validationSamples = one(1, 2, 5);
    options.noise = random.chance(0.8);
    options.kernel = one(KernelKind::Matern, KernelKind::Heat, KernelKind::Laplacian, KernelKind::White);
    options.nu = one(0.01, 0.5, 1.0, 10.0, 1000.0);
    options.kappa = one(0.01, 1.0, 5.0);
    options.kappaAuto = random.chance(0.2);
    options.sigma = one(0.0, 1e-10, 1.0, 1000.0);
    options.laplacian = one(LaplacianChoice::Auto, LaplacianChoice::Symmetric);
    options.normalisation = one(Normalisation::Trace, Normalisation::None);
    options.noiseMode =
        one(NoiseMode::Increments, NoiseMode::Path, NoiseMode::Literal, NoiseMode::Stationary);
    options.root = one(NoiseRoot::Exact, NoiseRoot::Literal);
    options.order = one(0, 1, 7);
    options.noiseBank = one(0, 1, 3);
    options.noiseRefresh = one(0.0, 0.01, 1.0);
    options.solver = one(Solver::Euler, Solver::Rk4);
    options.steps = one(1, 2, 5);
    options.time = one(0.001, 1.0, 100.0);
    options.trainSamples = one(1, 3);
    options.testSamples = one(1, 2, 11);
    options.propagationSteps = one(0, 3);
    options.isolatedKeep = random.chance(0.5);
    options.propSelfLoops = random.chance(0.5);
    if (name == "gnsd") {  // which refuses others
      options.solver = Solver::Euler;
      options.sigma = 1;
    }
    std::vector<std::string> notes;
    auto detector = makeDetector({name, options, seed}, data[random.below(3)], notes);
    ASSERT_TRUE(detector.has_value()) << detector.error().sentence();
    if (const auto prepared = (*detector)->prepare({}); !prepared) {
      EXPECT_EQ(prepared.error().kind, ErrorKind::Usage) << prepared.error().sentence();
      continue;
    }
    bool failed = false;
    for (int epoch = 1; epoch <= 2 && !failed; ++epoch) {
      const ModelState before = (*detector)->weights();
      const auto report = (*detector)->epoch(epoch, {});
      failed = !report;
      if (failed) {
        EXPECT_EQ(report.error().kind, ErrorKind::Failed);
        EXPECT_EQ((*detector)->weights(), before);
      } else {
        EXPECT_TRUE(allFinite((*detector)->weights()));
        EXPECT_TRUE(allFinite((*detector)->optimiser()));
      }
    }
    if (failed) continue;
    const auto evaluation = (*detector)->evaluate({0}, {});
    if (!evaluation) {
      EXPECT_EQ(evaluation.error().kind, ErrorKind::Failed) << evaluation.error().sentence();
      continue;
    }
    for (const NamedScore& score : evaluation->scores)
      for (const double x : score.ood) ASSERT_TRUE(std::isfinite(x)) << score.name;
  }
}

}  // namespace
}  // namespace sispde
