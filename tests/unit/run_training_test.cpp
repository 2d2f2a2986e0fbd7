// What a Run makes of its Detector: selection, scores, failures.

#include "tests/unit/fake_detector.h"
#include "tests/unit/temporary_folder.h"

namespace sispde {
namespace {

using testing::fakeOptions;
using testing::fakeRun;
using testing::plan;
using testing::RunPointer;
using testing::SharedPlan;
using testing::TemporaryFolder;
using testing::trainAlone;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

// A run of these validation NLLs, to its end.
RunPointer selected(const std::vector<double>& validationNll, bool takesLast = false) {
  const SharedPlan p = plan();
  p->epochs = static_cast<int>(validationNll.size());
  p->validationNll = validationNll;
  p->takesLast = takesLast;
  auto run = fakeRun(p);
  run->start();
  run->wait();
  return run;
}

TEST(RunSelectionTest, TakesTheFirstOfTheSmallestValidationNlls) {
  const auto run = selected({3, 1, 2, 1, 4});
  EXPECT_EQ(run->snapshot()->bestEpoch, 2);
  EXPECT_EQ(run->snapshot()->scoring->epoch, 2);
  const Checkpoint kept = run->checkpoint().value();
  EXPECT_EQ(kept.best, trainAlone(2).weights);
  EXPECT_EQ(kept.weights, trainAlone(5).weights);
  EXPECT_EQ(kept.bestNll, 1);
}

TEST(RunSelectionTest, TakesTheFirstOfTheHighestAccuraciesWhereTheDetectorJudgesByThem) {
  const SharedPlan p = plan();
  p->epochs = 4;
  p->validationNll = {1, 2, 3, 0.5};
  p->validationAccuracy = {0.25, 0.75, 0.75, 0.5};
  const auto run = fakeRun(p);
  run->start();
  run->wait();
  EXPECT_EQ(run->snapshot()->bestEpoch, 2);
  EXPECT_EQ(run->checkpoint().value().bestNll, 2);
  EXPECT_EQ(run->checkpoint().value().best, trainAlone(2).weights);
}

TEST(RunSelectionTest, EndsWhereTheDetectorHasEnough) {
  const SharedPlan p = plan();
  p->epochs = 6;
  p->doneAfter = 4;
  const auto run = fakeRun(p);
  EXPECT_EQ(run->snapshot()->epochCount, 6);
  run->start();
  run->wait();
  EXPECT_EQ(run->state(), RunState::Done);
  EXPECT_EQ(run->snapshot()->epoch, 4);
  EXPECT_EQ(run->snapshot()->epochCount, 4);
  EXPECT_FALSE(run->canStart());
  EXPECT_EQ(run->checkpoint().value().weights, trainAlone(4).weights);
  ASSERT_TRUE(run->snapshot()->scoring);
  // Taken up again there is nothing left but the scoring.
  const auto again = fakeRun(p);
  ASSERT_TRUE(again->restore(run->checkpoint().value()));
  again->start();
  again->wait();
  testing::expectSameRun(*again, *run);
}

TEST(RunSelectionTest, NeverTakesANaN) {
  EXPECT_EQ(selected({nan, 5, nan, 7})->snapshot()->bestEpoch, 2);
}

TEST(RunSelectionTest, TakesTheLastEpochWhereTheDetectorAsksForIt) {
  const auto run = selected({3, 1, nan}, true);
  EXPECT_EQ(run->snapshot()->bestEpoch, 3);
  EXPECT_EQ(run->checkpoint().value().best, trainAlone(3).weights);
}

TEST(RunSelectionTest, WithoutAnyFiniteNllTheRunFails) {
  const auto run = selected({nan, infinity, nan});
  EXPECT_EQ(run->state(), RunState::Failed);
  EXPECT_NE(run->snapshot()->message.find("validation NLL"), std::string::npos);
  EXPECT_EQ(run->checkpoint().value().weights, trainAlone(3).weights);
}

TEST(RunSelectionTest, IsScoredWithTheWeightsOfTheSelectedEpoch) {
  const auto run = selected({3, 1, 2, 4}), shorter = selected({3, 1});
  EXPECT_EQ(run->snapshot()->scoring->evaluation.scores[0].id,
            shorter->snapshot()->scoring->evaluation.scores[0].id);
}

TEST(RunScoringTest, TheWeightsOfTheLatestScoresAreKept) {
  RunOptions options = fakeOptions();
  options.scoreEvery = 2;
  const SharedPlan p = plan();
  p->epochs = 4;
  p->validationNll = {1, 2, 3, 4};
  const auto run = fakeRun(p, options);
  EXPECT_FALSE(run->scoredWeights());
  const auto step = [&] {
    run->step();
    run->wait();
  };
  for (int i = 0; i < 3; ++i) step();
  ASSERT_TRUE(run->scoredWeights());
  EXPECT_EQ(run->snapshot()->scoring->epoch, 2);
  EXPECT_EQ(run->scoredWeights()->epoch, 2);  // neither the best epoch nor the last
  EXPECT_EQ(*run->scoredWeights()->weights, trainAlone(2).weights);
  run->resume();
  run->wait();
  EXPECT_EQ(run->scoredWeights()->epoch, 1);
  EXPECT_EQ(*run->scoredWeights()->weights, run->checkpoint().value().best);
}

TEST(RunSelectionTest, OodNodesChangeNoWeightAndNoChoice) {
  RunOptions options = fakeOptions();
  options.scoreEvery = 1;
  const auto run = fakeRun(plan(), options);
  options.oodTest = {1, 0, 0, 0, 0, 0, 0, 1};
  const auto other = fakeRun(plan(), options);
  const Snapshot a = runToEnd(*run).value(), b = runToEnd(*other).value();
  EXPECT_NE(a.scoring->metrics[0].metrics.oodCount, b.scoring->metrics[0].metrics.oodCount);
  EXPECT_EQ(a.bestEpoch, b.bestEpoch);
  EXPECT_EQ(run->checkpoint().value().weights, other->checkpoint().value().weights);
  EXPECT_EQ(run->checkpoint().value().best, other->checkpoint().value().best);
}

TEST(RunScoringTest, HappensAtItsCadenceAndAtTheEnd) {
  RunOptions options = fakeOptions();
  options.scoreEvery = 2;
  std::vector<int> scored;
  options.listener = [&](const Snapshot& snapshot) {
    if (snapshot.scoring && (scored.empty() || scored.back() != snapshot.scoring->epoch))
      scored.push_back(snapshot.scoring->epoch);
  };
  const SharedPlan p = plan();
  p->validationNll = {1, 2, 3, 4, 5, 6};
  const auto run = fakeRun(p, options);
  ASSERT_TRUE(runToEnd(*run).has_value());
  EXPECT_EQ(scored, (std::vector<int>{2, 4, 1}));
  EXPECT_EQ(p->evaluationCount, 3);
}

TEST(RunScoringTest, ThatWasInterruptedIsDoneAfterwardsWithTheKernelOfItsEpoch) {
  RunOptions options = fakeOptions();
  options.scoreEvery = 3;
  const SharedPlan p = plan();
  RunPointer run;
  bool asked = false;
  std::vector<double> inside;  // the part of the scores that is ν
  options.listener = [&](const Snapshot& snapshot) {
    if (snapshot.scoring && snapshot.scoring->epoch == 3) inside = snapshot.scoring->evaluation.scores[0].id;
  };
  p->onSlice = [&](char work, int, int slice) {
    if (!asked && work == 's' && slice == 2) asked = run->pause();
  };
  run = fakeRun(p, options);
  run->start();
  run->wait();
  EXPECT_EQ(run->state(), RunState::Paused);
  EXPECT_EQ(run->snapshot()->epoch, 3);
  EXPECT_FALSE(run->snapshot()->scoring);
  ASSERT_TRUE(run->setKernel({.nu = 3}).has_value());
  run->resume();
  run->wait();

  const auto plain = fakeRun(plan(), options);
  const std::vector<double> interrupted = std::exchange(inside, {});
  ASSERT_TRUE(runToEnd(*plain).has_value());
  EXPECT_EQ(interrupted, inside);
}

TEST(RunScoringTest, SaysWhyAMetricIsNotDefined) {
  const auto run = fakeRun(plan());
  const Snapshot last = runToEnd(*run).value();
  ASSERT_EQ(last.scoring->metrics.size(), 2u);
  EXPECT_EQ(last.scoring->metrics[0].error, "");
  EXPECT_EQ(last.scoring->metrics[0].metrics.idCount, 4);
  EXPECT_EQ(last.scoring->metrics[1].name, "undefined");
  EXPECT_NE(last.scoring->metrics[1].error, "");
}

TEST(RunScoringTest, WithAMaskOfAnotherSizeSaysSo) {
  const Scoring scoring = scoringOf(1, {.scores = {{"s", {1, 2}, {3, 4}}}}, {1, 1, 1}, {1, 1}, {});
  EXPECT_NE(scoring.metrics[0].error.find("2 scores"), std::string::npos);
}

TEST(RunScoringTest, HoldsTheNodesThatAreWatched) {
  const auto run = fakeRun(plan());
  EXPECT_TRUE(run->watch({3, 5}));
  EXPECT_FALSE(run->watch({8}));
  EXPECT_FALSE(run->watch({-1}));
  const Snapshot last = runToEnd(*run).value();
  ASSERT_EQ(last.scoring->evaluation.watched.size(), 2u);
  EXPECT_EQ(last.scoring->evaluation.watched[1].node, 5);
}

void expectFailedAfter(const Run& run, int epoch, const std::string& why) {
  EXPECT_EQ(run.state(), RunState::Failed);
  EXPECT_NE(run.snapshot()->message.find(why), std::string::npos) << run.snapshot()->message;
  ASSERT_TRUE(run.error().has_value());
  EXPECT_EQ(run.snapshot()->epoch, epoch);
  EXPECT_FALSE(run.canStart() || run.canPause() || run.canResume() || run.canStep() || run.canStop());
}

// Each kind of bad end in epoch 4: the three whole epochs stay, and are in the checkpoint.
void expectTheWholeEpochsAreKept(const SharedPlan& p, const std::string& why) {
  const TemporaryFolder folder;
  RunOptions options = fakeOptions();
  options.checkpointPath = folder.file("run.npz");
  const auto run = fakeRun(p, options);
  run->start();
  run->wait();
  expectFailedAfter(*run, 3, why);
  const auto alone = trainAlone(3);
  EXPECT_EQ(run->checkpoint().value().weights, alone.weights);
  const auto written = readCheckpoint(options.checkpointPath);
  ASSERT_TRUE(written.has_value());
  EXPECT_EQ(written->weights, alone.weights);
  EXPECT_EQ(written->optimiser, alone.optimiser);
  EXPECT_EQ(written->history.epochs, alone.reports);
}

TEST(RunFailureTest, OfAnEpochKeepsTheLastWholeOne) {
  const SharedPlan p = plan();
  p->failAt = 4;
  expectTheWholeEpochsAreKept(p, "The loss of epoch 4 is not finite.");
}

TEST(RunFailureTest, ByAnExceptionKeepsTheLastWholeEpoch) {
  const SharedPlan p = plan();
  p->throwAt = 4;
  expectTheWholeEpochsAreKept(p, "out of luck");
}

TEST(RunFailureTest, ByAnExceptionOfAnyTypeKeepsTheLastWholeEpoch) {
  const SharedPlan p = plan();
  p->throwAt = 4;
  p->throwNumber = true;
  expectTheWholeEpochsAreKept(p, "not known");
}

TEST(RunFailureTest, ADetectorThatGivesUpUnaskedHasFailed) {
  const SharedPlan p = plan();
  p->giveUpAt = 4;
  expectTheWholeEpochsAreKept(p, "gave up");
}

TEST(RunFailureTest, OfThePreparationIsAFailureOfTheRun) {
  const SharedPlan p = plan();
  p->failPreparation = true;
  const auto run = fakeRun(p);
  run->start();
  run->wait();
  expectFailedAfter(*run, 0, "The preparation went wrong.");
}

TEST(RunFailureTest, OfTheFinalScoresKeepsAllEpochs) {
  const SharedPlan p = plan();
  p->failEvaluation = true;
  const auto run = fakeRun(p);
  run->start();
  run->wait();
  expectFailedAfter(*run, 6, "The scores are not finite.");
}

TEST(RunFailureTest, ToWriteACheckpointIsSaidAndDoesNotEndTheRun) {
  const TemporaryFolder folder;
  RunOptions options = fakeOptions();
  options.checkpointPath = folder.file("not/there/run.npz");
  options.checkpointEvery = 1;
  const auto run = fakeRun(plan(), options);
  const Snapshot last = runToEnd(*run).value();
  EXPECT_EQ(last.epoch, 6);
  EXPECT_NE(last.message.find("No checkpoint"), std::string::npos);
}

}  // namespace
}  // namespace sispde
