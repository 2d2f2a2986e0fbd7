#include "app/studio/live/density_live.h"

#include <gtest/gtest.h>

#include "tests/unit/density_scene.h"
#include "tests/unit/live_documents.h"

namespace sispde::studio {
namespace {

// More edges than are drawn in the frame in which something changes.
struct DensityLiveTest : testing::Test {
  Jobs jobs;
  DensityLive live{jobs};
  Scene scene = randomScene(2000, 220'000, 0, 3);
  std::shared_ptr<const Graph> graph = std::make_shared<const Graph>(buildGraph(2000, scene.edges).graph);
  std::vector<NodeShape> shapes;
  std::vector<float> values;
  DensityLive::Look look{scene.request().camera, scene.view};

  const Image& picture() {
    live.ask({graph, scene.positions, scene.colours, shapes, values}, look);
    return live.image();
  }
  void frames(int most) {
    for (int i = 0; i < most; ++i) {
      picture();
      jobs.deliver();
    }
  }
  Image wholePicture() const {
    DensityRequest request = scene.request();
    request.camera = look.camera;
    request.nodeColour = look.node;
    request.edgeColour = look.edge;
    request.nodeRadius = look.nodeRadius;
    request.edgeStrength = look.edgeStrength;
    request.maxEdges = request.maxEdgePixels = 0;  // all
    return drawDensity(request).value();
  }
  void untilAtRest() {
    framesUntil(jobs, [&] {
      picture();
      return jobs.idle();
    });
  }
};

TEST_F(DensityLiveTest, ASampleComesFirstAndAllEdgesOnceItRests) {
  ASSERT_GT(graph->edgeCount(), 150'000);
  EXPECT_TRUE(picture().pixels.empty());  // nothing waits for it
  EXPECT_EQ(live.drawn(), nullptr);
  framesUntil(jobs, [&] { return live.revision() == 1; });
  const auto first = live.image().pixels;
  EXPECT_NE(first, wholePicture().pixels);
  untilAtRest();
  EXPECT_EQ(live.revision(), 2u);
  EXPECT_EQ(picture().pixels, wholePicture().pixels);
}

TEST_F(DensityLiveTest, ACameraThatNeverRestsIsSeen) {
  std::uint64_t seen = 0;
  framesUntil(jobs, [&] {
    look.camera = look.camera.pan(3, 1);
    picture();
    if (live.revision() > seen) {  // each picture says which look it shows
      seen = live.revision();
      EXPECT_NE(live.drawn(), nullptr);
      EXPECT_FALSE(live.drawn()->camera == look.camera);
    }
    return seen >= 5;
  });
  untilAtRest();
  EXPECT_TRUE(*live.drawn() == look);
  EXPECT_EQ(picture().pixels, wholePicture().pixels);
}

TEST_F(DensityLiveTest, AWorkThatWasCancelledIsAskedForAgain) {
  picture();
  jobs.cancelAll();
  untilAtRest();
  EXPECT_EQ(picture().pixels, wholePicture().pixels);
}

TEST_F(DensityLiveTest, SizesAndShapesAreThoseOfTheNodes) {
  look.nodeRadius = 2;
  look.rim = {255, 255, 255};
  untilAtRest();
  const auto plain = picture().pixels;
  const auto differs = [&](const char* what) {
    const std::uint64_t before = live.revision();
    untilAtRest();
    EXPECT_GT(live.revision(), before) << what;
    EXPECT_NE(picture().pixels, plain) << what;
  };
  look.sizing.by = SizeBy::Degree;
  differs("by degree");
  DensityRequest request = scene.request();
  request.nodeColour = look.node;
  request.edgeColour = look.edge;
  request.nodeRadius = look.nodeRadius;
  request.edgeStrength = look.edgeStrength;
  request.rim = look.rim;
  request.hubsOnTop = true;
  const std::vector<float> sizes = nodeSizes(look.sizing, *graph, {});
  request.sizes = sizes;
  EXPECT_EQ(picture().pixels, drawDensity(request).value().pixels);
  values.assign(scene.positions.size(), 0);
  values[7] = 1;
  look.sizing.by = SizeBy::Value;
  look.colours = 2;
  differs("by value");
  look.sizing.by = SizeBy::Nothing;
  shapes.assign(scene.positions.size(), squareShape);
  look.shapes = 2;
  differs("squares");
}

TEST(DensityLimits, WithAGpuLargerGraphsAreDrawnLineByLine) {
  const auto grid = [](NodeId nodes) {
    std::vector<Edge> edges;
    for (NodeId u = 0; u + 1 < nodes; ++u) edges.push_back({u, u + 1});
    return buildGraph(nodes, edges).graph;
  };
  EXPECT_FALSE(DensityLive::wanted(grid(30'000), true));
  EXPECT_TRUE(DensityLive::wanted(grid(30'001), true));
  EXPECT_FALSE(DensityLive::wanted(grid(30'001), false));
  EXPECT_TRUE(DensityLive::wanted(grid(100'001), false));
}

TEST_F(DensityLiveTest, EndsWhileAPictureIsBeingDrawn) {
  frames(2);
  EXPECT_FALSE(jobs.idle());
}

}  // namespace
}  // namespace sispde::studio
