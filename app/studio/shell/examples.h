#pragma once
// Data sets that are made by generators and can be shown without a file.

#include <array>

namespace sispde::studio {

struct Example {
  const char *name, *words, *data;  // short, as in a menu, and as the command line has it
};
inline constexpr std::array examples{Example{"citations", "Citation network (made)", "citation"},
                                     Example{"karate club", "Karate club", "karate"},
                                     Example{"minesweeper", "Minesweeper grid", "minesweeper:50x50"},
                                     Example{"communities", "Four communities", "sbm:1000,degree=12"}};

}  // namespace sispde::studio
