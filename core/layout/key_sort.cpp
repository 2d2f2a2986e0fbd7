#include "core/layout/key_sort.h"

#include <algorithm>

#include "core/base/parallel.h"

namespace sispde {
namespace {

constexpr int digitBits = 11;
constexpr std::uint32_t digits = 1u << digitBits;
constexpr std::size_t block = 1 << 15;  // keys; with their places they stay in the second cache

using Item = KeySort::Item;

// One stable pass by the digit at `shift`. `counts`: one row of `digits` per block.
void pass(std::span<const Item> from, std::span<Item> to, int shift, std::span<std::uint32_t> counts) {
  const auto digit = [shift](std::uint32_t key) { return (key >> shift) & (digits - 1); };
  std::fill(counts.begin(), counts.end(), 0u);
  parallelBlocks(from.size(), block, [&](std::size_t begin, std::size_t end) {
    std::uint32_t* mine = counts.data() + begin / block * digits;
    for (std::size_t i = begin; i < end; ++i) ++mine[digit(from[i].key)];
  });
  std::uint32_t next = 0;
  for (std::uint32_t d = 0; d < digits; ++d)
    for (std::size_t at = d; at < counts.size(); at += digits) {
      const std::uint32_t here = counts[at];
      counts[at] = next;
      next += here;
    }
  parallelBlocks(from.size(), block, [&](std::size_t begin, std::size_t end) {
    std::uint32_t* mine = counts.data() + begin / block * digits;
    for (std::size_t i = begin; i < end; ++i) to[mine[digit(from[i].key)]++] = from[i];
  });
}

}  // namespace

std::span<const Item> KeySort::sort(std::span<const std::uint32_t> keys) {
  const std::size_t n = keys.size();
  items_.resize(n);
  other_.resize(n);
  counts_.resize((n + block - 1) / block * digits);
  parallelBlocks(n, block, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) items_[i] = {keys[i], static_cast<std::uint32_t>(i)};
  });
  for (int shift = 0; shift < 32; shift += digitBits) {
    pass(items_, other_, shift, counts_);
    items_.swap(other_);
  }
  return items_;
}

}  // namespace sispde
