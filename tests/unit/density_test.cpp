#include "app/studio/render/density.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "app/studio/render/disc_painter.h"
#include "app/studio/render/pixel_mix.h"
#include "core/base/parallel.h"
#include "tests/unit/density_scene.h"
#include "tests/unit/plain_drawing.h"

namespace sispde::studio {
namespace {

constexpr float nan = std::numeric_limits<float>::quiet_NaN();

Image draw(const DensityRequest& request) {
  auto image = drawDensity(request);
  EXPECT_TRUE(image.has_value());
  return std::move(image).value_or(Image{});
}

bool isEmpty(const Image& image) {
  return std::all_of(image.pixels.begin(), image.pixels.end(), [](std::uint32_t p) { return p >> 24 == 0; });
}

// Greatest and mean difference of a channel to the plain drawing, on a light ground.
std::pair<double, double> differenceToPlain(const DensityRequest& request) {
  const Colour ground{0xF4, 0xF4, 0xF1};
  const auto plain = drawGraphPlain(request, ground);
  const Image image = draw(request);
  double greatest = 0, sum = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const Colour c =
        image.at(static_cast<int>(i) % request.view.width, static_cast<int>(i) / request.view.width);
    const Colour seen = mix(ground, {c.r, c.g, c.b}, c.a / 255.0);
    const double d = std::max(
        {std::abs(seen.r - plain[i][0]), std::abs(seen.g - plain[i][1]), std::abs(seen.b - plain[i][2])});
    greatest = std::max(greatest, d);
    sum += d;
  }
  return {greatest, sum / static_cast<double>(plain.size())};
}

TEST(DensityTest, ThePictureIsTheSameForAnyNumberOfThreads) {
  Scene scene = randomScene(20000, 100000, 30, 1);
  scene.view = {300, 200};
  for (const double radius : {0.6, 2.5})
    for (const std::int64_t maxEdges : {0, 20000}) {
      DensityRequest request = scene.request();
      request.nodeRadius = radius;
      request.maxEdges = request.maxEdgePixels = maxEdges;
      std::vector<Image> images;
      for (const int threads : {1, 2, 3}) {
        const ThreadLimit limit(threads);
        images.push_back(draw(request));
      }
      EXPECT_FALSE(isEmpty(images[0]));
      EXPECT_EQ(images[0].pixels, images[1].pixels);
      EXPECT_EQ(images[0].pixels, images[2].pixels);
    }
}

TEST(DensityTest, ALineThroughFarEndsKeepsItsPlaceInADeepZoom) {
  Scene scene{.positions = {{-1, -1}, {1, 1}}, .colours = {}, .edges = {{0, 1}}};
  DensityRequest request = scene.request();
  request.nodeRadius = 0;
  request.camera = {0.25, 0.25, 1e8};
  const Image image = draw(request);
  // Through the middle of the view, at 45°.
  for (int d = -20; d <= 20; ++d) {
    EXPECT_GT(image.at(32 + d, 24 + d).a, 0) << d;
    EXPECT_EQ(image.at(32 + d, 24 + d + (d < 0 ? 3 : -3)).a, 0) << d;
  }
}

TEST(DensityTest, AgreesWithThePlainDrawingOfPoints) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Scene scene = randomScene(60, 50, 20, seed);
    DensityRequest request = scene.request();
    request.edgeStrength = 0.4;
    const auto [greatest, mean] = differenceToPlain(request);
    EXPECT_LT(greatest, 24);  // 0.35 of coverage, see the pixels of an edge above
    EXPECT_LT(mean, 1.6);
  }
}

TEST(DensityTest, AgreesWithThePlainDrawingOfDiscs) {
  for (const double radius : {1.2, 3.0, 7.5}) {
    Scene scene = randomScene(40, 30, 12, 5);
    for (std::size_t i = 0; i < scene.colours.size(); i += 3) scene.colours[i].a = 120;
    DensityRequest request = scene.request();
    request.nodeRadius = radius;
    request.edgeColour.a = 150;
    const auto [greatest, mean] = differenceToPlain(request);
    EXPECT_LT(greatest, 20) << radius;  // the rim of small discs is not straight
    EXPECT_LT(mean, 0.8) << radius;
  }
}

TEST(DensityTest, ThePlainDrawingTellsAMovedPictureApart) {
  const Scene scene = randomScene(60, 50, 20, 1);
  DensityRequest request = scene.request();
  request.edgeStrength = 0.4;
  const auto plain = drawGraphPlain(request, {255, 255, 255});
  request.camera = request.camera.pan(1, 0);
  const auto moved = drawGraphPlain(request, {255, 255, 255});
  double sum = 0;
  for (std::size_t i = 0; i < plain.size(); ++i) sum += std::abs(plain[i][0] - moved[i][0]);
  EXPECT_GT(sum / static_cast<double>(plain.size()), 3);
}

TEST(DensityTest, NothingOutsideTheViewIsSeen) {
  Scene scene{
      .positions = {{-5, -5}, {-5, 60}, {70, -5}, {70, 60}, {-3, 20}, {30, 53}}, .colours = {}, .edges = {}};
  scene.edges = {{0, 1}, {0, 2}, {1, 3}, {2, 3}};
  DensityRequest request = scene.request();
  for (const double radius : {0.6, 2.0}) {
    request.nodeRadius = radius;
    EXPECT_TRUE(isEmpty(draw(request)));
  }
  request.nodeRadius = 6;  // now some reach in
  EXPECT_FALSE(isEmpty(draw(request)));
}

TEST(DensityTest, EndsOnTheBorderOfTheViewAreDrawn) {
  Scene scene{
      .positions = {{0, 0}, {64, 0}, {64, 48}, {0, 48}, {-1, -1}, {65, 49}}, .colours = {}, .edges = {}};
  for (NodeId u = 0; u < 6; ++u)
    for (NodeId v = 0; v < u; ++v) scene.edges.push_back({u, v});
  DensityRequest request = scene.request();
  for (const double radius : {0.6, 1.5, 100.0, 1e30, HUGE_VAL}) {
    request.nodeRadius = radius;
    EXPECT_FALSE(isEmpty(draw(request)));
  }
}

TEST(DensityTest, NodesWithoutAPlaceAreLeftOutWithTheirEdges) {
  Scene scene = randomScene(30, 0, 0, 7);
  for (NodeId i = 0; i + 1 < 30; ++i) scene.edges.push_back({i, i + 1});
  Scene without = scene;
  constexpr float infinity = std::numeric_limits<float>::infinity();
  for (const auto& [node, place] :
       {std::pair<NodeId, Point>{4, {nan, nan}}, {12, {nan, 3}}, {20, {infinity, 9}}}) {
    scene.positions[node] = place;
    without.positions[node] = {-1e6f, -1e6f};
    std::erase_if(without.edges, [&](Edge e) { return e.u == node || e.v == node; });
  }
  for (const double radius : {0.6, 3.0}) {
    DensityRequest a = scene.request(), b = without.request();
    a.nodeRadius = b.nodeRadius = radius;
    a.edgeStrength = b.edgeStrength = 0.3;
    const Image left = draw(a), right = draw(b);
    EXPECT_EQ(left.pixels, right.pixels);
  }
}

TEST(DensityTest, NodesBeyondTheEndOfThePositionsAreLeftOut) {
  Scene scene = randomScene(30, 60, 0, 7);
  DensityRequest shorter = scene.request();
  shorter.positions = std::span(scene.positions).first(10);
  const Image image = draw(shorter);
  EXPECT_FALSE(isEmpty(image));
  std::fill(scene.positions.begin() + 10, scene.positions.end(), Point{nan, nan});
  EXPECT_EQ(draw(scene.request()).pixels, image.pixels);
}

TEST(DensityTest, CamerasWithoutMeaningGiveAnEmptyPicture) {
  const Scene scene = randomScene(30, 30, 0, 7);
  DensityRequest request = scene.request();
  for (const Camera camera : {Camera{0, 0, 0}, Camera{0, 0, -1}, Camera{nan, 0, 1}, Camera{0, HUGE_VAL, 1},
                              Camera{0, 0, nan}, Camera{0, 0, HUGE_VAL}}) {
    request.camera = camera;
    const Image image = draw(request);
    EXPECT_EQ(image.pixels.size(), 64u * 48u);
    EXPECT_TRUE(isEmpty(image));
  }
  for (const double scale : {1e-300, 1e-9, 1e9, 1e300}) {
    request.camera.scale = scale;
    EXPECT_EQ(draw(request).pixels.size(), 64u * 48u);
  }
}

TEST(DensityTest, EmptyGraphsAndViewsGiveEmptyPictures) {
  EXPECT_TRUE(isEmpty(draw(Scene{}.request())));
  const Scene scene = randomScene(30, 30, 0, 7);
  DensityRequest request = scene.request();
  for (const ViewSize view : {ViewSize{0, 10}, ViewSize{10, 0}, ViewSize{-3, 5}}) {
    request.view = view;
    EXPECT_TRUE(draw(request).pixels.empty());
  }
  request.view = {1, 1};
  EXPECT_EQ(draw(request).pixels.size(), 1u);
  request.view = {20000, 10};
  EXPECT_EQ(drawDensity(request).error().kind, ErrorKind::Usage);
}

TEST(DensityTest, ZeroStrengthOrRadiusLeavesEdgesOrNodesOut) {
  const Scene scene = randomScene(30, 30, 0, 7);
  DensityRequest request = scene.request();
  request.edgeStrength = 0;
  EXPECT_FALSE(isEmpty(draw(request)));
  for (const double radius : {0.0, -1.0, std::nan("")}) {
    request.nodeRadius = radius;
    EXPECT_TRUE(isEmpty(draw(request)));
  }
}

TEST(DensityTest, ASampleOfTheEdgesIsRepeatable) {
  const Scene scene = randomScene(3000, 60000, 0, 9);
  DensityRequest request = scene.request();
  const Image whole = draw(request);
  request.maxEdges = 6000;
  const Image once = draw(request), again = draw(request);
  EXPECT_EQ(once.pixels, again.pixels);
  EXPECT_NE(once.pixels, whole.pixels);
  request.seed = 2;
  EXPECT_NE(draw(request).pixels, once.pixels);
  request.maxEdges = request.maxEdgePixels = 100000000;
  EXPECT_EQ(draw(request).pixels, whole.pixels);
}

TEST(DensityTest, ALoneNodeHasItsColourAndStrength) {
  const Scene scene{.positions = {{10.2f, 20.7f}}, .colours = {}, .edges = {}};
  DensityRequest request = scene.request();
  request.nodeColour = {200, 100, 50};
  request.nodeStrength = 0.6;
  const Image image = draw(request);
  EXPECT_EQ(image.at(10, 20), (Colour{200, 100, 50, 153}));
  EXPECT_EQ(image.at(11, 20), (Colour{request.edgeColour.r, request.edgeColour.g, request.edgeColour.b, 0}));
}

TEST(DensityTest, LaterDiscsCoverEarlierOnes) {
  const Colour red{255, 0, 0}, green{0, 255, 0};
  const Scene scene{.positions = {{30, 20}, {32, 20}}, .colours = {red, green}, .edges = {}};
  DensityRequest request = scene.request();
  request.nodeRadius = 4;
  const Image image = draw(request);
  EXPECT_EQ(image.at(31, 20), green);
  EXPECT_EQ(image.at(27, 20), red);
}

// What is seen of a picture over an opaque ground.
std::vector<std::uint32_t> over(const Image& image, Colour ground) {
  std::vector<std::uint32_t> seen;
  for (const std::uint32_t p : image.pixels) seen.push_back(mixed(ground.packed(), p, p >> 24));
  return seen;
}

// The same nodes, with sizes, shapes and rims, painted as those of a small graph.
TEST(DensityTest, ShapesAreThoseOfASmallGraph) {
  const Colour ground{0xF4, 0xF4, 0xF1};
  Scene scene = randomScene(40, 0, 5, 4);
  DensityRequest request = scene.request();
  std::vector<float> sizes;
  std::vector<NodeShape> shapes;
  for (std::size_t i = 0; i < 40; ++i) {
    sizes.push_back(1 + static_cast<float>(i % 7) / 2);
    shapes.push_back(static_cast<NodeShape>(i % 4));
  }
  request.nodeRadius = 2.1;
  request.sizes = sizes;
  request.shapes = shapes;
  request.rim = ground;
  request.ring = {200, 120, 30};
  std::vector<Disc> discs;
  for (std::size_t i = 0; i < 40; ++i)
    discs.push_back({scene.positions[i], 2.1f * sizes[i], scene.colours[i], shapes[i]});
  std::vector<std::uint32_t> expected(64u * 48u, ground.packed());
  paintDiscs(discs, request.camera, scene.view, {ground, request.ring, request.ringWidth}, expected);
  const auto seen = over(draw(request), ground);
  for (std::size_t i = 0; i < seen.size(); ++i)
    for (const int shift : {0, 8, 16})
      EXPECT_NEAR((seen[i] >> shift) & 255, (expected[i] >> shift) & 255, 4) << i % 64 << ' ' << i / 64;
  // Without any of them the picture is another one.
  request.shapes = {};
  EXPECT_NE(over(draw(request), ground), seen);
}

TEST(DensityTest, HubsLieOnTop) {
  const Colour red{255, 0, 0}, green{0, 255, 0};
  Scene scene{.positions = {{30, 20}, {32, 20}, {5, 5}, {6, 40}}, .colours = {red, green}, .edges = {}};
  scene.edges = {{0, 2}, {0, 3}, {1, 2}};
  DensityRequest request = scene.request();
  request.edgeStrength = 0;
  request.nodeRadius = 4;
  EXPECT_EQ(draw(request).at(31, 20), green);
  request.hubsOnTop = true;
  EXPECT_EQ(draw(request).at(31, 20), red);
}

// Some are discs, the others points under them, each as strong as it is large.
TEST(DensityTest, SmallAndLargeNodesAreInOnePicture) {
  const Scene scene{
      .positions = {{10.5f, 10.5f}, {40.5f, 20.5f}, {12.5f, 10.5f}}, .colours = {}, .edges = {}};
  const std::vector<float> sizes{1, 8, 0.5f};
  DensityRequest request = scene.request();
  request.nodeRadius = 0.5;
  request.sizes = sizes;
  request.nodeStrength = 0.6;
  const Image image = draw(request);
  EXPECT_EQ(image.at(40, 20).a, 255);  // a radius of four pixels
  EXPECT_EQ(image.at(43, 20).a, 255);
  EXPECT_EQ(image.at(46, 20).a, 0);
  EXPECT_NEAR(image.at(10, 10).a, 255 * 0.6 * 3.14159 / 4, 2);
  EXPECT_EQ(image.at(11, 10).a, 0);
  EXPECT_GT(image.at(12, 10).a, 0);
  EXPECT_LT(image.at(12, 10).a, image.at(10, 10).a / 2);
}

TEST(DensityTest, StopsWhenAsked) {
  const Scene scene = randomScene(30, 30, 0, 7);
  std::stop_source source;
  source.request_stop();
  const auto image = drawDensity(scene.request(), {source.get_token(), {}});
  ASSERT_FALSE(image.has_value());
  EXPECT_EQ(image.error().kind, ErrorKind::Cancelled);
}

}  // namespace
}  // namespace sispde::studio
