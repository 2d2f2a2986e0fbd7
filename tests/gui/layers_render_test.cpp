// The drawing of GraphLayers against the plain one. OpenGL takes the coverage of a pixel from the distance of its centre to the border:
// exact for borders along the axes; for others up to 0.1 from the area, as a line of width 1 at 45° has at most 0.91 of a pixel and is
// drawn as 1. Eight bits are rounded after each shape.

#include <algorithm>

#include "core/base/random.h"
#include "tests/gui/render_test.h"

namespace sispde::studio {
namespace {

// Positions in a world of other units, and a camera that makes the view's pixels of them.
LayersScene randomLayers(std::size_t nodes, std::size_t edges, std::uint64_t seed) {
  LayersScene scene;
  Random random(seed);
  scene.camera = Camera{-3.25, 8.5, 37.5}.zoomAt({20, 90}, 1.3, scene.view).pan(11.5, -7.25);
  for (std::size_t i = 0; i < nodes; ++i) {
    const DoublePoint p =
        scene.camera.toWorld({random.uniform() * 200 - 20, random.uniform() * 160 - 20}, scene.view);
    scene.positions.push_back({static_cast<float>(p.x), static_cast<float>(p.y)});
  }
  for (std::size_t i = 0; i < edges; ++i) {
    const auto u = static_cast<NodeId>(random.below(nodes)), v = static_cast<NodeId>(random.below(nodes));
    if (u != v) scene.edges.push_back({u, v});
  }
  return scene;
}

// Small discs first and hubs on top, some of them seen through.
void addDiscs(LayersScene& scene) {
  const std::size_t n = scene.positions.size();
  for (std::size_t i = 0; i < n; ++i) {
    Colour colour = classColour(static_cast<int>(i % 8), false);
    if (i % 5 == 3) colour.a = 60;
    const double share = static_cast<double>(i) / static_cast<double>(n);
    scene.discs.push_back({scene.positions[i], static_cast<float>(1.2 + 12 * share * share), colour});
  }
}

// Discs, squares and both with rings, by turns.
void addShapes(LayersScene& scene) {
  addDiscs(scene);
  for (std::size_t i = 0; i < scene.discs.size(); ++i) scene.discs[i].shape = static_cast<NodeShape>(i % 4);
}

// Some edges of their own colours, whole and in part, between nodes.
void addOverlay(LayersScene& scene) {
  for (std::size_t i = 0; i + 1 < scene.positions.size(); i += 2) {
    const Point a = scene.positions[i], b = scene.positions[i + 1];
    const bool whole = i % 4 == 0;
    const Point end = whole ? b : Point{0.5f * (a.x + b.x), 0.5f * (a.y + b.y)};
    scene.overlay.push_back({a,
                             end,
                             {static_cast<std::uint8_t>(whole ? 180 : 40), 120, 60,
                              whole ? std::uint8_t{230} : std::uint8_t{90}}});
  }
}

// Inside shapes two levels, for the rounding; borders within a pixel, up to the difference of coverage above times the contrast of 200
// levels; all in all less than half of what a shift by a tenth of a pixel makes.
void expectAgreement(const Difference& d) {
  EXPECT_LE(d.inside, 2);
  EXPECT_LE(d.beyond, 18);
  EXPECT_LT(d.mean, 0.6);
}
bool agrees(const Difference& d) {
  return d.inside <= 2 && d.beyond <= 18 && d.mean < 0.6;
}

TEST_P(RenderTest, DiscsAgreeWithThePlainDrawing) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    LayersScene scene = randomLayers(60, 0, seed);
    addDiscs(scene);
    expectAgreement(compare(draw(scene), drawLayersPlain(scene), scene.view));
  }
}

TEST_P(RenderTest, SquaresAndRingsAgreeWithThePlainDrawing) {
  for (const float width : {1.5f, 1.75f, 3.5f}) {
    LayersScene scene = randomLayers(60, 0, 7);
    scene.style.ringWidth = width;
    addShapes(scene);
    expectAgreement(compare(draw(scene), drawLayersPlain(scene), scene.view));
  }
}

// Both along the axes, whole pixels: nothing to be rounded.
TEST_P(RenderTest, ARingLiesOutsideOfItsNodeWithTheRimBetween) {
  LayersScene scene;
  scene.camera = {0.5 * scene.view.width, 0.5 * scene.view.height, 1};
  scene.style.ringWidth = 2;
  const Colour fill{10, 20, 200};
  const float radius = 8 / squareHalf;  // a square of sixteen pixels
  scene.discs = {{{40, 60}, radius, fill, squareShape | ringShape}, {{100, 60}, 8, fill, ringShape}};
  const Pixels pixels = draw(scene);
  const auto expectAt = [&](int x, int y, Colour c) {
    const auto& seen = pixels[static_cast<std::size_t>(y) * scene.view.width + x];
    EXPECT_EQ(seen, (std::array<double, 3>{double(c.r), double(c.g), double(c.b)})) << x << ' ' << y;
  };
  for (const int middle : {40, 100}) {
    expectAt(middle, 60, fill);
    expectAt(middle + 5, 60, fill);
    expectAt(middle + 11, 60, scene.style.ground);
  }
  // The square's corners: fill up to 7, the rim to 8, the ring to 10.
  expectAt(46, 66, fill);
  expectAt(47, 67, scene.style.ground);
  expectAt(48, 68, scene.style.ring);
  expectAt(49, 69, scene.style.ring);
  expectAt(50, 70, scene.style.ground);
  expectAt(108, 60, scene.style.ring);
  expectAt(109, 69, scene.style.ground);  // round
}

// An end of an edge is cut by the pixels' centres; it lies under a node, as in every graph.
TEST_P(RenderTest, EdgesAgreeWithThePlainDrawing) {
  for (const float width : {1.0f, 1.5f, 4.0f}) {
    LayersScene scene = randomLayers(24, 30, 4);
    scene.style.edgeWidth = width;
    for (const Point& p : scene.positions) scene.discs.push_back({p, 5, {0, 0x99, 0x44}});
    expectAgreement(compare(draw(scene), drawLayersPlain(scene), scene.view));
  }
}

TEST_P(RenderTest, EdgesOfTheirOwnColoursLieOverTheOthersAndUnderTheNodes) {
  LayersScene scene = randomLayers(40, 40, 11);
  addOverlay(scene);
  addShapes(scene);
  expectAgreement(compare(draw(scene), drawLayersPlain(scene), scene.view));
}

TEST_P(RenderTest, AGraphAgreesWithThePlainDrawingOnBothGrounds) {
  for (const bool dark : {false, true}) {
    LayersScene scene = randomLayers(70, 60, 6);
    if (dark) scene.style = {{0x15, 0x17, 0x1A}, {0x99, 0xA1, 0xAC, 70}, 1.25f, 1.5f, {0xE0, 0xB2, 0x52}};
    addDiscs(scene);
    expectAgreement(compare(draw(scene), drawLayersPlain(scene), scene.view));
  }
}

TEST_P(RenderTest, ThePlainDrawingTellsOtherPicturesApart) {
  LayersScene scene = randomLayers(70, 60, 6);
  addShapes(scene);
  const Pixels picture = draw(scene);
  const auto agreesAfter = [&](const auto& change) {
    LayersScene other = scene;
    change(other);
    return agrees(compare(picture, drawLayersPlain(other), scene.view));
  };
  EXPECT_TRUE(agreesAfter([](LayersScene&) {}));
  EXPECT_FALSE(agreesAfter([](LayersScene& s) { s.camera = s.camera.pan(0.1, 0); }));
  EXPECT_FALSE(agreesAfter([](LayersScene& s) { s.camera = s.camera.pan(0, 0.1); }));
  EXPECT_FALSE(agreesAfter([](LayersScene& s) { s.camera = s.camera.zoomAt({80, 60}, 1.005, s.view); }));
  EXPECT_FALSE(agreesAfter([](LayersScene& s) { std::reverse(s.discs.begin(), s.discs.end()); }));
  EXPECT_FALSE(agreesAfter([](LayersScene& s) { s.style.edge.a += 10; }));
  EXPECT_FALSE(agreesAfter([](LayersScene& s) { s.style.edgeWidth += 0.2f; }));
  EXPECT_FALSE(agreesAfter([](LayersScene& s) { s.edges.pop_back(); }));
  EXPECT_FALSE(agreesAfter([](LayersScene& s) { s.discs[50].radius += 2; }));
  EXPECT_FALSE(agreesAfter([](LayersScene& s) { s.discs[50].colour.r ^= 8; }));
  EXPECT_FALSE(agreesAfter([](LayersScene& s) { s.discs[50].shape ^= squareShape; }));
  EXPECT_FALSE(agreesAfter([](LayersScene& s) { s.discs[50].shape ^= ringShape; }));
  EXPECT_FALSE(agreesAfter([](LayersScene& s) { s.style.ringWidth += 0.5f; }));
  EXPECT_FALSE(agreesAfter([](LayersScene& s) { s.style.ring.b ^= 32; }));
}

TEST_P(RenderTest, LaterDiscsCoverEarlierOnes) {
  const Colour red{255, 0, 0}, green{0, 255, 0};
  LayersScene scene;
  scene.camera = {0.5 * scene.view.width, 0.5 * scene.view.height, 1};
  const GraphLayers::Disc left{{40, 60}, 9, red}, right{{50, 60}, 9, green};
  const auto colourAtPixel = [&](int x) { return draw(scene)[60u * scene.view.width + x]; };
  const std::array<double, 3> seenRed{255, 0, 0}, seenGreen{0, 255, 0};
  scene.discs = {left, right};
  EXPECT_EQ(colourAtPixel(44), seenGreen);
  EXPECT_EQ(colourAtPixel(36), seenRed);
  scene.discs = {right, left};
  EXPECT_EQ(colourAtPixel(44), seenRed);
  EXPECT_EQ(colourAtPixel(54), seenGreen);
}

TEST_P(RenderTest, TheFirstRowOfTheDrawingIsTheUpperOne) {
  LayersScene scene;
  scene.camera = {0.5 * scene.view.width, 0.5 * scene.view.height, 1};
  scene.discs = {{{20, 10}, 6, {200, 0, 0}}};
  const Pixels pixels = draw(scene);
  EXPECT_EQ(pixels[10u * scene.view.width + 20][1], 0);
  EXPECT_GT(pixels[110u * scene.view.width + 20][1], 200);
}

// Edges are kept between frames: whatever changes, the kept ones must not show.
TEST_P(RenderTest, ADrawingDoesNotDependOnTheOneBefore) {
  const std::unique_ptr<GraphLayers> layers = makeLayers();
  LayersScene scene = randomLayers(30, 40, 8);
  addDiscs(scene);
  const auto same = [&] { return drawWith(*layers, scene) == draw(scene); };
  EXPECT_TRUE(same());
  EXPECT_TRUE(same());
  scene.camera = scene.camera.pan(5, 3);
  EXPECT_TRUE(same());
  scene.style.edge.a = 200;
  EXPECT_TRUE(same());
  scene.style.edgeWidth = 3;
  EXPECT_TRUE(same());
  for (GraphLayers::Disc& disc : scene.discs) disc.shape ^= squareShape | ringShape;
  EXPECT_TRUE(same());
  scene.style.ring = {20, 200, 30};
  EXPECT_TRUE(same());
  scene.view = {90, 140};
  EXPECT_TRUE(same());
  scene.positions[3].x += 1;
  EXPECT_TRUE(same());
  scene.edges.resize(7);
  EXPECT_TRUE(same());
  addOverlay(scene);
  EXPECT_TRUE(same());
  scene.overlay.resize(3);
  EXPECT_TRUE(same());
  scene.camera = scene.camera.pan(-4, 2);
  EXPECT_TRUE(same());
  scene.overlay.clear();
  EXPECT_TRUE(same());
  scene.discs.resize(11);
  EXPECT_TRUE(same());
  scene.discs.clear();
  scene.edges.clear();
  EXPECT_TRUE(same());
}

TEST_P(RenderTest, NewColoursOfTheNodesLeaveTheKeptEdgesAsTheyAre) {
  const std::unique_ptr<GraphLayers> layers = makeLayers();
  LayersScene scene = randomLayers(30, 40, 8);
  addDiscs(scene);
  drawWith(*layers, scene);
  for (GraphLayers::Disc& disc : scene.discs) std::swap(disc.colour.r, disc.colour.b);
  layers->setDiscs(scene.discs);
  const unsigned texture = layers->draw(scene.camera, scene.view.width, scene.view.height, scene.style);
  EXPECT_EQ(shown(texture, scene.view, {255, 0, 255}), draw(scene));
}

INSTANTIATE_TEST_SUITE_P(, RenderTest,
                         testing::Values(GraphLayers::Nodes::OpenGl, GraphLayers::Nodes::Processor),
                         [](const auto& chosen) {
                           return chosen.param == GraphLayers::Nodes::OpenGl ? "OpenGl" : "Processor";
                         });

}  // namespace
}  // namespace sispde::studio
