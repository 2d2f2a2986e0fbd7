// A Run that is stopped, kept in a file and taken up by another Run.

#include "tests/unit/fake_detector.h"
#include "tests/unit/temporary_folder.h"

namespace sispde {
namespace {

using testing::expectSameRun;
using testing::fakeOptions;
using testing::fakeRun;
using testing::plan;
using testing::RunPointer;
using testing::SharedPlan;
using testing::TemporaryFolder;

class RunResumeTest : public ::testing::Test {
 protected:
  RunResumeTest() {
    options_.checkpointPath = folder_.file("run.npz");
    options_.scoreEvery = 2;
  }

  // Stopped in slice 1 of an epoch; the kernel changes after epoch 2 where ν is not 0.
  void stopIn(int inEpoch, double nu = 0) {
    const SharedPlan p = plan();
    RunPointer run;
    p->onSlice = [&](char work, int epoch, int slice) {
      if (work != 'e' || slice != 1) return;
      if (epoch == 2 && nu != 0) EXPECT_TRUE(run->setKernel({.nu = nu}).has_value());
      if (epoch == inEpoch) EXPECT_TRUE(run->stop());
    };
    run = fakeRun(p, options_);
    run->start();
    run->wait();
    EXPECT_EQ(run->snapshot()->epoch, inEpoch - 1);
  }

  // A new run of what was written.
  RunPointer takenUp(const SharedPlan& p = plan()) const {
    auto run = fakeRun(p, options_);
    const auto restored = run->restore(readCheckpoint(options_.checkpointPath).value());
    EXPECT_TRUE(restored.has_value()) << restored.error().sentence();
    return run;
  }

  Result<void> restoredWith(RunOptions options) const {
    return fakeRun(plan(), std::move(options))->restore(readCheckpoint(options_.checkpointPath).value());
  }

  TemporaryFolder folder_;
  RunOptions options_ = fakeOptions();
};

TEST_F(RunResumeTest, GivesTheNumbersOfARunThatNeverStopped) {
  const auto whole = fakeRun(plan(), options_);
  ASSERT_TRUE(runToEnd(*whole).has_value());
  for (int epoch = 1; epoch <= 6; ++epoch) {
    SCOPED_TRACE(epoch);
    stopIn(epoch);
    const auto run = takenUp();
    EXPECT_EQ(run->state(), RunState::Idle);
    EXPECT_EQ(run->snapshot()->epoch, epoch - 1);
    EXPECT_EQ(run->snapshot()->history->epochs.size(), static_cast<std::size_t>(epoch - 1));
    ASSERT_TRUE(runToEnd(*run).has_value());
    expectSameRun(*run, *whole);
  }
}

TEST_F(RunResumeTest, ALookScoresWhatWasKeptAndGoesNoFurther) {
  const auto whole = fakeRun(plan(), options_);
  ASSERT_TRUE(runToEnd(*whole).has_value());
  stopIn(4);  // three epochs; only every second one is scored by itself
  const SharedPlan p = plan();
  const auto run = takenUp(p);
  ASSERT_TRUE(run->canLook());
  EXPECT_TRUE(run->look());
  run->wait();
  EXPECT_EQ(run->state(), RunState::Paused);
  EXPECT_EQ(run->snapshot()->epoch, 3);
  ASSERT_NE(run->snapshot()->scoring, nullptr);
  EXPECT_EQ(run->snapshot()->scoring->epoch, 3);
  EXPECT_EQ(p->evaluationCount, 1);
  EXPECT_FALSE(run->look());  // it has begun
  EXPECT_TRUE(run->resume());
  run->wait();
  expectSameRun(*run, *whole);
}

TEST_F(RunResumeTest, ALookAtAFinishedRunGivesItsFinalScores) {
  const auto whole = fakeRun(plan(), options_);
  ASSERT_TRUE(runToEnd(*whole).has_value());
  const auto run = takenUp();
  EXPECT_TRUE(run->look());
  run->wait();
  EXPECT_EQ(run->state(), RunState::Done);
  EXPECT_FALSE(run->canStart());
  expectSameRun(*run, *whole);
}

TEST_F(RunResumeTest, ALookCanBeInterrupted) {
  stopIn(4);
  const SharedPlan p = plan();
  RunPointer run;
  p->onSlice = [&](char work, int, int slice) {
    if (work == 's' && slice == 1 && p->evaluationCount == 0) run->stop();
  };
  run = takenUp(p);
  EXPECT_TRUE(run->look());
  run->wait();
  EXPECT_EQ(run->state(), RunState::Done);
  EXPECT_EQ(run->snapshot()->epoch, 3);
  EXPECT_EQ(run->snapshot()->scoring, nullptr);
}

TEST_F(RunResumeTest, GivesTheSameNumbersWhenStoppedAfterEveryEpoch) {
  const auto whole = fakeRun(plan());
  ASSERT_TRUE(runToEnd(*whole).has_value());
  stopIn(1);
  for (int epoch = 1; epoch <= 6; ++epoch) {
    const auto run = takenUp();
    run->step();
    run->wait();
    EXPECT_EQ(run->snapshot()->epoch, epoch);
    run->stop();
    run->wait();
  }
  const auto last = takenUp();
  ASSERT_TRUE(runToEnd(*last).has_value());
  expectSameRun(*last, *whole);
}

TEST_F(RunResumeTest, KeepsForksAndKernel) {
  const auto whole = fakeRun(plan(), options_);
  whole->step();
  whole->wait();
  whole->step();
  whole->wait();
  ASSERT_TRUE(whole->setKernel({.nu = 3}).has_value());
  whole->resume();
  whole->wait();
  stopIn(5, 3);
  const auto run = takenUp();
  ASSERT_TRUE(runToEnd(*run).has_value());
  EXPECT_EQ(run->snapshot()->history->forks, (std::vector<Fork>{{2, {.nu = 1}, {.nu = 3}}}));
  expectSameRun(*run, *whole);
}

TEST_F(RunResumeTest, InterruptedWhileItSetsTheKernelPreparesTheDetectorOnce) {
  stopIn(5, 3);
  const SharedPlan p = plan();
  RunPointer run;
  bool asked = false;
  p->onSlice = [&](char work, int, int slice) {
    if (!asked && work == 'k' && slice == 2) asked = run->pause();
  };
  run = takenUp(p);
  run->start();
  run->wait();
  EXPECT_EQ(run->state(), RunState::Paused);
  run->resume();
  run->wait();
  EXPECT_EQ(run->state(), RunState::Done);
  EXPECT_EQ(p->prepareCount, 1);
}

TEST_F(RunResumeTest, OfAFinishedRunScoresItAgain) {
  const auto whole = fakeRun(plan(), options_);
  ASSERT_TRUE(runToEnd(*whole).has_value());
  const SharedPlan p = plan();
  const auto run = takenUp(p);
  ASSERT_TRUE(runToEnd(*run).has_value());
  expectSameRun(*run, *whole);
  EXPECT_EQ(run->snapshot()->times.forward, 0);
}

TEST_F(RunResumeTest, KeepsTheNaNsOfTheHistory) {
  const SharedPlan p = plan();
  p->validationNll = {2, std::nan(""), 1, 3, 4, 5};
  const auto run = fakeRun(p, options_);
  ASSERT_TRUE(runToEnd(*run).has_value());
  const Checkpoint read = readCheckpoint(options_.checkpointPath).value();
  EXPECT_TRUE(std::isnan(read.history.epochs[1].validationNll));
  EXPECT_EQ(read.bestEpoch, 3);
}

TEST_F(RunResumeTest, OfAnotherIdentityIsRefusedAndSaysWhatDiffers) {
  stopIn(3);
  RunOptions other = options_;
  other.identity = R"({"seed": 2, "data": "abc", "new": true})";
  const auto refused = restoredWith(other);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().kind, ErrorKind::Input);
  EXPECT_NE(refused.error().message.find("\"seed\" (2 in this run, 1 in the checkpoint)"), std::string::npos)
      << refused.error().message;
  EXPECT_NE(refused.error().message.find("\"new\""), std::string::npos);
  EXPECT_EQ(refused.error().message.find("\"data\""), std::string::npos);
  other.identity = "";
  EXPECT_FALSE(restoredWith(other).has_value());
}

TEST_F(RunResumeTest, AcceptsTheSameIdentityInAnotherOrder) {
  stopIn(3);
  RunOptions other = options_;
  other.identity = R"({"data":"abc","seed":1})";
  EXPECT_TRUE(restoredWith(other).has_value());
}

TEST_F(RunResumeTest, IsRefusedByARunThatHasBegun) {
  stopIn(3);
  const auto run = fakeRun(plan(), options_);
  run->step();
  run->wait();
  EXPECT_FALSE(run->restore(readCheckpoint(options_.checkpointPath).value()).has_value());
  EXPECT_EQ(run->snapshot()->epoch, 1);
}

TEST_F(RunResumeTest, IsRefusedByAShorterRunAndByADetectorWithoutKernel) {
  stopIn(5);
  const Checkpoint checkpoint = readCheckpoint(options_.checkpointPath).value();
  SharedPlan p = plan();
  p->epochs = 3;
  EXPECT_FALSE(fakeRun(p, options_)->restore(checkpoint).has_value());
  p = plan();
  p->hasKernel = false;
  EXPECT_FALSE(fakeRun(p, options_)->restore(checkpoint).has_value());
}

TEST_F(RunResumeTest, ArraysThatDoNotFitTheDetectorMakeTheRunFail) {
  stopIn(3);
  Checkpoint checkpoint = readCheckpoint(options_.checkpointPath).value();
  checkpoint.weights.pop_back();
  const auto run = fakeRun(plan(), options_);
  ASSERT_TRUE(run->restore(checkpoint).has_value());
  run->start();
  run->wait();
  EXPECT_EQ(run->state(), RunState::Failed);
  EXPECT_EQ(run->snapshot()->message, "The weights do not fit.");
}

TEST_F(RunResumeTest, WritesAtItsCadence) {
  options_.checkpointEvery = 2;
  std::vector<int> written;
  options_.listener = [&](const Snapshot& snapshot) {
    const auto read = readCheckpoint(options_.checkpointPath);
    if (read && (written.empty() || written.back() != read->epoch)) written.push_back(read->epoch);
    if (read) EXPECT_LE(read->epoch, snapshot.epoch);
  };
  const auto run = fakeRun(plan(), options_);
  ASSERT_TRUE(runToEnd(*run).has_value());
  EXPECT_EQ(written, (std::vector<int>{2, 4, 6}));
}

TEST_F(RunResumeTest, WritesNothingWithoutAPath) {
  options_.checkpointPath.clear();
  options_.checkpointEvery = 1;
  const auto run = fakeRun(plan(), options_);
  ASSERT_TRUE(runToEnd(*run).has_value());
  EXPECT_EQ(folder_.fileCount(), 0u);
}

}  // namespace
}  // namespace sispde
