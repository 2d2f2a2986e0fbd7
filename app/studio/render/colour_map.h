#pragma once
// Colours that mean something. A ColourMap turns a value in [0, 1] into a colour: the sequential maps change
// their lightness in one direction only, the diverging ones show the distance from the middle. Class colours
// are those of Okabe and Ito, which people with any kind of colour vision can tell apart. All values are
// sRGB.

#include <cstdint>
#include <span>

namespace sispde::studio {

struct Colour {
  std::uint8_t r = 0, g = 0, b = 0, a = 255;  // a is the opacity; r, g and b are not multiplied with it

  // R in the lowest byte, A in the highest.
  constexpr std::uint32_t packed() const {
    return std::uint32_t{r} | std::uint32_t{g} << 8 | std::uint32_t{b} << 16 | std::uint32_t{a} << 24;
  }
  friend bool operator==(const Colour&, const Colour&) = default;
};

enum class ColourMap {
  Viridis,       // dark violet to bright yellow; its low end sinks into a dark ground
  PaleBlue,      // pale yellow-green to deep blue; its low end sinks into a light ground
  Cividis,       // deep blue to yellow, nearly the same with and without red-green vision
  BlueWhiteRed,  // signed values on a light ground
  BlueGreyRed,   // signed values on a dark ground
};

// The map at equal steps: entry i belongs to i / 255.
std::span<const Colour, 256> colourTable(ColourMap map);

// The nearest entry of the table. t is clamped to [0, 1]; NaN, which has no place on the map, gives a neutral
// grey.
Colour colourAt(ColourMap map, double t);

// The eight hues, the same lightened (8–15), and a third shade of them (16–23: lighter still on a dark
// ground, darker on a light one, where they would vanish); then again from the start. A negative index, no
// class, gives a quiet grey.
Colour classColour(int index, bool dark);

// (1 − t) from + t to in each channel, t clamped to [0, 1].
Colour mix(Colour from, Colour to, double t);

// CIE L* of the opaque colour: 0 black, 100 white.
double luminance(Colour colour);

}  // namespace sispde::studio
