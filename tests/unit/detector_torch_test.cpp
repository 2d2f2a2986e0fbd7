// Detectors as a Run uses them: what an epoch and a scoring may depend on, what they leave behind, and what they refuse.

#include <cmath>
#include <limits>
#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/graph/graph_builder.h"
#include "core/io/open.h"
#include "core/train/run.h"
#include "tests/unit/real_data.h"
#include "tests/unit/small_training.h"

namespace sispde {
namespace {

using testing::detectorOf;
using testing::quickOptions;
using testing::sameScores;
using testing::scoreOf;
using testing::shiftedData;
using testing::trained;

constexpr const char* allDetectors[] = {"gcn", "msp", "gnnsafe", "sispde", "sispde-rbf"};

bool allFinite(const ModelState& state) {
  for (const NamedArray& array : state)
    for (const float x : array.values)
      if (!std::isfinite(x)) return false;
  return true;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class EveryDetector : public ::testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(DetectorTorch, EveryDetector, ::testing::ValuesIn(allDetectors),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::erase(name, '-');
                           return name;
                         });

// ---- Noise

TEST(DetectorTorch, NoiseOffScoresOneSampleWithoutItsSplitIntoAleatoricAndEpistemic) {
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

TEST(DetectorTorch, SigmaZeroIsTheSameAsNoiseOff) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  DetectorOptions off = quickOptions("sispde"), zero = off;
  off.noise = false;
  zero.sigma = 0;
  const auto one = detectorOf("sispde", off, data), two = detectorOf("sispde", zero, data);
  EXPECT_EQ(trained(*one, 1, 4), trained(*two, 1, 4));
  EXPECT_EQ(one->weights(), two->weights());
  EXPECT_TRUE(sameScores(one->evaluate({}, {}).value(), two->evaluate({}, {}).value()));
}

TEST(DetectorTorch, NoiseTooSmallToBeSeenGivesEqualPathsAndAnEpistemicScoreOfExactlyZero) {
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

TEST(DetectorTorch, NoiseGivesAnEpistemicScoreAboveZero) {
  const auto detector = detectorOf("sispde", quickOptions("sispde"), shiftedData("sbm:80", ShiftKind::Label));
  const Evaluation evaluation = detector->evaluate({}, {}).value();
  for (const double value : scoreOf(evaluation, "epistemic")->id) EXPECT_GT(value, 0);
}

TEST(DetectorTorch, NoiseOffNeedsNoKernelThatCanBeDrawn) {
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

TEST(DetectorTorch, AKernelThatIsSetTrainsAndScoresAsOneThatWasThereFromTheStart) {
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

// ---- What an epoch may depend on

TEST_P(EveryDetector, EqualSeedsGiveEqualNumbersAndOthersDoNot) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Feature);
  const DetectorOptions options = quickOptions(GetParam());
  const auto one = detectorOf(GetParam(), options, data, 7), two = detectorOf(GetParam(), options, data, 7),
             other = detectorOf(GetParam(), options, data, 8);
  EXPECT_NE(one->weights(), other->weights());
  EXPECT_EQ(trained(*one, 1, 4), trained(*two, 1, 4));
  EXPECT_EQ(one->weights(), two->weights());
  EXPECT_EQ(one->optimiser(), two->optimiser());
  EXPECT_TRUE(sameScores(one->evaluate({}, {}).value(), two->evaluate({}, {}).value()));
}

TEST_P(EveryDetector, AScoringChangesNothingAndGivesTheSameWheneverItIsAsked) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  const auto asked = detectorOf(GetParam(), quickOptions(GetParam()), data),
             left = detectorOf(GetParam(), quickOptions(GetParam()), data);
  for (int epoch = 1; epoch <= 4; ++epoch) {
    const Evaluation first = asked->evaluate({1, 2}, {}).value();
    EXPECT_TRUE(sameScores(first, asked->evaluate({}, {}).value()));
    EXPECT_EQ(trained(*asked, epoch, epoch), trained(*left, epoch, epoch));
  }
  EXPECT_EQ(asked->weights(), left->weights());
  EXPECT_TRUE(sameScores(asked->evaluate({}, {}).value(), left->evaluate({}, {}).value()));
}

TEST_P(EveryDetector, ASetStateGoesOnAsIfItHadNeverStopped) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  DetectorOptions options = quickOptions(GetParam());
  options.dropout = 0.3;
  const auto whole = detectorOf(GetParam(), options, data), late = detectorOf(GetParam(), options, data);
  trained(*whole, 1, 3);
  ASSERT_TRUE(late->setWeights(whole->weights()).has_value());
  ASSERT_TRUE(late->setOptimiser(whole->optimiser()).has_value());
  EXPECT_EQ(trained(*whole, 4, 7), trained(*late, 4, 7));
  EXPECT_EQ(whole->weights(), late->weights());
  EXPECT_EQ(whole->optimiser(), late->optimiser());
}

// A data set on which every parallel loop has several blocks.
TEST(DetectorTorch, NumbersDoNotDependOnTheNumberOfThreads) {
  for (const ShiftKind kind : {ShiftKind::Structure, ShiftKind::Label}) {
    const ShiftedData data = shiftedData("sbm:1500,degree=6", kind);
    for (const std::string name : {"gcn", "msp", "sispde"}) {
      SCOPED_TRACE(name);
      DetectorOptions options = quickOptions(name);
      options.hidden = 20;
      options.trainSamples = 2;
      options.dropout = 0.2;
      std::vector<EpochReport> reports;
      ModelState weights;
      Evaluation evaluation;
      for (const int threads : {1, 2, 5}) {
        const ThreadLimit limit(threads);
        const auto detector = detectorOf(name, options, data);
        const std::vector<EpochReport> mine = trained(*detector, 1, 3);
        const Evaluation seen = detector->evaluate({}, {}).value();
        if (threads == 1) {
          reports = mine;
          weights = detector->weights();
          evaluation = seen;
        }
        EXPECT_EQ(mine, reports) << threads;
        EXPECT_EQ(detector->weights(), weights) << threads;
        EXPECT_TRUE(sameScores(seen, evaluation)) << threads;
      }
    }
  }
}

// The selected epoch, the history and the weights in the end.
struct Outcome {
  int bestEpoch = 0;
  std::vector<EpochReport> epochs;
  ModelState weights, best;
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

Outcome outcomeOf(const std::string& name, const DetectorOptions& options, const ShiftedData& data) {
  std::vector<std::string> notes;
  RunOptions run;
  run.scoreEvery = 2;
  run.idTest = data.idTest;
  run.oodTest = data.oodTest;
  Run running(makeDetector({name, options, 5}, data, notes).value(), run);
  const auto last = runToEnd(running);
  EXPECT_TRUE(last.has_value()) << last.error().sentence();
  const Checkpoint checkpoint = running.checkpoint().value();
  return {last->bestEpoch, last->history->epochs, checkpoint.weights, checkpoint.best};
}

TEST_P(EveryDetector, TheOodSetChangesNoWeightAndNoSelection) {
  const Dataset whole = generateDataset("sbm:80", 3).value();
  const DetectorOptions options = quickOptions(GetParam());
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  const Outcome expected = outcomeOf(GetParam(), options, data);
  EXPECT_EQ(expected.epochs.size(), 10u);
  EXPECT_GT(expected.bestEpoch, 0);

  EXPECT_EQ(outcomeOf(GetParam(), options, shiftedData("sbm:80", ShiftKind::Structure, 2)), expected);
  EXPECT_EQ(outcomeOf(GetParam(), options, shiftedData("sbm:80", ShiftKind::Feature)), expected);
  ShiftedData other = data;  // a denser graph, wild features and labels, and few of its nodes
  other.test = generateDataset("sbm:80,degree=20", 9).value();
  other.test.features = generateDataset("sbm:80,signal=50", 8).value().features;
  std::fill(other.oodTest.begin() + 7, other.oodTest.end(), std::uint8_t{0});
  EXPECT_EQ(outcomeOf(GetParam(), options, other), expected);
  ShiftedData same = data;  // OOD nodes named in the training graph
  same.test = same.training;
  same.wholeGraph = false;
  same.oodTest = same.training.splits[0].train;
  EXPECT_EQ(outcomeOf(GetParam(), options, same), expected);
}

TEST_P(EveryDetector, LabelsOutsideTheTrainingNodesChangeNoWeight) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  ShiftedData other = data;
  for (std::size_t u = 0; u < other.training.labels.size(); ++u)
    if (data.training.splits[0].train[u] == 0) other.training.labels[u] = (other.training.labels[u] + 1) % 4;
  other.test = other.training;
  const auto one = detectorOf(GetParam(), quickOptions(GetParam()), data),
             two = detectorOf(GetParam(), quickOptions(GetParam()), other);
  const auto mine = trained(*one, 1, 4), theirs = trained(*two, 1, 4);
  EXPECT_NE(mine, theirs);  // the validation's labels are seen there
  EXPECT_EQ(one->weights(), two->weights());
}

// ---- Epochs that do not come to their end

TEST_P(EveryDetector, ACancelledEpochChangesNothingAndIsDoneAgainWithTheSameNumbers) {
  const ShiftedData data = shiftedData("sbm:1500,degree=6", ShiftKind::Structure);
  DetectorOptions options = quickOptions(GetParam());
  options.hidden = 32;
  options.trainSamples = 2;
  options.dropout = 0.2;
  options.noiseBank = 1;
  options.noiseRefresh = 1;
  const auto calm = detectorOf(GetParam(), options, data), troubled = detectorOf(GetParam(), options, data);
  const auto begin = std::chrono::steady_clock::now();
  std::vector<EpochReport> expected = trained(*calm, 1, 3);
  const std::chrono::duration<double> perEpoch = (std::chrono::steady_clock::now() - begin) / 3;
  for (const EpochReport& report : trained(*calm, 4, 12)) expected.push_back(report);

  Random random(31);
  int cancelledOnes = 0;
  for (int epoch = 1; epoch <= 12; ++epoch) {
    for (int attempt = 0; attempt < 6; ++attempt) {
      const ModelState weights = troubled->weights(), optimiser = troubled->optimiser();
      std::stop_source source;
      if (attempt == 0) source.request_stop();
      const std::jthread other([&, wait = random.uniform() * perEpoch] {
        std::this_thread::sleep_for(wait);
        source.request_stop();
      });
      const auto report = troubled->epoch(epoch, {source.get_token(), {}});
      if (report) {  // the stop came too late: back to where it was
        EXPECT_EQ(*report, expected[epoch - 1]);
        ASSERT_TRUE(troubled->setWeights(weights).has_value());
        ASSERT_TRUE(troubled->setOptimiser(optimiser).has_value());
        continue;
      }
      ++cancelledOnes;
      EXPECT_EQ(report.error().kind, ErrorKind::Cancelled);
      ASSERT_EQ(troubled->weights(), weights);
      ASSERT_EQ(troubled->optimiser(), optimiser);
    }
    ASSERT_EQ(trained(*troubled, epoch, epoch), std::vector{expected[epoch - 1]}) << epoch;
  }
  EXPECT_GT(cancelledOnes, 12);  // those that were stopped before they began, and some inside
  EXPECT_EQ(troubled->weights(), calm->weights());
  EXPECT_EQ(troubled->optimiser(), calm->optimiser());
}

TEST_P(EveryDetector, ACancelledScoringOrPreparationCanBeAskedForAgain) {
  const ShiftedData data = shiftedData("sbm:400,degree=6", ShiftKind::Structure);
  const DetectorOptions options = quickOptions(GetParam());
  const auto calm = detectorOf(GetParam(), options, data);
  const Evaluation expected = calm->evaluate({}, {}).value();
  std::vector<std::string> notes;
  const auto troubled = makeDetector({GetParam(), options, 5}, data, notes).value();
  Random random(3);
  const auto stoppedSoon = [&](const auto& work) {
    std::stop_source source;
    const std::jthread other([&, wait = random.below(6000)] {
      std::this_thread::sleep_for(std::chrono::microseconds(wait));
      source.request_stop();
    });
    const auto done = work(Progress{source.get_token(), {}});
    if (!done) EXPECT_EQ(done.error().kind, ErrorKind::Cancelled) << done.error().sentence();
  };
  for (int i = 0; i < 5; ++i) stoppedSoon([&](const Progress& p) { return troubled->prepare(p); });
  ASSERT_TRUE(troubled->prepare({}).has_value());
  for (int i = 0; i < 8; ++i) stoppedSoon([&](const Progress& p) { return troubled->evaluate({3}, p); });
  EXPECT_TRUE(sameScores(troubled->evaluate({}, {}).value(), expected));
  EXPECT_EQ(trained(*troubled, 1, 2), trained(*calm, 1, 2));
}

// ---- Divergence

TEST_P(EveryDetector, AWeightThatIsNotANumberFailsTheEpochWithASentenceAndChangesNothing) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  const auto detector = detectorOf(GetParam(), quickOptions(GetParam()), data);
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

TEST_P(EveryDetector, WeightsBeyondAllMeasureFailOrLeaveAFiniteState) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  const auto detector = detectorOf(GetParam(), quickOptions(GetParam()), data);
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

TEST(DetectorTorch, TheSentenceOfADivergenceNamesTheQuantity) {
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

TEST(DetectorTorch, HugeStepsOnHugeFeaturesEndInASentenceOrInNumbers) {
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

// ---- States that do not fit

TEST_P(EveryDetector, AStateThatDoesNotFitIsRefusedAndNothingChanges) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  const auto detector = detectorOf(GetParam(), quickOptions(GetParam()), data);
  trained(*detector, 1, 1);
  DetectorOptions wide = quickOptions(GetParam());
  wide.hidden = 9;
  const auto other = detectorOf(GetParam(), wide, data);
  const ModelState weights = detector->weights(), optimiser = detector->optimiser();
  std::vector<ModelState> wrong{{}, other->weights(), weights, weights, weights, weights};
  wrong[2].pop_back();
  wrong[3].back().name = "nonsense";
  wrong[4].back().values.pop_back();
  std::swap(wrong[5][0], wrong[5][1]);
  for (const ModelState& state : wrong) {
    const auto given = detector->setWeights(state);
    ASSERT_FALSE(given.has_value());
    EXPECT_EQ(given.error().kind, ErrorKind::Usage);
    EXPECT_EQ(detector->weights(), weights);
  }
  EXPECT_FALSE(detector->setOptimiser(other->optimiser()).has_value());
  EXPECT_FALSE(detector->setOptimiser(weights).has_value());
  EXPECT_EQ(detector->optimiser(), optimiser);
}

// ---- Selection

TEST(DetectorTorch, LabelLeaveOutWithOneIdClassTakesTheLastEpoch) {
  const ShiftedData data = shiftedData("minesweeper:12x12", ShiftKind::Label);
  for (const std::string name : {"gcn", "sispde"}) {
    DetectorOptions options = quickOptions(name);
    options.epochs = 4;
    EXPECT_TRUE(detectorOf(name, options, data)->takesLastEpoch());
    const Outcome outcome = outcomeOf(name, options, data);
    EXPECT_EQ(outcome.bestEpoch, 4);
    EXPECT_EQ(outcome.best, outcome.weights);
    options.selection = Selection::MinValidationNll;
    EXPECT_FALSE(detectorOf(name, options, data)->takesLastEpoch());
  }
}

TEST(DetectorTorch, SeveralIdClassesTakeTheFirstSmallestValidationNll) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  DetectorOptions options = quickOptions("msp");
  options.learningRate = 0.5;  // so that the validation does not get better in every epoch
  options.epochs = 30;
  EXPECT_FALSE(detectorOf("msp", options, data)->takesLastEpoch());
  const Outcome outcome = outcomeOf("msp", options, data);
  const auto least =
      std::min_element(outcome.epochs.begin(), outcome.epochs.end(),
                       [](const auto& a, const auto& b) { return a.validationNll < b.validationNll; });
  EXPECT_EQ(outcome.bestEpoch, least - outcome.epochs.begin() + 1);
  EXPECT_LT(outcome.bestEpoch, 30);
  options.selection = Selection::LastEpoch;
  EXPECT_EQ(outcomeOf("msp", options, data).bestEpoch, 30);
}

TEST(DetectorTorch, TheValidationNllOfOneClassIsNotZeroWhereFloatsWouldBe) {
  // After some epochs 1 − p lies below the spacing of float32 near 1.
  const ShiftedData data = shiftedData("minesweeper:12x12", ShiftKind::Label);
  DetectorOptions options = quickOptions("msp");
  options.learningRate = 0.3;
  options.weightDecay = 0;
  const auto detector = detectorOf("msp", options, data);
  const std::vector<EpochReport> reports = trained(*detector, 1, 60);
  EXPECT_LT(reports.back().validationNll, 1e-7);
  EXPECT_GT(reports.back().validationNll, 0);
}

// ---- Data

Result<void> made(const std::string& name, const ShiftedData& data,
                  std::vector<std::string>* notes = nullptr) {
  std::vector<std::string> said;
  const auto detector = makeDetector({name, quickOptions(name), 1}, data, said);
  if (notes != nullptr) *notes = said;
  if (!detector) return Unexpected(detector.error());
  return {};
}

TEST_P(EveryDetector, DataThatCannotBeTrainedOnAreRefused) {
  const ShiftedData good = shiftedData("sbm:80", ShiftKind::Structure);
  EXPECT_TRUE(made(GetParam(), good).has_value());
  const auto refused = [&](const auto& change, const std::string& part) {
    ShiftedData data = good;
    change(data.training);
    const auto result = made(GetParam(), data);
    ASSERT_FALSE(result.has_value()) << part;
    EXPECT_EQ(result.error().kind, ErrorKind::Usage);
    EXPECT_TRUE(contains(result.error().message, part)) << result.error().message;
  };
  const auto label = [](std::int32_t to) {
    return [to](Dataset& data) { std::fill(data.labels.begin(), data.labels.end(), to); };
  };
  const auto without = [](Mask Split::*mask) {
    return
        [mask](Dataset& data) { std::fill((data.splits[0].*mask).begin(), (data.splits[0].*mask).end(), 0); };
  };
  refused([](Dataset& data) { data.labels.clear(); }, "no labels");
  refused([](Dataset& data) { data.splits.clear(); }, "no split");
  refused(without(&Split::train), "training node");
  refused(without(&Split::validation), "validation node");
  refused(label(0), "one class");
  refused(label(1), "one class");
}

TEST_P(EveryDetector, OptionsOutOfRangeAndUnknownNamesAreRefused) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  std::vector<std::string> notes;
  DetectorOptions options = quickOptions(GetParam());
  options.hidden = 0;
  EXPECT_FALSE(makeDetector({GetParam(), options, 1}, data, notes).has_value());
  EXPECT_FALSE(
      makeDetector({std::string(GetParam()) + "x", quickOptions(GetParam()), 1}, data, notes).has_value());
}

TEST_P(EveryDetector, WithoutFeaturesDegreeAndSpectralCoordinatesStandInAndItIsSaid) {
  for (const std::string generator : {"karate", "ring:8", "grid:15x15"})
    for (const ShiftKind kind : {ShiftKind::Label, ShiftKind::Structure}) {
      Dataset data = generateDataset(generator, 3).value();
      data.features = {};
      const ShiftedData shifted = applyShift(data, {.kind = kind, .seed = 1}).value();
      std::vector<std::string> notes;
      ASSERT_TRUE(made(GetParam(), shifted, &notes).has_value());
      EXPECT_EQ(std::count_if(notes.begin(), notes.end(),
                              [](const std::string& note) { return contains(note, "no features"); }),
                1);
      const auto detector = detectorOf(GetParam(), quickOptions(GetParam()), shifted);
      trained(*detector, 1, 3);
      const auto evaluation = detector->evaluate({}, {});
      ASSERT_TRUE(evaluation.has_value()) << evaluation.error().sentence();
      EXPECT_EQ(evaluation->scores[0].ood.size(), static_cast<std::size_t>(data.nodeCount()));
    }
}

TEST_P(EveryDetector, NodesWithoutNeighboursAndGraphsWithoutEdgesAreTrainedOn) {
  for (const double degree : {0.0, 1.0}) {
    const ShiftedData data = shiftedData(fmt::format("sbm:60,degree={}", degree), ShiftKind::Structure);
    const auto detector = detectorOf(GetParam(), quickOptions(GetParam()), data);
    const std::vector<EpochReport> reports = trained(*detector, 1, 5);
    EXPECT_LT(reports.back().trainNll, reports.front().trainNll);
    const auto evaluation = detector->evaluate({0, 59}, {});
    ASSERT_TRUE(evaluation.has_value()) << evaluation.error().sentence();
    for (const NamedScore& score : evaluation->scores)
      for (const auto* values : {&score.id, &score.ood})
        for (const double x : *values) ASSERT_TRUE(std::isfinite(x)) << score.name;
  }
}

TEST(DetectorTorch, AKernelWithoutAnythingToDrawFromIsRefusedWithASentence) {
  const ShiftedData data = shiftedData("sbm:60,degree=0", ShiftKind::Structure);
  DetectorOptions options = quickOptions("sispde");
  options.kernel = KernelKind::Laplacian;
  std::vector<std::string> notes;
  const auto detector = makeDetector({"sispde", options, 1}, data, notes).value();
  const auto prepared = detector->prepare({});
  ASSERT_FALSE(prepared.has_value());
  EXPECT_TRUE(contains(prepared.error().message, "without edges")) << prepared.error().message;
}

TEST(DetectorTorch, AccuracyIsThatOfTheTestNodesWhoseClassIsKnown) {
  ShiftedData data = shiftedData("sbm:200,signal=5", ShiftKind::Structure);
  bool first = true;
  for (std::size_t u = 0; u < 200; ++u)
    if (data.idTest[u] != 0) {
      if (!first) data.training.labels[u] = -1;
      first = false;
    }
  const auto detector = detectorOf("msp", quickOptions("msp"), data);
  trained(*detector, 1, 10);
  EXPECT_EQ(detector->evaluate({}, {})->idAccuracy, 1);
}

TEST(DetectorTorch, WordsAreDividedByTheSumOfTheirRow) {
  // The scale of a row of a bag of words is gone; with features as stored it is not.
  ShiftedData data = shiftedData("citation:120", ShiftKind::Label), scaled = data;
  const Features& words = data.training.features;
  ASSERT_TRUE(words.isSparse());
  std::vector<float> values;
  for (std::int64_t row = 0; row < words.rows(); ++row)
    for (std::size_t i = 0; i < words.sparseRow(row).columns.size(); ++i)
      values.push_back(words.sparseRow(row).value(i) * static_cast<float>(1 + row % 4 * 3));
  scaled.training.features =
      Features::sparse(words.rows(), words.columns(), {words.offsets().begin(), words.offsets().end()},
                       {words.indices().begin(), words.indices().end()}, values);
  for (const FeatureScaling scaling : {FeatureScaling::Auto, FeatureScaling::RowL1, FeatureScaling::Raw}) {
    DetectorOptions options = quickOptions("msp");
    options.featureScaling = scaling;
    const double one = trained(*detectorOf("msp", options, data), 1, 1)[0].trainNll,
                 two = trained(*detectorOf("msp", options, scaled), 1, 1)[0].trainNll;
    if (scaling == FeatureScaling::Raw)
      EXPECT_GT(std::abs(one - two), 1e-3);
    else
      EXPECT_NEAR(one, two, 1e-5);
  }
}

// ---- Scores

TEST_P(EveryDetector, EveryScoreIsThereOnceWithItsControlAndOfTheRightLength) {
  for (const ShiftKind kind :
       {ShiftKind::Label, ShiftKind::Structure, ShiftKind::Feature, ShiftKind::Local}) {
    const ShiftedData data = shiftedData("sbm:80", kind);
    const auto detector = detectorOf(GetParam(), quickOptions(GetParam()), data);
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
    const bool noisy = std::string(GetParam()).starts_with("sispde");
    EXPECT_EQ(names.contains("aleatoric"), noisy);
    EXPECT_EQ(names.contains("epistemic"), noisy);
    EXPECT_EQ(evaluation.prediction.size(), 80u);
    EXPECT_EQ(evaluation.probabilities.size(), 80u * 4);
  }
}

TEST_P(EveryDetector, ThePrimaryScoreIsOneOfThoseThatAreThere) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  for (const char* primary :
       {"total", "aleatoric", "epistemic", "energy", "energy-prop", "gnnsafe", "msp", "matern-energy"})
    for (const bool noise : {true, false}) {
      DetectorOptions options = quickOptions(GetParam());
      options.primary = primary;
      options.noise = noise;
      std::vector<std::string> notes;
      const auto detector = makeDetector({GetParam(), options, 1}, data, notes);
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

TEST(DetectorTorch, ShuffledScoresSmoothTheSameEnergiesOverOtherNodes) {
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

TEST(DetectorTorch, WatchedPathsStartAtOnePointAndEndAtTheProbabilitiesThatAreScored) {
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

TEST(DetectorTorch, WatchingChangesNoScoreAndANetworkWithoutPathsHasNone) {
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

TEST_P(EveryDetector, AWatchedNodeThatIsNotThereIsRefusedOrLeftOut) {
  const auto detector =
      detectorOf(GetParam(), quickOptions(GetParam()), shiftedData("sbm:80", ShiftKind::Structure));
  for (const NodeId node : {-1, 80}) {
    const auto evaluation = detector->evaluate({node}, {});
    if (evaluation) EXPECT_TRUE(evaluation->watched.empty()) << node;
  }
}

TEST_P(EveryDetector, DropoutPlaysNoPartInAScoring) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  DetectorOptions none = quickOptions(GetParam()), half = none;
  none.dropout = 0;
  half.dropout = 0.5;
  const auto one = detectorOf(GetParam(), none, data), two = detectorOf(GetParam(), half, data);
  EXPECT_NE(trained(*one, 1, 1), trained(*two, 1, 1));
  ASSERT_TRUE(two->setWeights(one->weights()).has_value());
  EXPECT_TRUE(sameScores(one->evaluate({}, {}).value(), two->evaluate({}, {}).value()));
}

TEST(DetectorTorch, MspAndGnnsafeAreOneNetwork) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
  const auto msp = detectorOf("msp", quickOptions("msp"), data),
             gnnsafe = detectorOf("gnnsafe", quickOptions("gnnsafe"), data);
  EXPECT_EQ(trained(*msp, 1, 4), trained(*gnnsafe, 1, 4));
  const Evaluation one = msp->evaluate({}, {}).value(), two = gnnsafe->evaluate({}, {}).value();
  EXPECT_TRUE(sameScores(one, two));
  EXPECT_EQ(one.primary, "msp");
  EXPECT_EQ(two.primary, "gnnsafe");
}

// ---- Times

TEST_P(EveryDetector, NoPhaseTakesLessThanNoTime) {
  const ShiftedData data = shiftedData("sbm:1500", ShiftKind::Structure);
  const auto detector = detectorOf(GetParam(), quickOptions(GetParam()), data);
  for (int epoch = 1; epoch <= 2; ++epoch) {
    trained(*detector, epoch, epoch);
    ASSERT_TRUE(detector->evaluate({}, {}).has_value());
    const PhaseTimes times = detector->takeTimes();
    for (const double seconds :
         {times.noise, times.forward, times.backward, times.validation, times.evaluation})
      EXPECT_GE(seconds, 0) << "epoch " << epoch;
    EXPECT_GT(times.forward, 0);
    EXPECT_GT(times.evaluation, 0);
    EXPECT_EQ(detector->takeTimes().evaluation, 0);
  }
}

// ---- All options together

TEST(DetectorTorch, AnyOptionsTrainOrAreRefusedWithASentence) {
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
    const std::string name = allDetectors[random.below(5)];
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

// ---- Cora

// Scored by one of its scores after so many epochs of the reference preset, seed 0.
struct CoraRun {
  double accuracy = 0, auroc = 0;
};
void trainOnCora(const std::string& name, const std::string& score, int epochs, CoraRun& found) {
  SISPDE_REAL_DATA(path, "cora.npz");
  const ShiftedData data =
      applyShift(openDataset(path).value(), {.kind = ShiftKind::Label, .seed = 0}).value();
  DetectorOptions options = withPreset(name, "reference").value();
  options.epochs = epochs;
  std::vector<std::string> notes;
  RunOptions run;
  run.idTest = data.idTest;
  run.oodTest = data.oodTest;
  sispde::Run running(makeDetector({name, options, 0}, data, notes).value(), run);
  const auto last = runToEnd(running);
  ASSERT_TRUE(last.has_value()) << last.error().sentence();
  found.accuracy = last->scoring->evaluation.idAccuracy;
  for (const ScoreMetrics& each : last->scoring->metrics)
    if (each.name == score) found.auroc = each.metrics.auroc;
}

TEST(DetectorTorch, MspOnCoraAgreesWithThePublishedFigure) {
  CoraRun found;
  trainOnCora("msp", "msp", 200, found);
  if (IsSkipped() || HasFatalFailure()) return;
  EXPECT_GT(found.accuracy, 0.86);
  EXPECT_NEAR(found.auroc, 0.911, 0.02);
}

TEST(DetectorTorch, SispdeLearnsCoraInFortyEpochs) {
  CoraRun found;
  trainOnCora("sispde", "energy-prop", 40, found);
  if (IsSkipped() || HasFatalFailure()) return;
  EXPECT_GT(found.accuracy, 0.78);
  EXPECT_GT(found.auroc, 0.9);
}

}  // namespace
}  // namespace sispde
