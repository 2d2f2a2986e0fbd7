// Requests that meet a Run at work: how soon they are followed, and that they change no number.

#include <random>

#include "tests/unit/fake_detector.h"

namespace sispde {
namespace {

using testing::expectSameRun;
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

// What a request inside one slice of the work leaves of the slices that follow it.
struct Interrupted {
  long after = 0;  // slices that were begun after the request
  RunState state = Idle;
  int epoch = 0;
};
Interrupted interruptedIn(char work, bool (RunUnderTest::*request)()) {
  const SharedPlan p = plan();
  p->slices = 1000;
  RunOptions options = fakeOptions();
  options.scoreEvery = 3;
  RunPointer run;
  long at = 0;
  p->onSlice = [&](char now, int epoch, int slice) {
    if (at != 0 || now != work || slice != 5 || (work != 'p' && epoch < 3)) return;
    at = p->sliceCount;
    EXPECT_TRUE((run.get()->*request)());
  };
  run = fakeRun(p, options);
  EXPECT_TRUE(run->setKernel({.nu = 2}).has_value());
  run->start();
  run->wait();
  EXPECT_GT(at, 0);
  return {p->sliceCount - at, run->state(), run->snapshot()->epoch};
}

TEST(RunInterruptTest, FollowsAPauseWithinOneSliceOfAnEpochAScoringAndThePreparation) {
  for (const char work : {'p', 'e', 's'}) {
    const Interrupted got = interruptedIn(work, &RunUnderTest::pause);
    EXPECT_EQ(got.after, 0) << work;
    EXPECT_EQ(got.state, Paused) << work;
    EXPECT_EQ(got.epoch, work == 'p' ? 0 : work == 'e' ? 2 : 3) << work;
  }
}

TEST(RunInterruptTest, FollowsAStopWithinOneSliceOfAnEpochAScoringAndThePreparation) {
  for (const char work : {'p', 'e', 's'}) {
    const Interrupted got = interruptedIn(work, &RunUnderTest::stop);
    EXPECT_EQ(got.after, 0) << work;
    EXPECT_EQ(got.state, Done) << work;
    EXPECT_EQ(got.epoch, work == 'p' ? 0 : work == 'e' ? 2 : 3) << work;
  }
}

// The work of kind `kind` never ends by itself; true once it has begun.
std::shared_ptr<std::atomic<bool>> makeEndless(const SharedPlan& p, char kind) {
  const auto begun = std::make_shared<std::atomic<bool>>(false);
  p->onSlice = [p = p.get(), begun, kind](char work, int, int) {
    if (work != kind) return;
    p->slices = std::numeric_limits<int>::max();
    p->sliceMicroseconds = 20;
    *begun = true;
  };
  return begun;
}

// The epoch would take half a day; the slices that follow the request are a vanishing part of it.
TEST(RunInterruptTest, IsInterruptedInsideAnEpochFromAnotherThread) {
  for (bool (RunUnderTest::*request)() : {&RunUnderTest::pause, &RunUnderTest::stop}) {
    const SharedPlan p = plan();
    const auto begun = makeEndless(p, 'e');
    const auto run = fakeRun(p);
    run->start();
    while (!*begun) std::this_thread::yield();
    const long before = p->sliceCount;
    EXPECT_TRUE((run.get()->*request)());
    run->wait();
    EXPECT_LT(p->sliceCount - before, 100'000);
    EXPECT_EQ(run->snapshot()->epoch, 0);
  }
}

TEST(RunInterruptTest, APauseInAnySliceChangesNoNumber) {
  RunOptions options = fakeOptions();
  options.scoreEvery = 2;
  const auto whole = fakeRun(plan(), options);
  whole->start();
  whole->wait();
  // 10 pieces of work of 4 slices; a pause in the very last of them comes too late.
  for (long at = 1; at <= 40; ++at) {
    SCOPED_TRACE(at);
    const SharedPlan p = plan();
    RunPointer run;
    p->onSlice = [&](char, int, int) {
      if (p->sliceCount == at) EXPECT_TRUE(run->pause());
    };
    run = fakeRun(p, options);
    run->start();
    run->wait();
    EXPECT_EQ(run->state(), at < 40 ? Paused : Done);
    finish(*run);
    expectSameRun(*run, *whole);
  }
}

TEST(RunInterruptTest, APauseThatIsTakenBackIsNotShown) {
  const SharedPlan p = plan();
  Recorded recorded(p);
  bool asked = false;
  p->onSlice = [&](char work, int epoch, int slice) {
    if (asked || work != 'e' || epoch != 2 || slice != 1) return;
    asked = true;
    EXPECT_TRUE(recorded.run->pause());
    EXPECT_TRUE(recorded.run->canResume());
    EXPECT_TRUE(recorded.run->resume());
  };
  recorded.run->start();
  recorded.run->wait();
  EXPECT_EQ(recorded.states, (States{Preparing, Running, Done}));
  EXPECT_EQ(recorded.run->checkpoint().value().weights, trainAlone(6).weights);
}

TEST(RunInterruptTest, AStoppedRunGoesOnWhereItStopped) {
  const auto whole = fakeRun(plan());
  finish(*whole);
  for (long at = 1; at < 32; ++at) {
    SCOPED_TRACE(at);
    const SharedPlan p = plan();
    RunPointer run;
    p->onSlice = [&](char, int, int) {
      if (p->sliceCount == at) run->stop();
    };
    run = fakeRun(p);
    run->start();
    run->wait();
    EXPECT_EQ(run->state(), Done);
    EXPECT_TRUE(run->canStart());
    EXPECT_TRUE(run->start());
    run->wait();
    EXPECT_FALSE(run->canStart());
    EXPECT_EQ(p->prepareCount, 1);
    expectSameRun(*run, *whole);
  }
}

TEST(RunInterruptTest, EndsItsThreadFromEveryState) {
  const SharedPlan p = plan();
  fakeRun(p);  // Idle
  fakeRun(p)->start();
  for (const char work : {'p', 'e', 's'}) {
    const SharedPlan endless = plan();
    const auto begun = makeEndless(endless, work);
    const auto run = fakeRun(endless);
    run->start();
    while (!*begun) std::this_thread::yield();
  }
  for (const bool stopped : {false, true}) {
    const auto run = fakeRun(p);
    run->step();
    run->wait();
    EXPECT_EQ(run->state(), Paused);
    if (stopped) run->stop();  // Stopping or Done when it ends
  }
  finish(*fakeRun(p));
  const SharedPlan failing = plan();
  failing->failAt = 1;
  const auto run = fakeRun(failing);
  run->start();
  run->wait();
  EXPECT_EQ(run->state(), Failed);
}

bool follows(RunState from, RunState to) {
  switch (from) {
    case Idle:
    case Done: return to == Preparing || to == Running || to == Paused || to == Stopping;
    case Preparing: return to == Running || to == Paused || to == Stopping;
    case Running: return to == Paused || to == Stopping || to == Done;
    case Paused: return to == Preparing || to == Running || to == Stopping;
    case Stopping: return to == Done;
    case Failed: break;
  }
  return false;
}

// Two threads that ask for anything at any time; kernels too, where they are wanted.
void disturb(Run& run, unsigned seed, bool kernels) {
  const auto ask = [&run, kernels](unsigned of) {
    std::mt19937 random(of);
    for (int i = 0; i < 200; ++i) {
      switch (random() % (kernels ? 9 : 7)) {
        case 0: run.start(); break;
        case 1: run.pause(); break;
        case 2: run.resume(); break;
        case 3: run.step(); break;
        case 4: run.stop(); break;
        case 5: EXPECT_LE(run.snapshot()->epoch, 100); break;
        case 6: run.watch({static_cast<NodeId>(random() % 8)}); break;
        default: (void)run.setKernel({.nu = 0.5 * static_cast<double>(1 + random() % 4)}); break;
      }
      std::this_thread::sleep_for(std::chrono::microseconds(random() % 60));
    }
  };
  std::thread first(ask, 2 * seed), second(ask, 2 * seed + 1);
  first.join();
  second.join();
}

// Long enough for most of the requests to meet it at work.
SharedPlan longPlan() {
  const SharedPlan p = plan();
  p->epochs = 100;
  p->sliceMicroseconds = 10;
  return p;
}

TEST(RunInterruptTest, RequestsInAnyOrderFromTwoThreadsGiveALegalSequenceOfStates) {
  std::size_t changes = 0;
  for (unsigned seed = 0; seed < 8; ++seed) {
    SCOPED_TRACE(seed);
    const SharedPlan p = longPlan();
    RunOptions options = fakeOptions();
    options.scoreEvery = 3;
    Recorded recorded(p, options);
    disturb(*recorded.run, seed, true);
    if (seed % 2 == 0) finish(*recorded.run);  // otherwise it ends wherever it is
    recorded.run.reset();
    RunState last = Idle;
    for (const RunState state : recorded.states) {
      EXPECT_TRUE(follows(last, state)) << runStateName(last) << " → " << runStateName(state);
      last = state;
    }
    EXPECT_TRUE(std::is_sorted(recorded.epochs.begin(), recorded.epochs.end()));
    if (seed % 2 == 0) EXPECT_EQ(last, Done);
    changes += recorded.states.size();
  }
  EXPECT_GT(changes, 100u);  // they did disturb it
}

TEST(RunInterruptTest, RequestsInAnyOrderFromTwoThreadsLeaveTheNumbersThatTheForksSay) {
  for (unsigned seed = 20; seed < 28; ++seed) {
    SCOPED_TRACE(seed);
    const auto run = fakeRun(longPlan());
    disturb(*run, seed, seed % 2 == 0);
    finish(*run);
    const Checkpoint kept = run->checkpoint().value();
    const auto alone = trainAlone(100, kept.history.forks);
    EXPECT_EQ(kept.history.epochs, alone.reports);
    EXPECT_EQ(kept.weights, alone.weights);
    EXPECT_EQ(kept.optimiser, alone.optimiser);
    if (seed % 2 == 1) EXPECT_TRUE(kept.history.forks.empty());
  }
}

}  // namespace
}  // namespace sispde
