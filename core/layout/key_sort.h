#pragma once
// Sorting of 32-bit keys with the places they came from: stable, by digits of eleven bits, in parallel over fixed blocks.

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/buffer.h"

namespace sispde {

// Keeps its memory from one use to the next.
class KeySort {
 public:
  struct Item {
    std::uint32_t key;
    std::uint32_t place;  // where the key stood
  };

  // The keys in ascending order; equal ones in the order they were given. Valid until the next call.
  std::span<const Item> sort(std::span<const std::uint32_t> keys);

 private:
  Buffer<Item> items_, other_;
  Buffer<std::uint32_t> counts_;
};

}  // namespace sispde
