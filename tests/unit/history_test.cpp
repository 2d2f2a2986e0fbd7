#include "app/studio/workspace/history.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace sispde::studio {
namespace {

auto setNu(double nu) {
  return [nu](Workspace& w) { w.kernel().nu = nu; };
}
auto setSeed(std::uint64_t seed) {
  return [seed](Workspace& w) { w.seed = seed; };
}
double nuOf(const History& history) {
  return history.workspace().kernel().nu;
}

// With the seeds 1 … count, one entry each.
History withSeeds(std::uint64_t count) {
  History history{Workspace{}};
  for (std::uint64_t seed = 1; seed <= count; ++seed)
    history.edit("seed " + std::to_string(seed), setSeed(seed));
  return history;
}

TEST(WorkspaceHistoryTest, EditsOfOneKeyJoinUntilTheGestureEnds) {
  History history{Workspace{}};
  for (const double nu : {2.0, 3.0, 4.0}) history.edit("nu " + std::to_string(nu), setNu(nu), "nu");
  ASSERT_EQ(history.entries().size(), 1u);
  EXPECT_EQ(history.entries()[0].words, "nu " + std::to_string(4.0));
  EXPECT_EQ(history.entries()[0].before.kernel().nu, 1);
  EXPECT_EQ(history.entries()[0].after.kernel().nu, 4);

  history.endGesture();
  history.edit("nu again", setNu(5), "nu");
  ASSERT_EQ(history.entries().size(), 2u);
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(nuOf(history), 4);
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(nuOf(history), 1);
  EXPECT_FALSE(history.undo());
}

TEST(WorkspaceHistoryTest, EditsWithoutAKeyOrOfAnotherOneDoNotJoin) {
  History history{Workspace{}};
  history.edit("a", setNu(2));
  history.edit("b", setNu(3));
  history.edit("c", setNu(4), "nu");
  history.edit("d", setSeed(7), "seed");
  history.edit("e", setNu(5), "nu");
  EXPECT_EQ(history.entries().size(), 5u);
}

TEST(WorkspaceHistoryTest, AnEditThatChangesNothingLeavesNoEntry) {
  History history{Workspace{}};
  history.edit("same", setNu(1));
  EXPECT_TRUE(history.entries().empty());
  EXPECT_FALSE(history.canUndo());
}

TEST(WorkspaceHistoryTest, AGestureThatReturnsToItsStartLeavesNoEntry) {
  History history = withSeeds(1);
  history.edit("up", setNu(3), "nu");
  history.edit("back", setNu(1), "nu");
  EXPECT_EQ(history.entries().size(), 1u);
  EXPECT_EQ(history.doneCount(), 1u);
  history.edit("up again", setNu(2), "nu");  // the same drag goes on
  ASSERT_EQ(history.entries().size(), 2u);
  EXPECT_TRUE(history.undo());
  EXPECT_EQ(nuOf(history), 1);
  EXPECT_EQ(history.workspace().seed, 1u);
}

TEST(WorkspaceHistoryTest, AGestureThatReturnsToItsStartKeepsWhatWasUndone) {
  History history = withSeeds(3);
  history.undo();
  history.undo();
  history.edit("up", setNu(3), "nu");
  EXPECT_FALSE(history.canRedo());
  history.edit("back", setNu(1), "nu");
  EXPECT_EQ(history.entries().size(), 3u);
  EXPECT_EQ(history.doneCount(), 1u);
  history.redo();
  history.redo();
  EXPECT_EQ(history.workspace().seed, 3u);
}

TEST(WorkspaceHistoryTest, AnEditAfterUndoDropsTheUndonePart) {
  History history = withSeeds(3);
  history.undo();
  history.undo();
  EXPECT_TRUE(history.canRedo());
  history.edit("other", setSeed(99));
  EXPECT_FALSE(history.canRedo());
  ASSERT_EQ(history.entries().size(), 2u);
  EXPECT_EQ(history.entries()[1].words, "other");
  EXPECT_EQ(history.entries()[1].before.seed, 1u);
}

TEST(WorkspaceHistoryTest, AnEditThatChangesNothingKeepsTheUndonePart) {
  History history = withSeeds(2);
  history.undo();
  history.edit("same", setSeed(1));
  EXPECT_TRUE(history.redo());
  EXPECT_EQ(history.workspace().seed, 2u);
}

TEST(WorkspaceHistoryTest, UndoEndsTheGesture) {
  History history = withSeeds(1);
  history.edit("drag", setNu(2), "nu");
  history.undo();
  history.redo();
  history.edit("another drag", setNu(3), "nu");
  EXPECT_EQ(history.entries().size(), 3u);
}

TEST(WorkspaceHistoryTest, GoToGivesTheStateAfterSoManyEntries) {
  History history = withSeeds(5);
  for (const std::size_t count : {2u, 5u, 0u, 3u}) {
    history.goTo(count);
    EXPECT_EQ(history.doneCount(), count);
    EXPECT_EQ(history.workspace().seed, count == 0 ? Workspace{}.seed : count);
  }
  history.goTo(100);
  EXPECT_EQ(history.doneCount(), 5u);
  EXPECT_EQ(history.entries().size(), 5u);
}

TEST(WorkspaceHistoryTest, ResetForgetsTheEntriesAndTheGesture) {
  History history{Workspace{}};
  history.edit("drag", setNu(2), "nu");
  Workspace start;
  start.seed = 5;
  history.reset(start);
  EXPECT_EQ(history.workspace(), start);
  EXPECT_FALSE(history.canUndo());
  EXPECT_FALSE(history.canRedo());
  history.edit("drag", setNu(3), "nu");
  ASSERT_EQ(history.entries().size(), 1u);
  EXPECT_EQ(history.entries()[0].before, start);
}

TEST(WorkspaceHistoryTest, KeepsTheNewestEntriesAtMost) {
  const std::uint64_t count = History::mostEntries + 20;
  History history = withSeeds(count);
  EXPECT_EQ(history.entries().size(), History::mostEntries);
  EXPECT_EQ(history.doneCount(), History::mostEntries);
  EXPECT_EQ(history.entries().back().after.seed, count);
  history.goTo(0);
  EXPECT_EQ(history.workspace().seed, 20u);
  history.goTo(History::mostEntries);
  EXPECT_EQ(history.workspace().seed, count);
}

TEST(WorkspaceHistoryTest, AnAdjustmentMakesNoEntry) {
  History history{Workspace{}};
  history.adjust([](Workspace& w) { w.time = 0.25; });
  EXPECT_EQ(history.workspace().time, 0.25);
  EXPECT_FALSE(history.canUndo());
}

RC_GTEST_PROP(WorkspaceHistoryTest, RedoingAllThatWasUndoneGivesTheSameWorkspace, ()) {
  History history{Workspace{}};
  for (const int step : *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 6))) {
    switch (step) {
      case 0: history.undo(); break;
      case 1: history.redo(); break;
      case 2: history.endGesture(); break;
      case 3: history.edit("drag", setNu(1 + *rc::gen::inRange(0, 3)), "nu"); break;
      default: history.edit("seed", setSeed(*rc::gen::inRange<std::uint64_t>(0, 3))); break;
    }
    for (std::size_t i = 1; i < history.entries().size(); ++i)
      RC_ASSERT(history.entries()[i].before == history.entries()[i - 1].after);
  }
  const Workspace now = history.workspace();
  const std::size_t done = history.doneCount();
  history.goTo(0);
  RC_ASSERT(history.workspace() == Workspace{});
  history.goTo(done);
  RC_ASSERT(history.workspace() == now);
}

TEST(HistoryTest, UndoLeavesThePlayingTimeAlone) {
  History history{Workspace{}};
  history.edit("ν", [](Workspace& w) { w.kernel().nu = 7; });
  history.adjust([](Workspace& w) { w.time = 0.9; });
  history.undo();
  EXPECT_EQ(history.workspace().kernel().nu, 1);
  EXPECT_EQ(history.workspace().time, 0.9);
  history.edit("time", [](Workspace& w) { w.time = 0.2; });
  history.undo();
  EXPECT_EQ(history.workspace().time, 0.9);
}

}  // namespace
}  // namespace sispde::studio
