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
  std::shared_ptr<const Document> document = documentOf(buildGraph(2000, scene.edges).graph);
  DensityLive::Look look{scene.request().camera, scene.view};

  const Image& picture() { return live.picture(document, scene.positions, scene.colours, look); }
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

TEST_F(DensityLiveTest, ASampleIsShownAtOnceAndAllEdgesOnceItRests) {
  ASSERT_GT(document->data.graph.edgeCount(), 150'000);
  const auto first = picture().pixels;
  EXPECT_EQ(live.revision(), 1u);
  EXPECT_NE(first, wholePicture().pixels);
  untilAtRest();
  EXPECT_EQ(live.revision(), 2u);
  EXPECT_EQ(picture().pixels, wholePicture().pixels);
}

TEST_F(DensityLiveTest, AMovingCameraShowsNoPictureOfAnEarlierPlace) {
  for (int i = 0; i < 5; ++i) {
    frames(2);
    look.camera = look.camera.pan(3, 1);
    const std::uint64_t before = live.revision();
    picture();
    EXPECT_EQ(live.revision(), before + 1);
  }
  untilAtRest();
  EXPECT_EQ(picture().pixels, wholePicture().pixels);
}

TEST_F(DensityLiveTest, EndsWhileAPictureIsBeingDrawn) {
  frames(2);
  EXPECT_FALSE(picture().pixels.empty());
}

}  // namespace
}  // namespace sispde::studio
