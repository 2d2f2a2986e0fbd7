#pragma once
// The header of a .npy array: a Python dictionary literal with `descr`, `fortran_order` and `shape`.

#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace sispde {

struct NpyHeader {
  char kind = 'f';  // 'i', 'u', 'f', 'b', 'U' or 'S'
  int itemSize = 0;
  bool bigEndian = false, fortranOrder = false;
  std::vector<std::int64_t> shape;
  std::int64_t count = 0;      // product of the shape
  std::size_t dataOffset = 0;  // bytes before the first element
};

// Checks that the elements fill `bytes` to the last byte.
Result<NpyHeader> parseNpyHeader(std::string_view bytes, const Place& place);

}  // namespace sispde
