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

// An end of an edge is cut by the pixels' centres; it lies under a node, as in every graph.
TEST_P(RenderTest, EdgesAgreeWithThePlainDrawing) {
  for (const float width : {1.0f, 1.5f, 4.0f}) {
    LayersScene scene = randomLayers(24, 30, 4);
    scene.style.edgeWidth = width;
    for (const Point& p : scene.positions) scene.discs.push_back({p, 5, {0, 0x99, 0x44}});
    expectAgreement(compare(draw(scene), drawLayersPlain(scene), scene.view));
  }
}

TEST_P(RenderTest, AGraphAgreesWithThePlainDrawingOnBothGrounds) {
  for (const bool dark : {false, true}) {
    LayersScene scene = randomLayers(70, 60, 6);
    if (dark) scene.style = {{0x15, 0x17, 0x1A}, {0x99, 0xA1, 0xAC, 70}, 1.25f};
    addDiscs(scene);
    expectAgreement(compare(draw(scene), drawLayersPlain(scene), scene.view));
  }
}

TEST_P(RenderTest, ThePlainDrawingTellsOtherPicturesApart) {
  LayersScene scene = randomLayers(70, 60, 6);
  addDiscs(scene);
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
  scene.view = {90, 140};
  EXPECT_TRUE(same());
  scene.positions[3].x += 1;
  EXPECT_TRUE(same());
  scene.edges.resize(7);
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
