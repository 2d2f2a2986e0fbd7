#include "app/studio/render/heatmap_view.h"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace sispde::studio {
namespace {

double in(double low, double high) {
  return low + (high - low) * *rc::gen::inRange(0, 1'000'001) / 1e6;
}

HeatmapView anyView(std::size_t nodes) {
  HeatmapView view;
  for (int i = *rc::gen::inRange(0, 6); i > 0; --i)
    view = view.zoomAt(in(0, 1), in(0, 1), std::pow(10, in(-0.5, 1)), nodes).pan(in(-1, 1), in(-1, 1));
  return view;
}

TEST(HeatmapViewTest, TheWholeMatrixShowsEveryPlaceOnce) {
  const HeatmapAxis axis = HeatmapView().rows();
  for (const std::size_t n : {1u, 2u, 34u, 2500u, 169'343u}) {
    EXPECT_EQ(axis.visible(n), (PlaceRange{0, n}));
    EXPECT_EQ(axis.placeAt(0, n), 0u);
    EXPECT_EQ(axis.placeAt(1, n), n - 1);
    for (std::size_t place = 0; place < n; place += 1 + n / 100) {
      const double begin = axis.positionOf(static_cast<double>(place), n);
      EXPECT_EQ(axis.placeAt(begin, n), place);
      EXPECT_EQ(axis.placeAt(begin + 0.5 / static_cast<double>(n), n), place);
    }
  }
}

RC_GTEST_PROP(HeatmapViewTest, ZoomKeepsWhatIsUnderTheCursor, ()) {
  const std::size_t n = *rc::gen::inRange<std::size_t>(10, 100'000);
  const HeatmapView view = anyView(n);
  const double x = in(0, 1), y = in(0, 1);
  const HeatmapView closer = view.zoomAt(x, y, 1 + in(0, 3), n);
  RC_ASSERT(std::abs(closer.x + x * closer.span - (view.x + x * view.span)) < 1e-9);
  RC_ASSERT(std::abs(closer.y + y * closer.span - (view.y + y * view.span)) < 1e-9);
}

RC_GTEST_PROP(HeatmapViewTest, AViewStaysInTheMatrixAndShowsWhatItsPositionsName, ()) {
  const std::size_t n = *rc::gen::inRange<std::size_t>(1, 100'000);
  const HeatmapView view = anyView(n);
  RC_ASSERT(view.x >= 0 && view.y >= 0 && view.x + view.span <= 1 + 1e-12 && view.y + view.span <= 1 + 1e-12);
  const PlaceRange rows = view.rows().visible(n);
  RC_ASSERT(rows.count >= std::min<std::size_t>(n, 4) && rows.end() <= n);
  const double a = in(0, 1), b = in(0, 1);
  const PlaceRange chosen = view.rows().between(a, b, n);
  RC_ASSERT(rows.contains(chosen));
  RC_ASSERT(chosen == view.rows().between(b, a, n));
  RC_ASSERT(view.rows().between(0, 1, n) == rows);
}

TEST(HeatmapViewTest, ZoomingOutEndsWithTheWholeMatrix) {
  HeatmapView view;
  view = view.zoomAt(0.7, 0.2, 40, 2500).pan(0.3, -0.4);
  EXPECT_FALSE(view.whole());
  EXPECT_EQ(view.zoomAt(0.1, 0.9, 1e-3, 2500), HeatmapView());
  EXPECT_EQ(view.reset(), HeatmapView());
}

TEST(HeatmapViewTest, WidenedRangesHoldTheirRangeAndStayInside) {
  EXPECT_EQ(widened({50, 10}, 30, 100), (PlaceRange{40, 30}));
  EXPECT_EQ(widened({0, 10}, 30, 100), (PlaceRange{0, 30}));
  EXPECT_EQ(widened({95, 5}, 30, 100), (PlaceRange{70, 30}));
  EXPECT_EQ(widened({5, 40}, 30, 100), (PlaceRange{5, 40}));
  EXPECT_EQ(widened({5, 10}, 300, 20), (PlaceRange{0, 20}));
}

TEST(HeatmapViewTest, BinsAreThoseOfTheEngine) {
  // 7 places in 3 bins: 0 0 0 1 1 2 2.
  const std::size_t expected[] = {0, 0, 0, 1, 1, 2, 2};
  for (std::size_t place = 0; place < 7; ++place) EXPECT_EQ(binOf(place, 3, 7), expected[place]);
}

TEST(HeatmapViewTest, ChosenPlacesBecomeRunsOfPixels) {
  const std::vector<std::size_t> places{4, 3, 0, 9};
  const HeatmapAxis whole;
  EXPECT_EQ(runsOf(whole, places, 10, 100), (std::vector<PixelRun>{{0, 10}, {30, 50}, {90, 100}}));
  // Several places on a pixel: one run of it.
  EXPECT_EQ(runsOf(whole, places, 10, 5), (std::vector<PixelRun>{{0, 3}, {4, 5}}));
  // The second half alone: 9 alone is seen.
  EXPECT_EQ(runsOf({0.5, 0.5}, places, 10, 100), (std::vector<PixelRun>{{80, 100}}));
  EXPECT_TRUE(runsOf(whole, {}, 10, 100).empty());
}

}  // namespace
}  // namespace sispde::studio
