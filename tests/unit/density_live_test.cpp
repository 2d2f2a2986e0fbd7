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

  const Image& picture() {
    live.ask(document, scene.positions, scene.colours, look);
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
  ASSERT_GT(document->data.graph.edgeCount(), 150'000);
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

TEST_F(DensityLiveTest, EndsWhileAPictureIsBeingDrawn) {
  frames(2);
  EXPECT_FALSE(jobs.idle());
}

}  // namespace
}  // namespace sispde::studio
