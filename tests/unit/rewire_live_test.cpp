#include "app/studio/live/rewire_live.h"

#include <gtest/gtest.h>

#include "tests/unit/layout_graphs.h"
#include "tests/unit/live_documents.h"

namespace sispde::studio {
namespace {

using namespace layout_testing;

struct RewireLiveTest : testing::Test {
  Jobs jobs;
  std::shared_ptr<const Document> document = documentOf(clusteredGraph(6, 30, 3));
  KernelSpec kernel{.nu = 1.5, .kappa = 3};
  RewireChoice choice;

  void untilCurrent(RewireLive& live) {
    framesUntil(jobs, [&] {
      live.update(kernel, choice, 1);
      return live.current(kernel, choice) || !live.trouble().empty();
    });
    EXPECT_EQ(live.trouble(), "");
    EXPECT_FALSE(live.isFormer());
    EXPECT_FALSE(live.isStale());
  }
};

TEST_F(RewireLiveTest, APlanInTheBackgroundIsThatOfTheFrame) {
  RewireLive atOnce(jobs), later(jobs, 0);
  atOnce.open(document);
  later.open(document);
  for (const double kappa : {1.0, 3.0, 6.0})
    for (const bool percentiles : {false, true}) {
      kernel.kappa = kappa;
      choice.percentiles = percentiles;
      untilCurrent(atOnce);
      untilCurrent(later);
      EXPECT_EQ(atOnce.plan()->dropped, later.plan()->dropped);
      EXPECT_EQ(atOnce.plan()->added, later.plan()->added);
      EXPECT_EQ(atOnce.report()->after.components, later.report()->after.components);
    }
}

TEST_F(RewireLiveTest, APlanOfAnOlderValueIsShownAndIsStale) {
  RewireLive live(jobs, 0);
  live.open(document);
  untilCurrent(live);
  const auto first = live.plan();
  choice.drop = 0.3;
  live.update(kernel, choice, 1);
  EXPECT_TRUE(live.isFormer());
  EXPECT_EQ(live.plan(), first);
  untilCurrent(live);
  EXPECT_GT(live.plan()->dropped.size(), first->dropped.size());
}

// What the views show while the background has not come to it.
TEST_F(RewireLiveTest, APlanOfTheFormerGraphStaysUntilTheNewOneIsThere) {
  for (const std::int64_t atOnce : {std::int64_t{0}, RewireLive::mostPairsAtOnce}) {
    RewireLive live(jobs, atOnce);
    live.open(document);
    untilCurrent(live);
    const auto first = live.plan();
    const auto revision = live.revision();
    const auto edited = documentOf(clusteredGraph(6, 30, 4));
    live.follow(edited);
    EXPECT_EQ(live.plan(), first);
    EXPECT_FALSE(live.current(kernel, choice));
    while (!live.isStale()) {  // nothing is delivered in these frames
      live.update(kernel, choice, 1);
      ASSERT_EQ(live.plan(), first);
      EXPECT_TRUE(live.isFormer());
      rest();
    }
    EXPECT_EQ(live.plannedOn(), document);
    EXPECT_EQ(live.formerWords(), "former graph");
    EXPECT_EQ(live.revision(), revision);
    untilCurrent(live);
    EXPECT_EQ(live.plannedOn(), edited);
    EXPECT_NE(live.plan(), first);
    EXPECT_EQ(live.formerWords(), "");
  }
}

TEST_F(RewireLiveTest, APlanIsDimmedOnlyAfterSomePatience) {
  RewireLive live(jobs, 0);
  live.open(document);
  untilCurrent(live);
  const auto start = std::chrono::steady_clock::now();
  choice.drop = 0.3;
  do {
    live.update(kernel, choice, 1);
    EXPECT_TRUE(live.resting() || live.isStale());
    rest();
  } while (!live.isStale());
  EXPECT_GE(std::chrono::steady_clock::now() - start, std::chrono::milliseconds(150));
}

TEST_F(RewireLiveTest, OtherDataAndAGraphWithoutAPlanEndTheFormerOne) {
  RewireLive live(jobs);
  live.open(document);
  untilCurrent(live);
  live.follow(documentOf(clusteredGraph(6, 30, 4)));
  live.update(kernel, choice, 1);
  EXPECT_NE(live.plan(), nullptr);
  jobs.cancelAll();
  framesUntil(jobs, [&] {
    live.update(kernel, choice, 1);
    return live.plan() == nullptr;
  });
  EXPECT_EQ(live.trouble(), "The preparation was cancelled.");
  EXPECT_FALSE(live.isFormer());
  live.open(document);
  untilCurrent(live);
  live.open(documentOf(clusteredGraph(6, 30, 4)));
  EXPECT_EQ(live.plan(), nullptr);
}

TEST_F(RewireLiveTest, ACancelledPlanSaysSoAndTheNextValueIsPlanned) {
  RewireLive live(jobs, 0);
  live.open(document);
  untilCurrent(live);
  choice.add = 0.2;
  live.update(kernel, choice, 1);
  jobs.cancelAll();
  framesUntil(jobs, [&] {
    live.update(kernel, choice, 1);
    return live.current(kernel, choice) || !live.trouble().empty();
  });
  choice.add = 0.3;
  framesUntil(jobs, [&] {
    live.update(kernel, choice, 1);
    return live.current(kernel, choice);
  });
  EXPECT_EQ(live.trouble(), "");
}

TEST_F(RewireLiveTest, WhoComesBackFromAllPairsPreparesAnew) {
  RewireLive live(jobs);
  live.open(document);
  live.update(kernel, choice, 1);
  jobs.cancelAll();
  framesUntil(jobs, [&] {
    live.update(kernel, choice, 1);
    return !live.trouble().empty() || live.current(kernel, choice);
  });
  choice.hops = 0;
  live.update(kernel, choice, 1);
  untilCurrent(live);
  choice.hops = 2;
  live.update(kernel, choice, 1);
  untilCurrent(live);
}

TEST_F(RewireLiveTest, PercentilesCountFromBothEnds) {
  choice.percentiles = true;
  choice.dropPercent = 5;
  choice.addPercent = 0.5;
  const RewireOptions options = optionsOf(choice);
  EXPECT_EQ(options.dropPercentile, 5);
  EXPECT_EQ(options.addPercentile, 99.5);
  choice.percentiles = false;
  EXPECT_FALSE(optionsOf(choice).dropPercentile);
}

}  // namespace
}  // namespace sispde::studio
