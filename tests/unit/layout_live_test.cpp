#include "app/studio/live/layout_live.h"

#include <atomic>

#include <gtest/gtest.h>

#include "tests/unit/layout_graphs.h"
#include "tests/unit/live_documents.h"

namespace sispde::studio {
namespace {

using namespace layout_testing;

struct LayoutLiveTest : testing::Test {
  std::vector<std::string> told;
  std::atomic<int> woken = 0;
  std::atomic<bool> gone = false;
  Jobs jobs;
  LayoutLive live{jobs, [] {}, [this](const std::string& sentence) { told.push_back(sentence); }};
  // Enough nodes that the first places are shown long before the last ones.
  std::shared_ptr<const Document> document = documentOf(clusteredGraph(8, 60, 3));

  void untilShown() {
    framesUntil(jobs, [&] { return live.update(); });
  }
  void untilAtRest() {
    framesUntil(jobs, [&] {
      live.update();
      return !live.running();
    });
  }
};

TEST_F(LayoutLiveTest, ComesToRestAtThePlacesOfTheLayout) {
  live.start(document, 7, false);
  EXPECT_TRUE(live.running());
  untilAtRest();
  EXPECT_EQ(live.positions(), layoutGraph(document->data.graph, {.seed = 7}).value());
  EXPECT_TRUE(jobs.idle());
  EXPECT_TRUE(told.empty());
}

TEST_F(LayoutLiveTest, TwoOfThemRunBesideEachOther) {
  LayoutLive second{jobs, [] {}, [this](const std::string& sentence) { told.push_back(sentence); }, "second"};
  const auto graph = std::make_shared<const Graph>(clusteredGraph(5, 40, 9));
  live.start(document, 7, false);
  second.start(graph, 3, false);
  framesUntil(jobs, [&] { return second.update(); });
  live.stop();
  framesUntil(jobs, [&] {
    second.update();
    return !second.running();
  });
  EXPECT_EQ(second.positions(), layoutGraph(*graph, {.seed = 3}).value());
  EXPECT_TRUE(told.empty());
}

// Nodes go to their places in a quarter of a second, ever nearer, and are then exactly there.
TEST_F(LayoutLiveTest, NodesGlide) {
  live.setPositions({{0, 0}, {1, 0}, {2, 4}}, {});
  live.putBack(2, {2, 0}, true);
  EXPECT_EQ(live.settled()[2], (Point{2, 0}));
  EXPECT_TRUE(live.isPinned(2));
  float last = 4;
  for (int frame = 1; frame < 15; ++frame) {
    ASSERT_TRUE(live.update(LayoutLive::glideSeconds / 15, true));
    EXPECT_TRUE(live.gliding());
    EXPECT_LT(live.positions()[2].y, last);
    EXPECT_GT(live.positions()[2].y, 0);
    last = live.positions()[2].y;
  }
  EXPECT_LT(last, 0.2f);
  ASSERT_TRUE(live.update(LayoutLive::glideSeconds / 15 + 1e-6, true));
  EXPECT_FALSE(live.gliding());
  EXPECT_EQ(live.positions(), (std::vector<Point>{{0, 0}, {1, 0}, {2, 0}}));
  EXPECT_FALSE(live.update(1, true));
  // What the user holds does not wait.
  live.putBack(2, {5, 5}, false);
  live.move(2, {7, 7});
  EXPECT_EQ(live.positions()[2], (Point{7, 7}));
  EXPECT_EQ(live.settled()[2], (Point{7, 7}));
  // Without motion they are there at once.
  live.putBack(0, {3, 3}, false);
  ASSERT_TRUE(live.update(0.001, false));
  EXPECT_EQ(live.positions()[0], (Point{3, 3}));
  EXPECT_FALSE(live.gliding());
}

TEST_F(LayoutLiveTest, GlidingEndsAtThePlacesOfTheLayout) {
  live.start(document, 7, false);
  framesUntil(jobs, [&] {
    live.update(0.01, true);
    return !live.running() && !live.gliding();
  });
  EXPECT_EQ(live.positions(), layoutGraph(document->data.graph, {.seed = 7}).value());
}

TEST_F(LayoutLiveTest, ANodeThatIsClickedWhileTheLayoutRunsDoesNotEndIt) {
  live.start(document, 7, false);
  untilShown();
  live.release(5);  // as after a press without a drag
  untilAtRest();
  EXPECT_EQ(live.positions(), layoutGraph(document->data.graph, {.seed = 7}).value());
  EXPECT_TRUE(told.empty()) << told[0];
}

TEST_F(LayoutLiveTest, ANodeThatIsMovedAndLetGoAtOnceDoesNotEndTheLayout) {
  live.start(document, 7, false);
  untilShown();
  for (int i = 0; i < 40; ++i) {
    live.move(5, {static_cast<float>(i), 3});
    live.release(5);
    live.pin(6, i % 2 == 0);
    live.update();
  }
  untilAtRest();
  EXPECT_TRUE(told.empty()) << told[0];
  for (const Point& p : live.positions()) EXPECT_TRUE(std::isfinite(p.x + p.y));
}

TEST_F(LayoutLiveTest, APinnedNodeStaysWhereItIsAndInANewLayoutThatKeepsPlaces) {
  live.start(document, 7, false);
  untilShown();
  live.move(5, {30, -20});
  live.pin(5, true);
  untilAtRest();
  const Point held = live.positions()[5];
  EXPECT_EQ(live.pinnedNodes(), std::vector<NodeId>{5});
  live.start(document, 8, true);
  untilAtRest();
  EXPECT_EQ(live.positions()[5], held);
  EXPECT_TRUE(told.empty());
}

TEST_F(LayoutLiveTest, ANodeThatWasPinnedIsLetGo) {
  live.start(document, 7, false);
  untilAtRest();
  live.pin(5, true);
  live.start(document, 7, true);
  live.pin(5, false);
  untilAtRest();
  EXPECT_FALSE(live.isPinned(5));
  EXPECT_TRUE(told.empty());
}

TEST_F(LayoutLiveTest, OnlyTheLatestOfManyStartsIsShown) {
  const auto small = documentOf(pathGraph(9));
  for (int i = 0; i < 10; ++i) live.start(document, i, false);
  live.start(small, 1, false);
  framesUntil(jobs, [&] {
    live.update();
    EXPECT_TRUE(live.positions().empty() || live.positions().size() == 9);
    return !live.running();
  });
  EXPECT_EQ(live.positions(), layoutGraph(small->data.graph, {.seed = 1}).value());
}

TEST_F(LayoutLiveTest, StopsWithThePlacesThatAreShown) {
  live.start(document, 7, false);
  untilShown();
  live.stop();
  EXPECT_FALSE(live.running());
  framesUntil(jobs, [&] { return jobs.idle(); });
  EXPECT_EQ(live.positions().size(), static_cast<std::size_t>(document->data.nodeCount()));
  EXPECT_TRUE(told.empty());
}

// As when the window is closed while the graph still moves: the first picture is on its way when the object goes.
TEST_F(LayoutLiveTest, MayEndBeforeItsWork) {
  auto other = std::make_unique<LayoutLive>(
      jobs,
      [this] {
        ++woken;
        while (!gone) rest();
      },
      [](const std::string& sentence) { ADD_FAILURE() << sentence; });
  other->start(document, 7, false);
  while (woken == 0) rest();
  other.reset();
  gone = true;
  while (!jobs.idle()) rest();
  EXPECT_EQ(woken, 1);  // the end stops the work
}

TEST_F(LayoutLiveTest, PlacesThatAreGivenEndTheLayout) {
  live.start(document, 7, false);
  untilShown();
  const std::vector<Point> given(static_cast<std::size_t>(document->data.nodeCount()), Point{1, 2});
  live.setPositions(given, {3});
  framesUntil(jobs, [&] {
    EXPECT_FALSE(live.update());
    return jobs.idle();
  });
  EXPECT_EQ(live.positions(), given);
  EXPECT_TRUE(live.isPinned(3));
}

}  // namespace
}  // namespace sispde::studio
