#include "app/studio/render/camera.h"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace sispde::studio {
namespace {

constexpr ViewSize view{1280, 800};

double in(int low, int high) {
  return *rc::gen::inRange(low * 1000, high * 1000) / 1000.0;
}

Camera anyCamera() {
  return {in(-100, 100), in(-100, 100), std::pow(10.0, in(-3, 4))};
}

RC_GTEST_PROP(CameraTest, ToWorldUndoesToScreen, ()) {
  const Camera camera = anyCamera();
  const DoublePoint screen{in(-200, 1500), in(-200, 1000)};
  const DoublePoint back = camera.toScreen(camera.toWorld(screen, view), view);
  RC_ASSERT(std::hypot(back.x - screen.x, back.y - screen.y) < 1e-6);
}

RC_GTEST_PROP(CameraTest, ZoomKeepsThePointUnderTheCursor, ()) {
  const Camera camera = anyCamera();
  const DoublePoint cursor{in(0, 1280), in(0, 800)};
  const double factor = std::pow(2.0, in(-3, 3));
  const Camera zoomed = camera.zoomAt(cursor, factor, view);
  RC_ASSERT(std::abs(zoomed.scale / (camera.scale * factor) - 1) < 1e-12);
  const DoublePoint after = zoomed.toScreen(camera.toWorld(cursor, view), view);
  RC_ASSERT(std::hypot(after.x - cursor.x, after.y - cursor.y) < 1e-6);
}

RC_GTEST_PROP(CameraTest, PanMovesThePictureBySoManyPixels, ()) {
  const Camera camera = anyCamera();
  const double dx = in(-300, 300), dy = in(-300, 300);
  const DoublePoint world{in(-100, 100), in(-100, 100)};
  const DoublePoint before = camera.toScreen(world, view), after = camera.pan(dx, dy).toScreen(world, view);
  RC_ASSERT(std::abs(after.x - before.x - dx) < 1e-5);
  RC_ASSERT(std::abs(after.y - before.y - dy) < 1e-5);
}

RC_GTEST_PROP(CameraTest, AZoomAboutAPointKeepsItOnTheWay, ()) {
  const Camera a = anyCamera();
  const DoublePoint cursor{in(0, 1280), in(0, 800)};
  const Camera b = a.zoomAt(cursor, std::pow(2.0, in(-3, 3)), view);
  const double t = in(0, 1);
  const DoublePoint there = between(a, b, t).toScreen(a.toWorld(cursor, view), view);
  RC_ASSERT(std::hypot(there.x - cursor.x, there.y - cursor.y) < 1e-3);
}

RC_GTEST_PROP(CameraTest, FitShowsAllPointsAndTouchesTheMargin, ()) {
  std::vector<Point> points;
  const int count = *rc::gen::inRange(2, 20);
  for (int i = 0; i < count; ++i)
    points.push_back({static_cast<float>(in(-50, 50)), static_cast<float>(in(-50, 50))});
  points.push_back({60, 61});
  const Camera camera = fit(points, view, 20);
  double least = std::numeric_limits<double>::infinity();
  for (const Point p : points) {
    const DoublePoint s = camera.toScreen({p.x, p.y}, view);
    least = std::min({least, s.x, s.y, view.width - s.x, view.height - s.y});
  }
  RC_ASSERT(std::abs(least - 20) < 1e-6);
}

TEST(CameraTest, FitSparesMoreOnTheLeftWhereThePointsReachSoFar) {
  const std::vector<Point> wide{{0, 0}, {100, 0}}, high{{0, 0}, {0, 100}};
  const Camera camera = fit(wide, view, 40, 240);
  EXPECT_DOUBLE_EQ(camera.scale, 10);
  EXPECT_DOUBLE_EQ(camera.toScreen({0, 0}, view).x, 240);
  EXPECT_DOUBLE_EQ(camera.toScreen({100, 0}, view).x, 1240);
  EXPECT_EQ(fit(high, view, 40, 240), fit(high, view, 40));  // in the middle, far from the left
  EXPECT_EQ(fit(wide, view, 40, 30), fit(wide, view, 40));
}

TEST(CameraTest, FitOfNoPointsOrOnePlaceHasScaleOne) {
  const float nan = std::numeric_limits<float>::quiet_NaN(),
              infinity = std::numeric_limits<float>::infinity();
  EXPECT_EQ(fit({}, view), Camera{});
  EXPECT_EQ(fit(std::vector<Point>{{nan, 0}, {0, infinity}}, view), Camera{});
  EXPECT_EQ(fit(std::vector<Point>{{3, 4}}, view), (Camera{3, 4, 1}));
  EXPECT_EQ(fit(std::vector<Point>{{3, 4}, {3, 4}, {nan, 9}}, view), (Camera{3, 4, 1}));
}

TEST(CameraTest, FitOfPointsOnALineUsesTheOneExtent) {
  const Camera camera = fit(std::vector<Point>{{0, 5}, {10, 5}}, view, 40);
  EXPECT_EQ(camera, (Camera{5, 5, 120}));
}

TEST(CameraTest, FitIsValidForAnyViewAndMargin) {
  const std::vector<Point> points{{-3e38f, -3e38f}, {3e38f, 3e38f}}, close{{0, 0}, {1e-30f, 0}};
  for (const double margin : {0.0, 1e9, -5.0, std::nan("")})
    for (const ViewSize size : {ViewSize{0, 0}, ViewSize{1, 1}, view}) {
      EXPECT_TRUE(fit(points, size, margin).valid());
      EXPECT_TRUE(fit(close, size, margin).valid());
      EXPECT_TRUE(fit(points, size, margin, 72).valid());
      EXPECT_TRUE(fit(close, size, margin, 72).valid());
    }
}

TEST(CameraTest, BetweenIsGeometricInScaleAndExactAtTheEnds) {
  const Camera a{0, 0, 1}, b{10, 20, 100};
  EXPECT_EQ(between(a, b, 0), a);
  EXPECT_EQ(between(a, b, -1), a);
  EXPECT_EQ(between(a, b, 1), b);
  EXPECT_NEAR(between(a, b, 0.5).scale, 10, 1e-12);
  const Camera c{10, 20, 1}, half = between(a, c, 0.5);
  EXPECT_EQ(half, (Camera{5, 10, 1}));
}

TEST(CameraTest, ZoomStopsAtTheLimitsAndIgnoresFactorsWithoutMeaning) {
  const Camera camera{1, 2, 3};
  EXPECT_EQ(camera.zoomAt({5, 5}, 1e300, view).scale, Camera::largestScale);
  EXPECT_EQ(camera.zoomAt({5, 5}, 1e-300, view).scale, Camera::smallestScale);
  for (const double factor : {0.0, -1.0, std::nan("")})
    EXPECT_EQ(camera.zoomAt({5, 5}, factor, view), camera);
}

}  // namespace
}  // namespace sispde::studio
