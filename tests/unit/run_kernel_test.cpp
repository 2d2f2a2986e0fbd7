// Changes of the noise kernel of a Run.

#include "tests/unit/fake_detector.h"

namespace sispde {
namespace {

using testing::fakeRun;
using testing::plan;
using testing::RunPointer;
using testing::SharedPlan;
using testing::trainAlone;

// A run whose kernel is changed to each of `nus` from inside an epoch, and then goes to its end.
RunPointer changedIn(const SharedPlan& p, int inEpoch, const std::vector<double>& nus) {
  RunPointer run;
  p->onSlice = [&, inEpoch, nus](char work, int epoch, int slice) {
    if (work != 'e' || epoch != inEpoch || slice != 1) return;
    for (const double nu : nus) EXPECT_TRUE(run->setKernel({.nu = nu}).has_value());
  };
  run = fakeRun(p);
  run->start();
  run->wait();
  p->onSlice = nullptr;
  return run;
}

TEST(RunKernelTest, TheLatestIsUsedFromTheNextEpochOnAndRecordedAsAFork) {
  const auto run = changedIn(plan(), 3, {2, 5, 4});
  const std::vector<Fork> forks{{3, {.nu = 1}, {.nu = 4}}};
  const Checkpoint kept = run->checkpoint().value();
  EXPECT_EQ(kept.history.forks, forks);
  EXPECT_EQ(kept.kernel, (KernelSpec{.nu = 4}));
  EXPECT_EQ(kept.weights, trainAlone(6, forks).weights);
  EXPECT_NE(kept.weights, trainAlone(6).weights);
}

TEST(RunKernelTest, CanBeChangedWhileIdleAndWhilePaused) {
  const auto run = fakeRun(plan());
  ASSERT_TRUE(run->setKernel({.nu = 2}).has_value());
  run->step();
  run->wait();
  ASSERT_TRUE(run->setKernel({.nu = 3}).has_value());
  run->resume();
  run->wait();
  const std::vector<Fork> forks{{0, {.nu = 1}, {.nu = 2}}, {1, {.nu = 2}, {.nu = 3}}};
  EXPECT_EQ(run->snapshot()->history->forks, forks);
  EXPECT_EQ(run->checkpoint().value().weights, trainAlone(6, forks).weights);
}

TEST(RunKernelTest, TheSameKernelIsNoFork) {
  EXPECT_TRUE(changedIn(plan(), 3, {2, 1})->snapshot()->history->forks.empty());
}

// Changed to ν = 2, paused before an epoch could use it, then changed to `second`.
std::vector<Fork> changedTwice(double second) {
  const SharedPlan p = plan();
  RunPointer run;
  bool asked = false;
  p->onSlice = [&](char work, int epoch, int slice) {
    if (!asked && work == 'e' && epoch == 3 && slice == 1) asked = run->pause();
  };
  run = fakeRun(p);
  run->step();
  run->wait();
  run->step();
  run->wait();
  EXPECT_TRUE(run->setKernel({.nu = 2}).has_value());
  run->resume();
  run->wait();
  EXPECT_EQ(run->snapshot()->history->forks.size(), 1u);
  EXPECT_TRUE(run->setKernel({.nu = second}).has_value());
  run->resume();
  run->wait();
  const std::vector<Fork> forks = run->snapshot()->history->forks;
  EXPECT_EQ(run->checkpoint().value().weights, trainAlone(6, forks).weights);
  return forks;
}

TEST(RunKernelTest, TwoChangesBetweenTwoEpochsAreOneFork) {
  EXPECT_EQ(changedTwice(5), (std::vector<Fork>{{2, {.nu = 1}, {.nu = 5}}}));
}

TEST(RunKernelTest, AChangeThatIsTakenBackBeforeAnEpochIsNoFork) {
  EXPECT_TRUE(changedTwice(1).empty());
}

TEST(RunKernelTest, AChangeThatWasInterruptedIsMadeAfterwards) {
  const SharedPlan p = plan();
  RunPointer run;
  bool asked = false;
  p->onSlice = [&](char work, int, int slice) {
    if (!asked && work == 'k' && slice == 2) asked = run->pause();
  };
  run = fakeRun(p);
  ASSERT_TRUE(run->setKernel({.nu = 2}).has_value());
  run->start();
  run->wait();
  EXPECT_EQ(run->state(), RunState::Paused);
  EXPECT_TRUE(run->snapshot()->history->forks.empty());
  run->resume();
  run->wait();
  EXPECT_EQ(run->snapshot()->history->forks.size(), 1u);
  EXPECT_EQ(run->snapshot()->kernel, (KernelSpec{.nu = 2}));
}

TEST(RunKernelTest, AChangeDuringAChangeIsMadeNext) {
  const SharedPlan p = plan();
  RunPointer run;
  bool asked = false;
  p->onSlice = [&](char work, int, int slice) {
    if (!asked && work == 'k' && slice == 2) asked = run->setKernel({.nu = 3}).has_value();
  };
  run = fakeRun(p);
  ASSERT_TRUE(run->setKernel({.nu = 2}).has_value());
  run->start();
  run->wait();
  EXPECT_EQ(run->snapshot()->history->forks,
            (std::vector<Fork>{{0, {.nu = 1}, {.nu = 2}}, {1, {.nu = 2}, {.nu = 3}}}));
}

TEST(RunKernelTest, ThatIsNotValidIsRefusedAtOnce) {
  const auto run = fakeRun(plan());
  EXPECT_FALSE(run->setKernel({.nu = -1}).has_value());
  ASSERT_TRUE(runToEnd(*run).has_value());
  EXPECT_TRUE(run->snapshot()->history->forks.empty());
}

TEST(RunKernelTest, ThatTheDetectorRefusesLeavesTheOldOneAndSaysSo) {
  const SharedPlan p = plan();
  p->refusedNu = 7;
  const auto run = changedIn(p, 2, {7});
  EXPECT_EQ(run->state(), RunState::Done);
  EXPECT_NE(run->snapshot()->message.find("No memory for this kernel"), std::string::npos);
  EXPECT_EQ(run->snapshot()->kernel, KernelSpec{});
  EXPECT_TRUE(run->snapshot()->history->forks.empty());
  EXPECT_EQ(run->checkpoint().value().weights, trainAlone(6).weights);
}

TEST(RunKernelTest, IsRefusedWhereThereIsNoneOrNoEpochIsLeft) {
  const SharedPlan p = plan();
  p->hasKernel = false;
  EXPECT_FALSE(fakeRun(p)->setKernel({.nu = 2}).has_value());
  const auto run = fakeRun(plan());
  ASSERT_TRUE(runToEnd(*run).has_value());
  EXPECT_FALSE(run->setKernel({.nu = 2}).has_value());
}

// The scores of the fake detector hold ν as a summand.
TEST(RunKernelTest, OfTheSelectedEpochIsThatOfTheFinalScores) {
  const SharedPlan p = plan(), q = plan();
  p->validationNll = q->validationNll = {5, 1, 2, 3, 4, 5};
  const auto changed = changedIn(p, 3, {9}), plain = changedIn(q, 3, {});
  EXPECT_EQ(changed->snapshot()->history->forks.size(), 1u);
  EXPECT_EQ(changed->snapshot()->scoring->evaluation.scores[0].id,
            plain->snapshot()->scoring->evaluation.scores[0].id);
}

}  // namespace
}  // namespace sispde
