#include "app/studio/live/watch_colours.h"

#include <gtest/gtest.h>

namespace sispde::studio {
namespace {

TEST(WatchColoursTest, ANodeKeepsItsColourWhileItIsWatched) {
  WatchColours colours;
  colours.follow({7, 3, 9});
  EXPECT_EQ(colours.of(7), 0);
  EXPECT_EQ(colours.of(3), 1);
  EXPECT_EQ(colours.of(9), 2);
  EXPECT_EQ(colours.of(8), -1);
  colours.follow({8, 7, 3, 9});  // as a pick does
  EXPECT_EQ(colours.of(7), 0);
  EXPECT_EQ(colours.of(3), 1);
  EXPECT_EQ(colours.of(9), 2);
  EXPECT_EQ(colours.of(8), 3);
}

TEST(WatchColoursTest, WhatAnotherNodeLeavesIsFree) {
  WatchColours colours;
  colours.follow({7, 3, 9});
  colours.follow({5, 7, 9});  // 3 went as 5 came
  EXPECT_EQ(colours.of(5), 1);
  EXPECT_EQ(colours.of(3), -1);
  colours.follow({3, 5, 7, 9});
  EXPECT_EQ(colours.of(3), 3);
  EXPECT_EQ(colours.of(9), 2);
}

}  // namespace
}  // namespace sispde::studio
