#pragma once
// How the note of a GOLD run begins on data that nothing was published for; reports look for it.

#include <string_view>

namespace sispde {

inline constexpr std::string_view goldUnpublished = "GOLD has no published settings for these data";

}  // namespace sispde
