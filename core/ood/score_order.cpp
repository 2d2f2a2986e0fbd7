#include "core/ood/score_order.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace sispde {

// IEEE numbers order like sign-magnitude integers: flip all bits of the negative ones, the sign bit of the others.
std::uint64_t scoreKey(double score) {
  const auto bits = std::bit_cast<std::uint64_t>(score + 0.0);  // −0 + 0 = +0
  return bits ^ (static_cast<std::uint64_t>(static_cast<std::int64_t>(bits) >> 63) | std::uint64_t{1} << 63);
}

double keyScore(std::uint64_t key) {
  return std::bit_cast<double>(key >> 63 != 0 ? key ^ std::uint64_t{1} << 63 : ~key);
}

namespace {

constexpr int digitBits = 11, passes = 3;
constexpr std::size_t buckets = std::size_t{1} << digitBits;

// Equal in all radix digits: order the rest by comparison.
void finishRuns(std::vector<std::uint64_t>& keys, std::uint64_t smallest, int shift) {
  const int low = 64 - digitBits * passes;
  const auto digits = [&](std::uint64_t key) { return ((key - smallest) << shift) >> low; };
  for (std::size_t begin = 0; begin < keys.size();) {
    std::size_t end = begin + 1;
    const std::uint64_t mine = digits(keys[begin]);
    bool sorted = true;
    while (end < keys.size() && digits(keys[end]) == mine) {
      sorted = sorted && keys[end - 1] <= keys[end];
      ++end;
    }
    if (!sorted)
      std::sort(keys.begin() + static_cast<std::ptrdiff_t>(begin),
                keys.begin() + static_cast<std::ptrdiff_t>(end));
    begin = end;
  }
}

}  // namespace

void sortKeys(std::vector<std::uint64_t>& keys, std::vector<std::uint64_t>& scratch) {
  if (keys.size() < 1024) {
    std::sort(keys.begin(), keys.end());
    return;
  }
  const auto [low, high] = std::minmax_element(keys.begin(), keys.end());
  const std::uint64_t smallest = *low;
  if (smallest == *high) return;
  const int shift = std::countl_zero(*high - smallest);  // brings the highest bit that differs to the top
  const auto digit = [&](std::uint64_t key, int pass) {
    return ((key - smallest) << shift) >> (64 - digitBits * (passes - pass)) & (buckets - 1);
  };
  std::array<std::array<std::uint32_t, buckets>, passes> counts{};
  for (const std::uint64_t key : keys)
    for (int pass = 0; pass < passes; ++pass) ++counts[pass][digit(key, pass)];
  scratch.resize(keys.size());
  for (int pass = 0; pass < passes; ++pass) {
    std::uint32_t start = 0;
    for (std::uint32_t& count : counts[pass]) start += std::exchange(count, start);
    for (const std::uint64_t key : keys) scratch[counts[pass][digit(key, pass)]++] = key;
    keys.swap(scratch);
  }
  finishRuns(keys, smallest, shift);
}

}  // namespace sispde
