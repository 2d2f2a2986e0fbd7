#pragma once
// Mixing of opaque packed pixels in eight bits, as OpenGL does it.

#include <algorithm>
#include <cstdint>

namespace sispde::studio {

// a + (b − a)·part/255 of each of the lower three bytes, rounded; opaque. The first and the third byte are worked on together:
// (t + t/256)/256 with t = v + 128 is v/255 rounded for all v up to 255².
inline std::uint32_t mixed(std::uint32_t a, std::uint32_t b, std::uint32_t part) {
  const std::uint32_t rest = 255 - part;
  const std::uint32_t outer = (a & 0xff00ffu) * rest + (b & 0xff00ffu) * part + 0x800080u;
  const std::uint32_t middle = ((a >> 8) & 255) * rest + ((b >> 8) & 255) * part + 128;
  return 0xff000000u | (((outer + ((outer >> 8) & 0xff00ffu)) >> 8) & 0xff00ffu) |
         ((middle + (middle >> 8)) & 0xff00u);
}

inline std::uint32_t partOf(float share) {
  return static_cast<std::uint32_t>(std::clamp(share, 0.0f, 1.0f) * 255 + 0.5f);
}

}  // namespace sispde::studio
