// A finished picture on its way through a texture to the window: straight alpha, upper row first.

#include "core/base/random.h"
#include "tests/gui/render_test.h"
#include "tests/unit/density_scene.h"

namespace sispde::studio {
namespace {

constexpr Colour ground{0x15, 0x17, 0x1A};

// What is seen of an image over the ground, in double.
Pixels overGround(const Image& image) {
  Pixels pixels;
  for (int y = 0; y < image.size.height; ++y)
    for (int x = 0; x < image.size.width; ++x) {
      PlainPixel p;
      p.cover(ground, 1);
      const Colour c = image.at(x, y);
      p.cover(c, c.a / 255.0);
      pixels.push_back({p.r, p.g, p.b});
    }
  return pixels;
}

Image randomImage(ViewSize size, std::uint64_t seed) {
  Random random(seed);
  Image image{size, Buffer<std::uint32_t>(static_cast<std::size_t>(size.width) * size.height)};
  for (std::uint32_t& pixel : image.pixels) pixel = static_cast<std::uint32_t>(random.below(1ull << 32));
  return image;
}

// Each pixel has its own random colour: any shift, turn or smoothing by part of a pixel shows.
TEST_P(RenderTest, APictureIsShownPixelByPixelOverTheGround) {
  const std::unique_ptr<GraphLayers> layers = makeLayers();
  // Larger, smaller, the same size with other content, and a width that is no multiple of four.
  std::uint64_t seed = 0;
  for (const ViewSize size :
       {ViewSize{160, 120}, ViewSize{200, 150}, ViewSize{64, 48}, ViewSize{64, 48}, ViewSize{61, 7}}) {
    const Image image = randomImage(size, ++seed);
    layers->setPicture(size.width, size.height, image.pixels);
    const Difference d = compare(shown(layers->drawPicture(), size, ground), overGround(image), size);
    EXPECT_LE(d.greatest, 1) << size.width;  // rounding
  }
}

TEST_P(RenderTest, ADensityPictureIsSeenAsThePlainDrawingOfIt) {
  Scene scene = randomScene(60, 50, 20, 1);
  DensityRequest request = scene.request();
  request.edgeStrength = 0.4;
  request.nodeRadius = 3;
  const auto image = drawDensity(request);
  ASSERT_TRUE(image.has_value());
  const std::unique_ptr<GraphLayers> layers = makeLayers();
  layers->setPicture(image->size.width, image->size.height, image->pixels);
  const Pixels pixels = shown(layers->drawPicture(), image->size, ground);
  const Difference d = compare(pixels, drawGraphPlain(request, ground), image->size);
  EXPECT_LT(d.greatest, 26);  // as for the picture itself in density_test.cpp, and two roundings
  EXPECT_LT(d.mean, 1.6);
}

TEST_P(RenderTest, APictureAndADrawingDoNotDisturbEachOther) {
  const std::unique_ptr<GraphLayers> layers = makeLayers();
  LayersScene scene;
  scene.discs = {{{0, 0}, 20, {200, 40, 10}}};
  const Pixels drawing = drawWith(*layers, scene);
  const Image image = randomImage({64, 48}, 9);
  layers->setPicture(64, 48, image.pixels);
  const Pixels picture = shown(layers->drawPicture(), image.size, ground);
  EXPECT_EQ(drawWith(*layers, scene), drawing);
  EXPECT_EQ(shown(layers->drawPicture(), image.size, ground), picture);
}

}  // namespace
}  // namespace sispde::studio
