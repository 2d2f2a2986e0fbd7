#include "core/ood/score_order.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace sispde {
namespace {

constexpr int digitBits = 11;
constexpr std::size_t buckets = std::size_t{1} << digitBits;
using Counts = std::array<std::uint32_t, buckets>;

// 22 bits, linear in the score between the extremes.
struct LinearRank {
  static constexpr int passes = 2;
  double lowest = 0, scale = 0;
  LinearRank(double low, double high)
      : lowest(low), scale(static_cast<double>((1u << digitBits * passes) - 1) / (high - low)) {}
  std::uint32_t operator()(std::uint64_t key) const {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>((keyScore(key) - lowest) * scale));
  }
};

// The highest 33 bits in which keys differ.
struct BitRank {
  static constexpr int passes = 3;
  std::uint64_t lowest = 0;
  int shift = 0;
  BitRank(std::uint64_t low, std::uint64_t high) : lowest(low), shift(std::countl_zero(high - low)) {}
  std::uint64_t operator()(std::uint64_t key) const {
    return ((key - lowest) << shift) >> (64 - digitBits * passes);
  }
};

template <class Rank>
std::size_t digit(const Rank& rank, std::uint64_t key, int pass) {
  return rank(key) >> digitBits * pass & (buckets - 1);
}

template <class Rank>
std::array<Counts, Rank::passes> countDigits(const ScoreKeys& keys, const Rank& rank) {
  std::array<Counts, Rank::passes> counts{};
  for (const std::uint64_t key : keys)
    for (int pass = 0; pass < Rank::passes; ++pass) ++counts[pass][digit(rank, key, pass)];
  return counts;
}

// Keys are in order but for runs of equal rank, most of them short: each moves down to its place. Should one have far to
// go, there is a long run, and comparison sorting is faster.
void finishByInsertion(ScoreKeys& keys) {
  constexpr std::size_t farthest = 64;
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const std::uint64_t key = keys[i];
    if (keys[i - 1] <= key) continue;
    std::size_t to = i;
    do {
      keys[to] = keys[to - 1];
      --to;
    } while (to > 0 && keys[to - 1] > key);
    keys[to] = key;
    if (i - to > farthest) return std::sort(keys.begin(), keys.end());
  }
}

template <class Rank>
void distribute(ScoreKeys& keys, const Rank& rank, std::array<Counts, Rank::passes> counts) {
  ScoreKeys scratch = hugeBuffer<std::uint64_t>(keys.size());
  for (int pass = 0; pass < Rank::passes; ++pass) {
    std::uint32_t start = 0;
    for (std::uint32_t& count : counts[pass]) start += std::exchange(count, start);
    for (const std::uint64_t key : keys) scratch[counts[pass][digit(rank, key, pass)]++] = key;
    keys.swap(scratch);
  }
  finishByInsertion(keys);
}

}  // namespace

void sortKeys(ScoreKeys& keys) {
  if (keys.size() < 1024) {
    std::sort(keys.begin(), keys.end());
    return;
  }
  const auto [low, high] = std::minmax_element(keys.begin(), keys.end());
  const std::uint64_t lowest = *low, highest = *high;
  if (lowest == highest) return;
  const double span = keyScore(highest) - keyScore(lowest);
  if (std::isfinite(span) && span > 1e-290) {
    const LinearRank rank(keyScore(lowest), keyScore(highest));
    const auto counts = countDigits(keys, rank);
    // With more than a 64th of the scores in one of the 2048 upper digits the runs would be long.
    if (*std::max_element(counts[1].begin(), counts[1].end()) < keys.size() / 64)
      return distribute(keys, rank, counts);
  }
  const BitRank rank(lowest, highest);
  distribute(keys, rank, countDigits(keys, rank));
}

}  // namespace sispde
