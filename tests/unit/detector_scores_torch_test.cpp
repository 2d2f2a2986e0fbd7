// What a scoring gives: scores by name, their controls, paths of watched nodes, and what noise does to them.

#include <set>

#include <gtest/gtest.h>

#include "tests/unit/small_training.h"

namespace sispde {
namespace {

using testing::contains;
using testing::detectorOf;
using testing::quickOptions;
using testing::sameScores;
using testing::scoreOf;
using testing::shiftedData;
using testing::trained;

TEST(DetectorScoresTorch, NoiseOffScoresOneSampleWithoutItsSplitIntoAleatoricAndEpistemic) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  DetectorOptions options = quickOptions("sispde");
  options.noise = false;
  const auto detector = detectorOf("sispde", options, data);
  trained(*detector, 1, 3);
  const Evaluation evaluation = detector->evaluate({4}, {}).value();
  EXPECT_EQ(scoreOf(evaluation, "aleatoric"), nullptr);
  EXPECT_EQ(scoreOf(evaluation, "epistemic"), nullptr);
  EXPECT_NE(scoreOf(evaluation, "total"), nullptr);
  EXPECT_EQ(evaluation.watched[0].samples, 1u);
}

TEST(DetectorScoresTorch, SigmaZeroIsTheSameAsNoiseOff) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  DetectorOptions off = quickOptions("sispde"), zero = off;
  off.noise = false;
  zero.sigma = 0;
  const auto one = detectorOf("sispde", off, data), two = detectorOf("sispde", zero, data);
  EXPECT_EQ(trained(*one, 1, 4), trained(*two, 1, 4));
  EXPECT_EQ(one->weights(), two->weights());
  EXPECT_TRUE(sameScores(one->evaluate({}, {}).value(), two->evaluate({}, {}).value()));
}

TEST(DetectorScoresTorch, NoiseTooSmallToBeSeenGivesEqualPathsAndAnEpistemicScoreOfExactlyZero) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  for (const KernelKind kernel : {KernelKind::Matern, KernelKind::White, KernelKind::Laplacian}) {
    DetectorOptions options = quickOptions("sispde");
    options.sigma = 1e-25;
    options.kernel = kernel;
    const auto detector = detectorOf("sispde", options, data);
    trained(*detector, 1, 3);
    const Evaluation evaluation = detector->evaluate({7}, {}).value();
    ASSERT_NE(scoreOf(evaluation, "epistemic"), nullptr);
    for (const double value : scoreOf(evaluation, "epistemic")->id) EXPECT_EQ(value, 0);
    EXPECT_EQ(scoreOf(evaluation, "aleatoric")->id, scoreOf(evaluation, "total")->id);
    const WatchedPath& path = evaluation.watched[0];
    ASSERT_EQ(path.samples, 3u);
    const std::size_t one = path.times * path.width;
    EXPECT_TRUE(std::equal(path.hidden.begin(), path.hidden.begin() + one, path.hidden.begin() + one));
  }
}

TEST(DetectorScoresTorch, NoiseGivesAnEpistemicScoreAboveZero) {
  const auto detector = detectorOf("sispde", quickOptions("sispde"), shiftedData("sbm:80", ShiftKind::Label));
  const Evaluation evaluation = detector->evaluate({}, {}).value();
  for (const double value : scoreOf(evaluation, "epistemic")->id) EXPECT_GT(value, 0);
}

TEST(DetectorScoresTorch, NoiseOffNeedsNoKernelThatCanBeDrawn) {
  // Fields of this kernel are e^115 in size; nobody asks for one.
  DetectorOptions options = quickOptions("sispde");
  options.noise = false;
  options.nu = 50;
  options.kappa = 100;
  options.normalisation = Normalisation::None;
  std::vector<std::string> notes;
  const auto detector =
      makeDetector({"sispde", options, 1}, shiftedData("sbm:80", ShiftKind::Label), notes).value();
  EXPECT_TRUE(detector->prepare({}).has_value());
}

TEST(DetectorScoresTorch, AKernelThatIsSetTrainsAndScoresAsOneThatWasThereFromTheStart) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  DetectorOptions matern = quickOptions("sispde"), heat = matern;
  heat.kernel = KernelKind::Heat;
  heat.laplacian = LaplacianChoice::Symmetric;
  const auto changed = detectorOf("sispde", matern, data), fixed = detectorOf("sispde", heat, data);
  trained(*changed, 1, 2);
  trained(*fixed, 1, 2);
  EXPECT_FALSE(sameScores(changed->evaluate({}, {}).value(), fixed->evaluate({}, {}).value()));
  ASSERT_TRUE(fixed->setWeights(changed->weights()).has_value());
  ASSERT_TRUE(fixed->setOptimiser(changed->optimiser()).has_value());
  ASSERT_TRUE(changed->setKernel(kernelSpecOf(heat, 80), {}).has_value());
  EXPECT_EQ(changed->kernel(), fixed->kernel());
  EXPECT_TRUE(sameScores(changed->evaluate({}, {}).value(), fixed->evaluate({}, {}).value()));
  EXPECT_EQ(trained(*changed, 3, 5), trained(*fixed, 3, 5));
}

TEST(DetectorScoresTorch, EveryScoreIsThereOnceWithItsControlAndOfTheRightLength) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    for (const ShiftKind kind :
         {ShiftKind::Label, ShiftKind::Structure, ShiftKind::Feature, ShiftKind::Local}) {
      const ShiftedData data = shiftedData("sbm:80", kind);
      const auto detector = detectorOf(which, quickOptions(which), data);
      const Evaluation evaluation = detector->evaluate({}, {}).value();
      std::set<std::string> names;
      for (const NamedScore& score : evaluation.scores) {
        EXPECT_TRUE(names.insert(score.name).second) << score.name;
        EXPECT_EQ(score.id.size(), 80u);
        EXPECT_EQ(score.ood.size(), 80u);
        EXPECT_EQ(score.id == score.ood, !data.wholeGraph) << score.name;
      }
      for (const char* name : {"total", "msp", "energy", "energy-prop", "gnnsafe", "matern-energy",
                               "energy-prop-shuffled", "gnnsafe-shuffled", "matern-energy-shuffled"})
        EXPECT_TRUE(names.contains(name)) << name;
      const bool noisy = which == "gnsd" || which == "sispde";
      EXPECT_EQ(names.contains("aleatoric"), noisy);
      EXPECT_EQ(names.contains("epistemic"), noisy);
      EXPECT_EQ(evaluation.prediction.size(), 80u);
      EXPECT_EQ(evaluation.probabilities.size(), 80u * 4);
    }
  }
}

TEST(DetectorScoresTorch, ThePrimaryScoreIsOneOfThoseThatAreThere) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
    for (const char* primary :
         {"total", "aleatoric", "epistemic", "energy", "energy-prop", "gnnsafe", "msp", "matern-energy"})
      for (const bool noise : {true, false}) {
        DetectorOptions options = quickOptions(which);
        options.primary = primary;
        options.noise = noise;
        std::vector<std::string> notes;
        const auto detector = makeDetector({which, options, 1}, data, notes);
        if (!detector) {  // refused: that is an answer too, where the score cannot be
          EXPECT_TRUE(contains(detector.error().message, primary)) << detector.error().message;
          EXPECT_TRUE(std::string(primary) == "aleatoric" || std::string(primary) == "epistemic");
          continue;
        }
        ASSERT_TRUE((*detector)->prepare({}).has_value());
        const Evaluation evaluation = (*detector)->evaluate({}, {}).value();
        EXPECT_NE(scoreOf(evaluation, evaluation.primary), nullptr) << primary << " noise " << noise;
      }
  }
}

TEST(DetectorScoresTorch, ShuffledScoresSmoothTheSameEnergiesOverOtherNodes) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  DetectorOptions options = quickOptions("msp");
  options.propagationSteps = 0;  // nothing is smoothed
  const auto detector = detectorOf("msp", options, data);
  trained(*detector, 1, 5);
  const Evaluation evaluation = detector->evaluate({}, {}).value();
  std::vector<double> energy = scoreOf(evaluation, "energy")->id,
                      shuffled = scoreOf(evaluation, "energy-prop-shuffled")->id;
  EXPECT_EQ(scoreOf(evaluation, "energy-prop")->id, energy);
  EXPECT_NE(shuffled, energy);
  std::sort(energy.begin(), energy.end());
  std::sort(shuffled.begin(), shuffled.end());
  EXPECT_EQ(shuffled, energy);
}

TEST(DetectorScoresTorch, WatchedPathsStartAtOnePointAndEndAtTheProbabilitiesThatAreScored) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  for (const Solver solver : {Solver::Euler, Solver::Rk4}) {
    DetectorOptions options = quickOptions("sispde");
    options.solver = solver;
    options.steps = 3;
    options.testSamples = 19;  // more than are drawn together
    const auto detector = detectorOf("sispde", options, data);
    trained(*detector, 1, 3);
    const std::vector<NodeId> nodes{79, 0, 41};
    const Evaluation evaluation = detector->evaluate(nodes, {}).value();
    ASSERT_EQ(evaluation.watched.size(), 3u);
    for (std::size_t w = 0; w < 3; ++w) {
      const WatchedPath& path = evaluation.watched[w];
      EXPECT_EQ(path.node, nodes[w]);
      ASSERT_EQ(path.samples, 19u);
      ASSERT_EQ(path.times, 4u);
      ASSERT_EQ(path.width, 8u);
      ASSERT_EQ(path.classes, 4u);
      ASSERT_EQ(path.hidden.size(), 19u * 4 * 8);
      ASSERT_EQ(path.probabilities.size(), 19u * 4 * 4);
      std::set<float> ends;
      for (std::size_t s = 0; s < 19; ++s) {
        const float* sample = path.hidden.data() + s * 4 * 8;
        EXPECT_TRUE(std::equal(sample, sample + 8, path.hidden.data())) << s;
        ends.insert(sample[3 * 8]);
      }
      EXPECT_EQ(ends.size(), 19u);
      for (std::size_t c = 0; c < 4; ++c) {
        double mean = 0;
        for (std::size_t s = 0; s < 19; ++s)
          mean += static_cast<double>(path.probabilities[(s * 4 + 3) * 4 + c]) / 19;
        EXPECT_NEAR(mean, evaluation.probabilities[static_cast<std::size_t>(path.node) * 4 + c], 1e-6);
      }
    }
  }
}

TEST(DetectorScoresTorch, WatchingChangesNoScoreAndANetworkWithoutPathsHasNone) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  for (const std::string name : {"sispde", "gcn"}) {
    const auto detector = detectorOf(name, quickOptions(name), data);
    const Evaluation with = detector->evaluate({1, 1, 5}, {}).value(),
                     without = detector->evaluate({}, {}).value();
    EXPECT_TRUE(sameScores(with, without));
    EXPECT_EQ(with.watched.size(), name == "gcn" ? 0u : 3u);
    EXPECT_TRUE(without.watched.empty());
  }
}

TEST(DetectorScoresTorch, AWatchedNodeThatIsNotThereIsRefusedOrLeftOut) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    const auto detector = detectorOf(which, quickOptions(which), shiftedData("sbm:80", ShiftKind::Structure));
    for (const NodeId node : {-1, 80}) {
      const auto evaluation = detector->evaluate({node}, {});
      if (evaluation) EXPECT_TRUE(evaluation->watched.empty()) << node;
    }
  }
}

TEST(DetectorScoresTorch, DropoutPlaysNoPartInAScoring) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
    DetectorOptions none = quickOptions(which), half = none;
    none.dropout = 0;
    half.dropout = 0.5;
    const auto one = detectorOf(which, none, data), two = detectorOf(which, half, data);
    EXPECT_NE(trained(*one, 1, 1), trained(*two, 1, 1));
    ASSERT_TRUE(two->setWeights(one->weights()).has_value());
    EXPECT_TRUE(sameScores(one->evaluate({}, {}).value(), two->evaluate({}, {}).value()));
  }
}

TEST(DetectorScoresTorch, SispdeRbfIsSispdeWithTheHeatKernel) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  DetectorOptions heat = quickOptions("sispde");
  heat.kernel = KernelKind::Heat;
  const auto one = detectorOf("sispde", heat, data),
             two = detectorOf("sispde-rbf", quickOptions("sispde-rbf"), data);
  EXPECT_EQ(one->kernel(), two->kernel());
  EXPECT_EQ(trained(*one, 1, 4), trained(*two, 1, 4));
  EXPECT_TRUE(sameScores(one->evaluate({}, {}).value(), two->evaluate({}, {}).value()));
}

TEST(DetectorScoresTorch, MspAndGnnsafeAreOneNetwork) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  const auto msp = detectorOf("msp", quickOptions("msp"), data),
             gnnsafe = detectorOf("gnnsafe", quickOptions("gnnsafe"), data);
  EXPECT_EQ(trained(*msp, 1, 4), trained(*gnnsafe, 1, 4));
  const Evaluation one = msp->evaluate({}, {}).value(), two = gnnsafe->evaluate({}, {}).value();
  EXPECT_TRUE(sameScores(one, two));
  EXPECT_EQ(one.primary, "msp");
  EXPECT_EQ(two.primary, "gnnsafe");
}

TEST(DetectorScoresTorch, GnnsafeWithoutStepsIsTheEnergy) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  DetectorOptions options = quickOptions("gnnsafe");
  options.gnnsafeSteps = 0;
  const auto detector = detectorOf("gnnsafe", options, data);
  trained(*detector, 1, 4);
  const Evaluation evaluation = detector->evaluate({}, {}).value();
  EXPECT_EQ(scoreOf(evaluation, "gnnsafe")->id, scoreOf(evaluation, "energy")->id);
  EXPECT_EQ(scoreOf(evaluation, "gnnsafe")->ood, scoreOf(evaluation, "energy")->ood);
}

}  // namespace
}  // namespace sispde
