#include "app/studio/render/colour_map.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace sispde::studio {
namespace {

constexpr Colour rgb(std::uint32_t value) {
  return {static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
          static_cast<std::uint8_t>(value)};
}

int greatestDifference(Colour a, Colour b) {
  return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

// CIE L*a*b* for D65.
std::array<double, 3> lab(Colour colour) {
  const auto linear = [](int byte) {
    const double c = byte / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  const double r = linear(colour.r), g = linear(colour.g), b = linear(colour.b);
  const auto f = [](double t) { return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116; };
  const double x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const double y = f(0.2126729 * r + 0.7151522 * g + 0.0721750 * b);
  const double z = f((0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

// CIE 1976.
double distance(Colour a, Colour b) {
  const auto p = lab(a), q = lab(b);
  return std::hypot(p[0] - q[0], p[1] - q[1], p[2] - q[2]);
}

struct Published {
  int index;
  std::uint32_t rgb;
};

void expectPublished(ColourMap map, std::span<const Published> entries) {
  for (const auto& [index, value] : entries)
    EXPECT_LE(greatestDifference(colourAt(map, index / 255.0), rgb(value)), 2) << "entry " << index;
}

TEST(ColourMapTest, ViridisIsWithinTwoOfThePublishedTable) {
  expectPublished(ColourMap::Viridis,
                  std::to_array<Published>(
                      {{0, 0x440154},   {1, 0x440256},   {7, 0x460B5E},   {19, 0x481C6E},  {33, 0x472E7C},
                       {50, 0x414287},  {64, 0x3B528B},  {77, 0x34608D},  {90, 0x2E6D8E},  {101, 0x2A778E},
                       {115, 0x25848E}, {128, 0x21918C}, {141, 0x1E9D89}, {150, 0x21A585}, {166, 0x2FB47C},
                       {180, 0x46C06F}, {192, 0x5EC962}, {205, 0x7CD250}, {219, 0xA0DA39}, {230, 0xBDDF26},
                       {241, 0xDAE319}, {249, 0xEFE51C}, {254, 0xFBE723}, {255, 0xFDE725}}));
}

TEST(ColourMapTest, CividisIsWithinTwoOfThePublishedTable) {
  expectPublished(ColourMap::Cividis,
                  std::to_array<Published>(
                      {{0, 0x00224E},   {1, 0x00234F},   {7, 0x002859},   {19, 0x00306F},  {33, 0x1C396F},
                       {50, 0x34456C},  {64, 0x434E6C},  {77, 0x50576C},  {90, 0x5C616E},  {101, 0x656870},
                       {115, 0x727274}, {128, 0x7D7C78}, {141, 0x898578}, {150, 0x928C78}, {166, 0xA19975},
                       {180, 0xAFA471}, {192, 0xBCAE6C}, {205, 0xC9B965}, {219, 0xD9C55C}, {230, 0xE5CF52},
                       {241, 0xF1D945}, {249, 0xFBE138}, {254, 0xFEE636}, {255, 0xFEE838}}));
}

TEST(ColourMapTest, LightnessOfPaleBlueFallsWithEveryEntry) {
  const auto table = colourTable(ColourMap::PaleBlue);
  for (std::size_t i = 1; i < table.size(); ++i) EXPECT_LT(luminance(table[i]), luminance(table[i - 1])) << i;
}

TEST(ColourMapTest, LightnessOfViridisAndCividisRises) {
  // Two entries apart: eight bits are too coarse for every single one, in the published tables too.
  for (const ColourMap map : {ColourMap::Viridis, ColourMap::Cividis}) {
    const auto table = colourTable(map);
    for (std::size_t i = 2; i < table.size(); ++i)
      EXPECT_GT(luminance(table[i]), luminance(table[i - 2]) + 0.1) << int(map) << " at " << i;
  }
}

TEST(ColourMapTest, LightnessOfPaleBlueFallsEvenly) {
  const double from = luminance(colourAt(ColourMap::PaleBlue, 0)),
               to = luminance(colourAt(ColourMap::PaleBlue, 1));
  for (double t = 0; t <= 1; t += 0.05)
    EXPECT_NEAR(luminance(colourAt(ColourMap::PaleBlue, t)), from + t * (to - from), 1) << t;
}

TEST(ColourMapTest, PaleBlueSinksIntoTheLightGroundAndViridisIntoTheDark) {
  EXPECT_EQ(colourAt(ColourMap::PaleBlue, 0), rgb(0xEEF6B8));
  EXPECT_EQ(colourAt(ColourMap::PaleBlue, 1), rgb(0x0B1F5C));
  EXPECT_LT(std::abs(luminance(colourAt(ColourMap::PaleBlue, 0)) - luminance(rgb(0xF4F4F1))), 3);
  EXPECT_LT(luminance(colourAt(ColourMap::Viridis, 0)) - luminance(rgb(0x15171A)), 10);
}

TEST(ColourMapTest, DivergingMapsAreNeutralInTheMiddleAndEquallyLightOnBothSides) {
  for (const ColourMap map : {ColourMap::BlueWhiteRed, ColourMap::BlueGreyRed}) {
    const Colour middle = colourAt(map, 0.5);
    EXPECT_EQ(middle.r, middle.g);
    EXPECT_EQ(middle.g, middle.b);
    const double sign = map == ColourMap::BlueWhiteRed ? 1 : -1;
    for (int i = 0; i < 127; ++i) {
      const Colour low = colourAt(map, i / 255.0), high = colourAt(map, 1 - i / 255.0);
      EXPECT_NEAR(luminance(low), luminance(high), 1) << i;
      EXPECT_GE(distance(low, high), 0.4 * (127 - i)) << i;
      EXPECT_GT(low.b, low.r);
      EXPECT_GT(high.r, high.b);
      EXPECT_GT(sign * (luminance(colourAt(map, (i + 1) / 255.0)) - luminance(low)), -0.3) << i;
    }
  }
  EXPECT_GT(luminance(colourAt(ColourMap::BlueWhiteRed, 0.5)), 95);
  EXPECT_LT(luminance(colourAt(ColourMap::BlueGreyRed, 0.5)), 30);
}

TEST(ColourMapTest, ValuesAreClampedAndNaNIsGrey) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  for (const ColourMap map : {ColourMap::Viridis, ColourMap::BlueGreyRed}) {
    EXPECT_EQ(colourAt(map, -3), colourAt(map, 0));
    EXPECT_EQ(colourAt(map, -infinity), colourAt(map, 0));
    EXPECT_EQ(colourAt(map, infinity), colourAt(map, 1));
    const Colour grey = colourAt(map, std::nan(""));
    EXPECT_LT(std::hypot(lab(grey)[1], lab(grey)[2]), 5);
    for (const Colour entry : colourTable(map)) EXPECT_NE(entry, grey);
  }
}

TEST(ClassColourTest, AllShadesCanBeToldFromEachOtherAndFromTheGround) {
  for (const bool dark : {false, true}) {
    const Colour ground = rgb(dark ? 0x15171A : 0xF4F4F1);
    for (int i = -1; i < 24; ++i) {
      EXPECT_GT(distance(classColour(i, dark), ground), i < 0 ? 12 : 20) << i << (dark ? " dark" : " light");
      for (int j = i + 1; j < 24; ++j)
        EXPECT_GT(distance(classColour(i, dark), classColour(j, dark)), i >= 0 && j < 8 ? 20 : 8)
            << i << " and " << j << (dark ? " dark" : " light");
    }
  }
}

TEST(ClassColourTest, FirstEightAreTheSameOnBothGroundsAndAllRepeatAfterTwentyFour) {
  for (int i = 0; i < 8; ++i) EXPECT_EQ(classColour(i, true), classColour(i, false));
  EXPECT_EQ(classColour(0, true), rgb(0xE69F00));
  for (const bool dark : {false, true})
    for (int i = 0; i < 24; ++i) EXPECT_EQ(classColour(i + 24, dark), classColour(i, dark));
  EXPECT_EQ(classColour(-1, true), classColour(std::numeric_limits<int>::min(), true));
}

TEST(ColourTest, PackedHasRedInTheLowestByte) {
  EXPECT_EQ((Colour{0x11, 0x22, 0x33, 0x44}.packed()), 0x44332211u);
  EXPECT_EQ(Colour{}.packed(), 0xFF000000u);
}

TEST(ColourTest, MixIsLinearAndClamped) {
  const Colour a{0, 100, 200, 0}, b{200, 100, 0, 255};
  EXPECT_EQ(mix(a, b, 0), a);
  EXPECT_EQ(mix(a, b, -1), a);
  EXPECT_EQ(mix(a, b, 2), b);
  EXPECT_EQ(mix(a, b, std::nan("")), a);
  EXPECT_EQ(mix(a, b, 0.5), (Colour{100, 100, 100, 128}));
}

TEST(ColourTest, LuminanceIsThatOfCie) {
  EXPECT_NEAR(luminance(rgb(0x000000)), 0, 1e-9);
  EXPECT_NEAR(luminance(rgb(0xFFFFFF)), 100, 1e-4);
  EXPECT_NEAR(luminance(rgb(0x777777)), 50.03, 0.01);
  EXPECT_NEAR(luminance(rgb(0xFF0000)), 53.24, 0.01);
  EXPECT_NEAR(luminance(rgb(0x0000FF)), 32.30, 0.01);
}

}  // namespace
}  // namespace sispde::studio
