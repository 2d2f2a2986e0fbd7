#include "app/studio/render/edge_painter.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "app/studio/render/line_painter.h"
#include "tests/unit/density_scene.h"

namespace sispde::studio {
namespace {

constexpr EdgeLook look{{0xF4, 0xF4, 0xF1}, {0x6A, 0x71, 0x7B, 24}, 1};
using Pixels = std::vector<std::uint32_t>;

struct Drawing {
  Scene scene;
  EdgePainter painter;
  Camera camera;

  explicit Drawing(Scene made)
      : scene(std::move(made)), camera{0.5 * scene.view.width, 0.5 * scene.view.height, 1} {
    painter.setEdges(scene.positions, scene.edges);
    painter.begin(camera, scene.view, look);
  }
  Pixels pixels() const {
    Pixels made;
    painter.paint(made);
    return made;
  }
  int finish() {  // the number of frames that it takes
    int frames = 0;
    for (; !painter.finished(); ++frames) painter.advance();
    return frames;
  }
};

// Long edges through the whole view: more than a frame has time for.
Scene manyLongEdges() {
  Scene scene = randomScene(0, 0, 0, 1);
  scene.view = {800, 600};
  Random random(5);
  for (int i = 0; i < 3000; ++i)
    scene.positions.push_back(
        {static_cast<float>(random.uniform() * 800), static_cast<float>(random.uniform() * 600)});
  for (int i = 0; i < 20'000; ++i)
    scene.edges.push_back({static_cast<NodeId>(random.below(3000)), static_cast<NodeId>(random.below(3000))});
  return scene;
}

double meanDarkness(const Pixels& pixels) {
  double sum = 0;
  for (const std::uint32_t p : pixels) sum += look.ground.r - static_cast<double>(p & 255);
  return sum / static_cast<double>(pixels.size());
}

TEST(EdgePainterTest, FewEdgesArePaintedExactlyAndAtOnce) {
  Drawing d(randomScene(40, 60, 10, 2));
  EXPECT_EQ(d.finish(), 1);
  std::vector<OverlayEdge> lines;
  for (const Edge& e : d.scene.edges)
    lines.push_back({d.scene.positions[e.u], d.scene.positions[e.v], look.edge});
  Pixels expected(static_cast<std::size_t>(d.scene.view.width) * d.scene.view.height, look.ground.packed());
  paintLines(lines, d.camera, d.scene.view, look.width, expected);
  const Pixels pixels = d.pixels();
  ASSERT_EQ(pixels.size(), expected.size());
  for (std::size_t i = 0; i < pixels.size(); ++i)  // in another order: eight bits are rounded after each edge
    for (const int shift : {0, 8, 16})
      EXPECT_NEAR((pixels[i] >> shift) & 255, (expected[i] >> shift) & 255, 2) << i;
}

TEST(EdgePainterTest, AFrameOfManyHasNoMoreThanItsShare) {
  Drawing d(manyLongEdges());
  double length = 0;
  for (const Edge& e : d.scene.edges) {
    const Point a = d.scene.positions[e.u], b = d.scene.positions[e.v];
    length += std::max(std::abs(a.x - b.x), std::abs(a.y - b.y));
  }
  const int frames = d.finish();
  EXPECT_GE(frames, length / EdgePainter::mostPerFrame);
  EXPECT_GT(frames, 2);
  EXPECT_LT(frames, 20);  // and it comes to an end
}

TEST(EdgePainterTest, ASampleIsAsDarkAsTheWhole) {
  Drawing d(manyLongEdges());
  d.painter.advance();
  ASSERT_FALSE(d.painter.finished());
  const Pixels sample = d.pixels();
  d.finish();
  const Pixels whole = d.pixels();
  EXPECT_NE(sample, whole);
  EXPECT_GT(meanDarkness(whole), 10);
  EXPECT_NEAR(meanDarkness(sample) / meanDarkness(whole), 1, 0.1);
}

TEST(EdgePainterTest, TheWholeDoesNotDependOnTheOrderOfTheEdges) {
  Drawing d(manyLongEdges());
  d.finish();
  const Pixels pixels = d.pixels();
  std::reverse(d.scene.edges.begin(), d.scene.edges.end());
  Drawing other(d.scene);
  other.finish();
  EXPECT_EQ(other.pixels(), pixels);
}

// Added up, lines look as those that are painted one by one: on the mean over a few pixels, because a border is smoothed in another way.
TEST(EdgePainterTest, AddedUpEdgesLookAsThosePaintedOneByOne) {
  Drawing d(manyLongEdges());
  d.finish();
  const Pixels pixels = d.pixels();
  Pixels expected(pixels.size(), look.ground.packed());
  std::vector<OverlayEdge> lines;
  for (const Edge& e : d.scene.edges)
    lines.push_back({d.scene.positions[e.u], d.scene.positions[e.v], look.edge});
  paintLines(lines, d.camera, d.scene.view, look.width, expected);
  constexpr std::size_t block = 8;
  double greatest = 0;
  for (std::size_t y = 0; y + block <= 600; y += block)
    for (std::size_t x = 0; x + block <= 800; x += block) {
      double difference = 0;
      for (std::size_t k = 0; k < block * block; ++k) {
        const std::size_t at = (y + k / block) * 800 + x + k % block;
        difference += static_cast<double>(pixels[at] & 255) - static_cast<double>(expected[at] & 255);
      }
      greatest = std::max(greatest, std::abs(difference) / (block * block));
    }
  EXPECT_LT(greatest, 6);  // of 138 levels between edge and ground
}

TEST(EdgePainterTest, EdgesWithoutAPlaceAndViewsWithoutEdgesAreNoTrouble) {
  Scene scene = randomScene(30, 60, 0, 3);
  scene.positions[4] = {NAN, 3};
  scene.positions[5] = {INFINITY, 3};
  Drawing d(scene);
  d.finish();
  EXPECT_EQ(d.pixels().size(), 64u * 48u);
  scene.edges.clear();
  Drawing none(scene);
  EXPECT_EQ(none.finish(), 0);
  EXPECT_EQ(none.pixels(), Pixels(64u * 48u, look.ground.packed()));
}

}  // namespace
}  // namespace sispde::studio
