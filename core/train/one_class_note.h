#pragma once
// How the note of a run with one ID class begins (training_request.h); reports look for it.

#include <string_view>

namespace sispde {

inline constexpr std::string_view oneClassNote = "There is one ID class";

}  // namespace sispde
