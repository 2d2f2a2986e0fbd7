// The states of a Run: which request does what, and what is seen of it.

#include <map>
#include <set>

#include "tests/unit/fake_detector.h"

namespace sispde {
namespace {

using testing::fakeOptions;
using testing::fakeRun;
using testing::finish;
using testing::plan;
using testing::Recorded;
using testing::RunPointer;
using testing::RunUnderTest;
using testing::SharedPlan;
using testing::trainAlone;

using States = std::vector<RunState>;
using enum RunState;

TEST(RunTest, IsIdleUntilItIsStarted) {
  const auto run = fakeRun(plan());
  run->wait();
  EXPECT_EQ(run->state(), Idle);
  EXPECT_EQ(run->snapshot()->epochCount, 6);
  EXPECT_EQ(run->snapshot()->history->epochs.size(), 0u);
  EXPECT_FALSE(run->checkpoint().has_value());
}

TEST(RunTest, GoesThroughPreparingAndRunningToDone) {
  Recorded recorded(plan());
  EXPECT_TRUE(recorded.run->start());
  recorded.run->wait();
  EXPECT_EQ(recorded.states, (States{Preparing, Running, Done}));
}

TEST(RunTest, GivesTheNumbersOfTheDetectorAlone) {
  const auto run = fakeRun(plan());
  run->start();
  run->wait();
  const Checkpoint kept = run->checkpoint().value();
  const auto alone = trainAlone(6);
  EXPECT_EQ(kept.weights, alone.weights);
  EXPECT_EQ(kept.optimiser, alone.optimiser);
  EXPECT_EQ(kept.history.epochs, alone.reports);
}

TEST(RunTest, ShowsTheEpochsInOrder) {
  Recorded recorded(plan());
  recorded.run->start();
  recorded.run->wait();
  EXPECT_TRUE(std::is_sorted(recorded.epochs.begin(), recorded.epochs.end()));
  EXPECT_EQ(std::set<int>(recorded.epochs.begin(), recorded.epochs.end()),
            (std::set<int>{0, 1, 2, 3, 4, 5, 6}));
}

TEST(RunTest, IsWaitedForUntilTheListenerHasSeenTheEnd) {
  std::atomic<bool> begun{false}, seen{false};
  RunOptions options = fakeOptions();
  options.listener = [&](const Snapshot& snapshot) {
    if (snapshot.state != Done) return;
    begun = true;
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    seen = true;
  };
  const auto run = fakeRun(plan(), options);
  run->start();
  while (!begun) std::this_thread::yield();
  run->wait();
  EXPECT_TRUE(seen);
}

TEST(RunTest, AddsUpTheSecondsOfThePhases) {
  const auto run = fakeRun(plan());
  run->start();
  run->wait();
  EXPECT_EQ(run->snapshot()->times.forward, 6);
  EXPECT_EQ(run->snapshot()->times.evaluation, 1);
}

TEST(RunTest, AStepIsOneEpoch) {
  Recorded recorded(plan());
  for (int epoch = 1; epoch <= 6; ++epoch) {
    EXPECT_TRUE(recorded.run->step());
    recorded.run->wait();
    EXPECT_EQ(recorded.run->state(), Paused);
    EXPECT_EQ(recorded.run->snapshot()->epoch, epoch);
  }
  EXPECT_EQ(recorded.run->checkpoint().value().weights, trainAlone(6).weights);
  EXPECT_TRUE(recorded.run->step());
  recorded.run->wait();
  EXPECT_EQ(recorded.run->state(), Done);
  EXPECT_TRUE(recorded.run->snapshot()->scoring);
}

TEST(RunTest, AStepThatIsStoppedEndsInDone) {
  RunOptions options = fakeOptions();
  RunPointer run;
  options.listener = [&](const Snapshot& snapshot) {
    if (snapshot.epoch == 1 && snapshot.state == Running) run->stop();
  };
  run = fakeRun(plan(), options);
  run->step();
  run->wait();
  EXPECT_EQ(run->state(), Done);
  EXPECT_EQ(run->snapshot()->epoch, 1);
}

TEST(RunTest, AfterAStepItCanBeResumed) {
  const auto run = fakeRun(plan());
  run->step();
  run->wait();
  EXPECT_TRUE(run->resume());
  run->wait();
  EXPECT_EQ(run->state(), Done);
  EXPECT_EQ(run->snapshot()->epoch, 6);
}

TEST(RunTest, AStopGoesThroughStoppingToDoneAndSaysWhere) {
  const SharedPlan p = plan();
  Recorded recorded(p);
  p->onSlice = [&](char work, int epoch, int slice) {
    if (work == 'e' && epoch == 4 && slice == 2) recorded.run->stop();
  };
  recorded.run->start();
  recorded.run->wait();
  EXPECT_EQ(recorded.states, (States{Preparing, Running, Stopping, Done}));
  EXPECT_EQ(recorded.run->snapshot()->message, "stopped after epoch 3");
  EXPECT_EQ(recorded.run->checkpoint().value().weights, trainAlone(3).weights);
}

// One letter per request that is possible: start, pause, resume, step, look, stop (x).
std::string possible(const Run& run) {
  return std::string(run.canStart() ? "s" : "") + (run.canPause() ? "p" : "") + (run.canResume() ? "r" : "") +
         (run.canStep() ? "t" : "") + (run.canLook() ? "l" : "") + (run.canStop() ? "x" : "");
}

TEST(RunTest, OffersInEachStateWhatMakesSense) {
  const SharedPlan p = plan();
  RunPointer run;
  std::map<char, std::string> inside;
  p->onSlice = [&](char work, int, int) { inside[work] = possible(*run); };
  run = fakeRun(p);
  EXPECT_EQ(possible(*run), "stl");
  run->step();
  run->wait();
  EXPECT_EQ(run->state(), Paused);
  EXPECT_EQ(possible(*run), "rtx");
  run->stop();
  run->wait();
  EXPECT_EQ(possible(*run), "s");
  run->start();
  run->wait();
  EXPECT_EQ(possible(*run), "");
  EXPECT_EQ(inside, (std::map<char, std::string>{{'p', "px"}, {'e', "px"}, {'s', "px"}}));
}

TEST(RunTest, IgnoresWhatMakesNoSense) {
  const auto run = fakeRun(plan());
  EXPECT_FALSE(run->pause());
  EXPECT_FALSE(run->resume());
  EXPECT_FALSE(run->stop());
  run->wait();
  EXPECT_EQ(run->state(), Idle);
  finish(*run);
  for (bool (RunUnderTest::*request)() : {&RunUnderTest::start, &RunUnderTest::pause, &RunUnderTest::resume,
                                          &RunUnderTest::step, &RunUnderTest::look, &RunUnderTest::stop})
    EXPECT_FALSE((run.get()->*request)());
  run->wait();
  EXPECT_EQ(run->state(), Done);
}

TEST(RunToEndTest, GivesTheLastSnapshot) {
  const auto run = fakeRun(plan());
  const auto last = runToEnd(*run);
  ASSERT_TRUE(last.has_value());
  EXPECT_EQ(last->state, Done);
  EXPECT_EQ(last->epoch, 6);
}

TEST(RunToEndTest, TurnsAStopTokenIntoAStop) {
  const SharedPlan p = plan();
  std::stop_source stop;
  p->onSlice = [&](char, int epoch, int) {
    if (epoch == 3) stop.request_stop();
  };
  const auto run = fakeRun(p);
  const auto last = runToEnd(*run, stop.get_token());
  ASSERT_FALSE(last.has_value());
  EXPECT_EQ(last.error().kind, ErrorKind::Cancelled);
  EXPECT_EQ(run->snapshot()->epoch, 2);
  EXPECT_EQ(run->state(), Done);
}

TEST(RunToEndTest, IsCancelledByATokenThatWasStoppedBefore) {
  std::stop_source stop;
  stop.request_stop();
  const SharedPlan p = plan();
  p->slices = 1'000'000'000;
  p->sliceMicroseconds = 20;
  const auto run = fakeRun(p);
  EXPECT_EQ(runToEnd(*run, stop.get_token()).error().kind, ErrorKind::Cancelled);
}

TEST(RunToEndTest, GivesTheErrorOfARunThatFails) {
  const SharedPlan p = plan();
  p->failAt = 2;
  const auto run = fakeRun(p);
  const auto last = runToEnd(*run);
  ASSERT_FALSE(last.has_value());
  EXPECT_EQ(last.error().message, "The loss of epoch 2 is not finite");
}

}  // namespace
}  // namespace sispde
