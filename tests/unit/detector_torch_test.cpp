// Detectors as a Run uses them: what an epoch and the selection may depend on, and what an epoch that does not come to its end
// leaves behind.

#include <set>
#include <thread>

#include <gtest/gtest.h>

#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/train/run.h"
#include "tests/unit/small_training.h"

namespace sispde {
namespace {

using testing::detectorOf;
using testing::quickOptions;
using testing::sameScores;
using testing::shiftedData;
using testing::trained;

TEST(DetectorTorch, EqualSeedsGiveEqualNumbersAndOthersDoNot) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    const ShiftedData data = shiftedData("sbm:80", ShiftKind::Feature);
    const DetectorOptions options = quickOptions(which);
    const auto one = detectorOf(which, options, data, 7), two = detectorOf(which, options, data, 7),
               other = detectorOf(which, options, data, 8);
    EXPECT_NE(one->weights(), other->weights());
    EXPECT_EQ(trained(*one, 1, 4), trained(*two, 1, 4));
    EXPECT_EQ(one->weights(), two->weights());
    EXPECT_EQ(one->optimiser(), two->optimiser());
    EXPECT_TRUE(sameScores(one->evaluate({}, {}).value(), two->evaluate({}, {}).value()));
  }
}

TEST(DetectorTorch, AScoringChangesNothingAndGivesTheSameWheneverItIsAsked) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
    const auto asked = detectorOf(which, quickOptions(which), data),
               left = detectorOf(which, quickOptions(which), data);
    for (int epoch = 1; epoch <= 4; ++epoch) {
      const Evaluation first = asked->evaluate({1, 2}, {}).value();
      EXPECT_TRUE(sameScores(first, asked->evaluate({}, {}).value()));
      EXPECT_EQ(trained(*asked, epoch, epoch), trained(*left, epoch, epoch));
    }
    EXPECT_EQ(asked->weights(), left->weights());
    EXPECT_TRUE(sameScores(asked->evaluate({}, {}).value(), left->evaluate({}, {}).value()));
  }
}

TEST(DetectorTorch, EveryEpochHasNoiseAndDropoutOfItsOwn) {
  const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
  for (const std::string what : {"gcn dropout", "sispde dropout", "sispde noise", "sispde white"}) {
    SCOPED_TRACE(what);
    const std::string name = what.substr(0, what.find(' '));
    DetectorOptions options = quickOptions(name);
    options.dropout = what.ends_with("dropout") ? 0.4 : 0;
    options.noise = !what.ends_with("dropout");
    if (what.ends_with("white")) options.kernel = KernelKind::White;
    const auto detector = detectorOf(name, options, data);
    const ModelState start = detector->weights();
    std::set<double> seen;
    for (const int epoch : {1, 2, 3, 2, 1}) {
      seen.insert(trained(*detector, epoch, epoch)[0].trainNll);
      ASSERT_TRUE(detector->setWeights(start).has_value());
    }
    EXPECT_EQ(seen.size(), 3u);  // the same for the same epoch
  }
}

TEST(DetectorTorch, ASetStateGoesOnAsIfItHadNeverStopped) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
    DetectorOptions options = quickOptions(which);
    options.dropout = 0.3;
    const auto whole = detectorOf(which, options, data), late = detectorOf(which, options, data);
    trained(*whole, 1, 3);
    ASSERT_TRUE(late->setWeights(whole->weights()).has_value());
    ASSERT_TRUE(late->setOptimiser(whole->optimiser()).has_value());
    EXPECT_EQ(trained(*whole, 4, 7), trained(*late, 4, 7));
    EXPECT_EQ(whole->weights(), late->weights());
    EXPECT_EQ(whole->optimiser(), late->optimiser());
  }
}

// A data set on which every parallel loop has several blocks.
TEST(DetectorTorch, NumbersDoNotDependOnTheNumberOfThreads) {
  for (const ShiftKind kind : {ShiftKind::Structure, ShiftKind::Label}) {
    const ShiftedData data = shiftedData("sbm:1500,degree=6", kind);
    for (const std::string name : {"gcn", "msp", "gebm", "gnsd", "sispde"}) {
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

TEST(DetectorTorch, TheOodSetChangesNoWeightAndNoSelection) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    const Dataset whole = generateDataset("sbm:80", 3).value();
    const DetectorOptions options = quickOptions(which);
    const ShiftedData data = shiftedData("sbm:80", ShiftKind::Structure);
    const Outcome expected = outcomeOf(which, options, data);
    EXPECT_EQ(expected.epochs.size(), 10u);
    EXPECT_GT(expected.bestEpoch, 0);

    EXPECT_EQ(outcomeOf(which, options, shiftedData("sbm:80", ShiftKind::Structure, 2)), expected);
    EXPECT_EQ(outcomeOf(which, options, shiftedData("sbm:80", ShiftKind::Feature)), expected);
    ShiftedData other = data;  // a denser graph, wild features and labels, and few of its nodes
    other.test = generateDataset("sbm:80,degree=20", 9).value();
    other.test.features = generateDataset("sbm:80,signal=50", 8).value().features;
    std::fill(other.oodTest.begin() + 7, other.oodTest.end(), std::uint8_t{0});
    EXPECT_EQ(outcomeOf(which, options, other), expected);
    ShiftedData same = data;  // OOD nodes named in the training graph
    same.test = same.training;
    same.wholeGraph = false;
    same.oodTest = same.training.splits[0].train;
    EXPECT_EQ(outcomeOf(which, options, same), expected);
  }
}

TEST(DetectorTorch, LabelsOutsideTheTrainingNodesChangeNoWeight) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
    ShiftedData other = data;
    for (std::size_t u = 0; u < other.training.labels.size(); ++u)
      if (data.training.splits[0].train[u] == 0)
        other.training.labels[u] = (other.training.labels[u] + 1) % 4;
    other.test = other.training;
    const auto one = detectorOf(which, quickOptions(which), data),
               two = detectorOf(which, quickOptions(which), other);
    const auto mine = trained(*one, 1, 4), theirs = trained(*two, 1, 4);
    EXPECT_NE(mine, theirs);  // the validation's labels are seen there
    EXPECT_EQ(one->weights(), two->weights());
  }
}

TEST(DetectorTorch, ACancelledEpochChangesNothingAndIsDoneAgainWithTheSameNumbers) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    const ShiftedData data = shiftedData("sbm:1500,degree=6", ShiftKind::Structure);
    DetectorOptions options = quickOptions(which);
    options.hidden = 32;
    options.trainSamples = 2;
    options.dropout = 0.2;
    options.noiseBank = 1;
    options.noiseRefresh = 1;
    const auto calm = detectorOf(which, options, data), troubled = detectorOf(which, options, data);
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
}

TEST(DetectorTorch, ACancelledScoringOrPreparationCanBeAskedForAgain) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    const ShiftedData data = shiftedData("sbm:400,degree=6", ShiftKind::Structure);
    const DetectorOptions options = quickOptions(which);
    const auto calm = detectorOf(which, options, data);
    const Evaluation expected = calm->evaluate({}, {}).value();
    std::vector<std::string> notes;
    const auto troubled = makeDetector({which, options, 5}, data, notes).value();
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
}

TEST(DetectorTorch, AStateThatDoesNotFitIsRefusedAndNothingChanges) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    const ShiftedData data = shiftedData("sbm:80", ShiftKind::Label);
    const auto detector = detectorOf(which, quickOptions(which), data);
    trained(*detector, 1, 1);
    DetectorOptions wide = quickOptions(which);
    wide.hidden = 9;
    const auto other = detectorOf(which, wide, data);
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
}

TEST(DetectorTorch, LabelLeaveOutWithOneIdClassTakesTheLastEpoch) {
  const ShiftedData data = shiftedData("minesweeper:12x12", ShiftKind::Label);
  for (const std::string name : {"gcn", "gnsd", "sispde"}) {
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

TEST(DetectorTorch, NoPhaseTakesLessThanNoTime) {
  for (const std::string which : testing::trainedDetectors) {
    SCOPED_TRACE(which);

    const ShiftedData data = shiftedData("sbm:1500", ShiftKind::Structure);
    const auto detector = detectorOf(which, quickOptions(which), data);
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
}

}  // namespace
}  // namespace sispde
