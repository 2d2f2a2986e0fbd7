#include "app/studio/figure/heatmap_scale.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace sispde::studio {
namespace {

TEST(HeatmapScaleTest, TheDiagonalDoesNotTakeTheScale) {
  std::vector<float> values(512 * 512, 0.1f);
  for (std::size_t i = 0; i < 512; ++i) values[i * 513] = 1;
  const ColourScale scale = heatmapScale(values, {.dark = true});
  EXPECT_NEAR(scale.high, 0.1, 1e-6);
  EXPECT_EQ(scale.low, 0);
  EXPECT_TRUE(scale.squareRoot);
  EXPECT_EQ(scale.map, ColourMap::Viridis);
}

TEST(HeatmapScaleTest, RoundingBesideTheDiagonalIsNoPattern) {
  std::vector<float> values(512 * 512, 1e-7f);
  for (std::size_t i = 0; i < 512; ++i) values[i * 513] = 1;
  EXPECT_NEAR(heatmapScale(values, {}).high, 0.02, 1e-9);
}

TEST(HeatmapScaleTest, SignedValuesAndChangesAreCentredOnZero) {
  const std::vector<float> values{-0.5f, 0.1f, 0.2f, 0.3f};
  for (const bool change : {false, true}) {
    const ColourScale scale = heatmapScale(values, {.dark = false, .change = change});
    EXPECT_EQ(scale.low, -scale.high);
    EXPECT_GE(scale.high, 0.5);
    EXPECT_FALSE(scale.squareRoot);
    EXPECT_EQ(scale.map, ColourMap::BlueWhiteRed);
  }
  const std::vector<float> positive{0.1f, 0.2f, 0.3f, 0.4f};
  const ColourScale scale = heatmapScale(positive, {.dark = true, .change = true});
  EXPECT_EQ(scale.low, -scale.high);
  EXPECT_EQ(scale.map, ColourMap::BlueGreyRed);
}

TEST(HeatmapScaleTest, ChangesBelowRoundingStaySmall) {
  const std::vector<float> values{-1e-7f, 1e-7f, 0, 0};
  EXPECT_EQ(heatmapScale(values, {.change = true, .smallest = 1e-4}).high, 1e-4);
  const double none = std::numeric_limits<double>::infinity();
  EXPECT_LT(heatmapScale(values, {.change = true, .smallest = none}).high, 1e-6);
}

TEST(HeatmapScaleTest, NothingButZerosStillHasAScale) {
  const std::vector<float> zeros(16, 0);
  for (const bool change : {false, true}) {
    const ColourScale scale = heatmapScale(zeros, {.change = change});
    EXPECT_LT(scale.low, scale.high);
    EXPECT_EQ(scale.low, change ? -1 : 0);
  }
}

TEST(HeatmapScaleTest, PixelsAreTheColoursOfTheScale) {
  std::vector<float> values;
  for (int i = 0; i <= 100; ++i) values.push_back(static_cast<float>(i) / 80 - 0.1f);
  for (const ColourScale& scale :
       {ColourScale{ColourMap::Viridis, 0, 1, true}, ColourScale{ColourMap::BlueWhiteRed, -1, 1, false}}) {
    const auto pixels = heatmapPixels(scale, values);
    const auto colours = coloursOf(scale, values);
    ASSERT_EQ(pixels.size(), colours.size());
    for (std::size_t i = 0; i < pixels.size(); ++i)
      for (const int shift : {0, 8, 16}) {
        const int a = (pixels[i] >> shift) & 255, b = (colours[i].packed() >> shift) & 255;
        EXPECT_LE(std::abs(a - b), 4) << i;  // float against double may choose the next entry of the table
      }
  }
  const std::vector<float> none{std::numeric_limits<float>::quiet_NaN()};
  EXPECT_EQ(heatmapPixels({ColourMap::Viridis, 0, 1, true}, none)[0],
            colourTable(ColourMap::Viridis)[0].packed());
}

}  // namespace
}  // namespace sispde::studio
