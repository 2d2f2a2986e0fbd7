#pragma once
// Texts inside PNG pictures. A picture that Studio writes carries the workspace it was made from; dropped on the
// window it brings it back.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace sispde::studio {

// One text of a PNG. The key is 1 to 79 printable ASCII characters without blanks at the ends or two in a row; the
// value is UTF-8 without NUL.
struct PngText {
  std::string key, value;
};

inline constexpr std::size_t largestPngText = std::size_t{64} << 20;  // bytes, packed as well as unpacked

// Pixels as bytes R, G, B, A, the colours not multiplied with the opacity; rows from the top without gaps.
struct PngPixels {
  int width = 0, height = 0;
  std::span<const std::uint8_t> rgba;
  bool opaque = true;         // the opacity is left out of the file
  double pixelsPerPoint = 1;  // for programs that place the picture on paper
};

// Texts are compressed chunks (iTXt) before the pixels.
Result<void> writePng(const PngPixels& pixels, std::span<const PngText> texts, const std::string& path,
                      const Progress& progress = {});

// The first text of this key, from a chunk of any kind (tEXt, zTXt, iTXt). The whole file is checked: one that was cut
// off or changed on its way, or is no PNG, is an error of kind Input, and so is a missing text.
Result<std::string> readPngText(const std::string& path, const std::string& key);

}  // namespace sispde::studio
