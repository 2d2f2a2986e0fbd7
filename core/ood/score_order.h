#pragma once
// Sorting of scores through order-preserving integer keys, by radix: O(n) for scores that are spread at all.

#include <bit>
#include <cstdint>

#include "core/base/buffer.h"

namespace sispde {

// a < b as numbers exactly when key(a) < key(b); −0 and +0 share a key. Not for NaN. IEEE numbers order like sign-magnitude
// integers: all bits of the negative ones are flipped, the sign bit of the others.
inline std::uint64_t scoreKey(double score) {
  const auto bits = std::bit_cast<std::uint64_t>(score + 0.0);  // −0 + 0 = +0
  return bits ^ (static_cast<std::uint64_t>(static_cast<std::int64_t>(bits) >> 63) | std::uint64_t{1} << 63);
}
inline double keyScore(std::uint64_t key) {
  return std::bit_cast<double>(
      key ^ (~static_cast<std::uint64_t>(static_cast<std::int64_t>(key) >> 63) | std::uint64_t{1} << 63));
}

using ScoreKeys = Buffer<std::uint64_t>;

// Ascending order. Keys are distributed by a rank, a coarse number that never falls where the key rises, and runs of equal
// rank are finished by comparison. The rank is linear in the score where that spreads them well (two passes), otherwise it
// is the highest bits that differ (three passes).
void sortKeys(ScoreKeys& keys);

}  // namespace sispde
