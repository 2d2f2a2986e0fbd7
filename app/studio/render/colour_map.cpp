#include "app/studio/render/colour_map.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace sispde::studio {
namespace {

using Table = std::array<Colour, 256>;

struct Knot {
  int index;          // entry of the table
  std::uint32_t rgb;  // 0xRRGGBB
};

constexpr Colour rgb(std::uint32_t value) {
  return {static_cast<std::uint8_t>(value >> 16), static_cast<std::uint8_t>(value >> 8),
          static_cast<std::uint8_t>(value)};
}

constexpr std::uint8_t toByte(double value) {
  return static_cast<std::uint8_t>(std::clamp(value, 0.0, 255.0) + 0.5);
}

constexpr double channel(Knot knot, int shift) {
  return (knot.rgb >> shift) & 255;
}

// Slope at knot k by the weighted harmonic mean of its neighbours' secants (Fritsch and Butland 1984): the
// curve then never leaves the range of two neighbouring knots, so lightness that is monotone at the knots
// stays so between them. Two knots on neighbouring entries make a kink: each continues its own side.
template <std::size_t N>
constexpr double slopeAt(const std::array<Knot, N>& knots, std::size_t k, int shift) {
  const auto secant = [&](std::size_t i) {
    return (channel(knots[i + 1], shift) - channel(knots[i], shift)) / (knots[i + 1].index - knots[i].index);
  };
  if (k == 0) return secant(0);
  if (k == N - 1) return secant(N - 2);
  const double before = secant(k - 1), after = secant(k);
  const int h0 = knots[k].index - knots[k - 1].index, h1 = knots[k + 1].index - knots[k].index;
  if (h0 == 1) return after;
  if (h1 == 1) return before;
  if (before * after <= 0) return 0;
  return 3 * (h0 + h1) / ((2 * h1 + h0) / before + (h1 + 2 * h0) / after);
}

template <std::size_t N>
constexpr Table makeTable(const std::array<Knot, N>& knots) {
  Table table{};
  for (const int shift : {16, 8, 0})
    for (std::size_t k = 0; k + 1 < N; ++k) {
      const double p0 = channel(knots[k], shift), p1 = channel(knots[k + 1], shift);
      const double h = knots[k + 1].index - knots[k].index;
      const double m0 = h * slopeAt(knots, k, shift), m1 = h * slopeAt(knots, k + 1, shift);
      for (int i = knots[k].index; i <= knots[k + 1].index; ++i) {
        const double f = (i - knots[k].index) / h, g = 1 - f;
        const double value =
            p0 * (1 + 2 * f) * g * g + m0 * f * g * g + p1 * f * f * (1 + 2 * g) - m1 * f * f * g;
        (shift == 16 ? table[i].r : shift == 8 ? table[i].g : table[i].b) = toByte(value);
      }
    }
  return table;
}

// Entries of the tables of Smith and van der Walt (2015), so chosen that none between them is off by more
// than 2.
constexpr Table viridis = makeTable(std::to_array<Knot>({{0, 0x440154},
                                                         {26, 0x482576},
                                                         {64, 0x3B528B},
                                                         {87, 0x306A8E},
                                                         {128, 0x21918C},
                                                         {148, 0x20A386},
                                                         {192, 0x5EC962},
                                                         {205, 0x7CD250},
                                                         {245, 0xE5E419},
                                                         {255, 0xFDE725}}));

// The same for the table of Nuñez, Anderton and Renslow (2018), whose red leaves zero with a kink.
constexpr Table cividis = makeTable(std::to_array<Knot>({{0, 0x00224E},
                                                         {21, 0x003170},
                                                         {22, 0x003171},
                                                         {31, 0x18376F},
                                                         {86, 0x585E6D},
                                                         {138, 0x868379},
                                                         {207, 0xCCBA64},
                                                         {247, 0xF8DF3C},
                                                         {251, 0xFDE334},
                                                         {255, 0xFEE838}}));

// After ColorBrewer's YlGnBu; the knots are placed so that L* falls evenly from 95 to 14.
constexpr Table paleBlue = makeTable(std::to_array<Knot>({{0, 0xEEF6B8},
                                                          {16, 0xCBEBB4},
                                                          {53, 0x86D0BA},
                                                          {85, 0x41B6C4},
                                                          {122, 0x1D91C0},
                                                          {174, 0x225EA8},
                                                          {213, 0x1F3C85},
                                                          {255, 0x0B1F5C}}));

// Two arms of CIE hue 278° and 28° with the same L* at the same distance from the middle, where both entries
// are neutral.
constexpr Table blueWhiteRed = makeTable(std::to_array<Knot>({{0, 0x005398},
                                                              {32, 0x2978CF},
                                                              {64, 0x7DA1E4},
                                                              {96, 0xBDCCF1},
                                                              {127, 0xF6F6F6},
                                                              {128, 0xF6F6F6},
                                                              {159, 0xF3C0BB},
                                                              {191, 0xE28882},
                                                              {223, 0xC55250},
                                                              {255, 0x9F1F2A}}));
constexpr Table blueGreyRed = makeTable(std::to_array<Knot>({{0, 0x9ABCFF},
                                                             {32, 0x669CF0},
                                                             {64, 0x4A7DC7},
                                                             {96, 0x435C89},
                                                             {127, 0x3B3B3B},
                                                             {128, 0x3B3B3B},
                                                             {159, 0x874B48},
                                                             {191, 0xC15F5B},
                                                             {223, 0xEA7A75},
                                                             {255, 0xFFA39D}}));

constexpr Colour noValue = rgb(0x8A8D91);

// Okabe and Ito (2008); a grey of middling lightness stands for their black, which a dark ground would
// swallow.
constexpr std::array classHues{rgb(0xE69F00), rgb(0x56B4E9), rgb(0x009E73), rgb(0xF0E442),
                               rgb(0x0072B2), rgb(0xD55E00), rgb(0xCC79A7), rgb(0x757B84)};

}  // namespace

std::span<const Colour, 256> colourTable(ColourMap map) {
  switch (map) {
    case ColourMap::Viridis: return viridis;
    case ColourMap::PaleBlue: return paleBlue;
    case ColourMap::Cividis: return cividis;
    case ColourMap::BlueWhiteRed: return blueWhiteRed;
    case ColourMap::BlueGreyRed: return blueGreyRed;
  }
  return viridis;
}

Colour colourAt(ColourMap map, double t) {
  if (std::isnan(t)) return noValue;
  return colourTable(map)[static_cast<std::size_t>(std::clamp(t, 0.0, 1.0) * 255 + 0.5)];
}

Colour classColour(int index, bool dark) {
  if (index < 0) return dark ? rgb(0x4A4E55) : rgb(0xCFD1D4);
  const Colour hue = classHues[index % 8], white = rgb(0xFFFFFF), black = rgb(0x000000);
  switch (index % 24 / 8) {
    case 1: return mix(hue, white, dark ? 0.35 : 0.45);
    case 2: return dark ? mix(hue, white, 0.65) : mix(hue, black, 0.4);
    default: return hue;
  }
}

Colour mix(Colour from, Colour to, double t) {
  t = t > 0 ? std::min(t, 1.0) : 0;  // NaN gives `from`
  const auto blend = [t](int a, int b) { return toByte((1 - t) * a + t * b); };
  return {blend(from.r, to.r), blend(from.g, to.g), blend(from.b, to.b), blend(from.a, to.a)};
}

double luminance(Colour colour) {
  const auto linear = [](int byte) {
    const double c = byte / 255.0;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  const double y = 0.2126729 * linear(colour.r) + 0.7151522 * linear(colour.g) + 0.0721750 * linear(colour.b);
  return y > 216.0 / 24389 ? 116 * std::cbrt(y) - 16 : 24389.0 / 27 * y;
}

}  // namespace sispde::studio
