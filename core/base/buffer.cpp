#include "core/base/buffer.h"

#include <cstdint>

#include <sys/mman.h>

namespace sispde {

void preferHugePages(void* begin, std::size_t bytes) {
  constexpr std::uintptr_t page = std::uintptr_t{2} << 20;
  const auto address = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first = (address + page - 1) / page * page, last = (address + bytes) / page * page;
  if (first < last) ::madvise(static_cast<char*>(begin) + (first - address), last - first, MADV_HUGEPAGE);
}

}  // namespace sispde
